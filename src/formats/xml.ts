/** The first line of an XML document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Characters that XML 1.0 does not allow, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML excludes
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Text escaped for character data or an attribute. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"\r]/g, (character) => ENTITIES[character]!)
}

/** An attribute with the blank before it; empty if there is no value. */
export function xmlAttribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${xmlText(value)}"`
}
