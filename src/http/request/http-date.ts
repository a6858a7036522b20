/** The three date formats of HTTP (RFC 9110, 5.6.7): the current one, and two that old programs still send. */
const FORMS = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/** Milliseconds since 1970 of a date in a header; undefined if the text is not a date. */
export function httpDateMs(text: string): number | undefined {
  const trimmed = text.trim()
  if (!FORMS.some((form) => form.test(trimmed))) return undefined
  const ms = Date.parse(trimmed.endsWith('GMT') ? trimmed : `${trimmed} GMT`)
  return Number.isNaN(ms) ? undefined : ms
}
