/**
 * Creates a test whether a whole name matches `pattern`, in which `*` stands for any characters. Each name is read once
 * from start to end for any pattern: the first match of a part is as good as any later one.
 */
export function namePattern(pattern: string): (name: string) => boolean {
  // Consecutive asterisks are equivalent to one.
  const [start = '', ...rest] = pattern.split(/\*+/)
  if (rest.length === 0) return (name) => name === pattern
  const end = rest.pop() ?? ''
  return (name) => {
    if (!name.startsWith(start) || !name.endsWith(end)) return false
    let at = start.length
    for (const part of rest) {
      const found = name.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return name.length - end.length >= at
  }
}
