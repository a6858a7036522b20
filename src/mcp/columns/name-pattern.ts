/**
 * Tells whether a whole name fits `pattern`, in which `*` stands for any characters. A name is read once from its
 * beginning to its end, whatever the pattern: the first place that fits a part is as good as any later one.
 */
export function namePattern(pattern: string): (name: string) => boolean {
  // Several stars in a row say no more than one.
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
