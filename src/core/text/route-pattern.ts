/** A route pattern as a regular expression: `:name` matches any text without a slash, `*` any text. */
export function routeExpression(pattern: string): string {
  return pattern
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
    .join('/')
}
