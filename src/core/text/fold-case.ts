/**
 * Text without case, for comparing: lower-cased, then upper-cased, by Unicode's full mappings and in no language's own
 * way. The second step joins what the first leaves apart: σ and ς are Σ, ß and ẞ are SS, the Kelvin sign is K, µ is Μ
 * in both its code points, dotless ı is I, and İ is I with a dot above it (so it matches `i`, and `İ` does not match a
 * plain I). Accents count: é is not e.
 *
 * The folding of a text is that of its parts put together, so a substring search on folded text is sound.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase()
}
