const METHODS: readonly unknown[] = ['tools/call', 'prompts/get']

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Interprets `arguments`: null and the text "null" mean no arguments, and the text of a JSON object means that object. */
function meant(given: unknown): unknown {
  if (given === null) return undefined
  if (typeof given !== 'string') return given
  try {
    const parsed: unknown = JSON.parse(given.trim() === '' ? 'null' : given)
    if (parsed === null) return undefined
    return isObject(parsed) ? parsed : given
  } catch {
    return given
  }
}

/**
 * Converts `params.arguments` to the form of the protocol: some clients send null, or an object as text, and their model
 * cannot change that. Any other message is returned unchanged.
 */
export function withPlainArguments(message: unknown): unknown {
  if (!isObject(message) || !METHODS.includes(message.method) || !isObject(message.params)) return message
  if (!Object.hasOwn(message.params, 'arguments')) return message
  const { arguments: given, ...params } = message.params
  const plain = meant(given)
  return { ...message, params: plain === undefined ? params : { ...params, arguments: plain } }
}
