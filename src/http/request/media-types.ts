/** The bare type, as `Accept` names it. */
export const HTML = 'text/html'

/** Media types of responses other than rows. */
export const HTML_TYPE = `${HTML}; charset=utf-8`
export const JSON_TYPE = 'application/json'
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'
/** XML for crawlers; the Virtual Observatory's is `text/xml`. */
export const XML_TYPE = 'application/xml; charset=utf-8'
export const VO_XML_TYPE = 'text/xml; charset=utf-8'
