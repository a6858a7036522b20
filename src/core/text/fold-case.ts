/**
 * Case-folded text for comparisons: lower-cased, then upper-cased, by Unicode's full mappings, independent of language. The
 * second step merges characters that the first leaves distinct: σ and ς are Σ, ß and ẞ are SS, the Kelvin sign is K, µ is Μ
 * in both its code points, dotless ı is I, and İ is I with a dot above (so it matches `i`, and `İ` does not match a plain
 * I). Accents are significant: é is not e.
 *
 * Folding a text equals folding its parts and concatenating them, so substring search on folded text is correct.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase()
}
