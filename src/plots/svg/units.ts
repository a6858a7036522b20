/** A part of a typeset unit, on the line or below it. */
export interface UnitPart {
  readonly text: string
  readonly isSubscript?: true
}

const sub = (text: string, subscript: string): readonly UnitPart[] => [{ text }, { text: subscript, isSubscript: true }]

/** The archive's spellings of units with symbols; other units are shown as the archive writes them. */
const TYPESET: Readonly<Record<string, readonly UnitPart[]>> = {
  day: [{ text: 'd' }],
  days: [{ text: 'd' }],
  hour: [{ text: 'h' }],
  hours: [{ text: 'h' }],
  hrs: [{ text: 'h' }],
  AU: [{ text: 'au' }],
  deg: [{ text: '°' }],
  'decimal degrees': [{ text: '°' }],
  Rearth: sub('R', '⊕'),
  R_Earth: sub('R', '⊕'),
  'Earth Radius': sub('R', '⊕'),
  'Earth radii': sub('R', '⊕'),
  Mearth: sub('M', '⊕'),
  'Earth Mass': sub('M', '⊕'),
  Rjupiter: sub('R', 'J'),
  'Jupiter Radius': sub('R', 'J'),
  Mjupiter: sub('M', 'J'),
  'Jupiter Mass': sub('M', 'J'),
  Rsun: sub('R', '☉'),
  R_Sun: sub('R', '☉'),
  'Solar Radius': sub('R', '☉'),
  'Solar radii': sub('R', '☉'),
  Msun: sub('M', '☉'),
  'Solar mass': sub('M', '☉'),
  Searth: sub('S', '⊕'),
  'Earth flux': sub('S', '⊕'),
  'log(Lsun)': [{ text: 'log L' }, { text: '☉', isSubscript: true }],
  'log(cm/s**2)': [{ text: 'log cm/s²' }],
  'log10(cm/s**2)': [{ text: 'log cm/s²' }],
  'g/cm**3': [{ text: 'g/cm³' }],
}

/** A unit as it is typeset; none for a missing unit and for `BJD` and the like, which name a scale of dates. */
export function unitParts(unit: string | undefined): readonly UnitPart[] {
  const written = unit?.trim() ?? ''
  if (written === '') return []
  return Object.hasOwn(TYPESET, written) ? TYPESET[written]! : [{ text: written }]
}

/** A unit in one line of plain text: `R⊕`, `M_J`. */
export function unitText(unit: string | undefined): string {
  const parts = unitParts(unit)
  return parts.map(({ text, isSubscript }) => (isSubscript && /^[A-Za-z]/.test(text) ? `_${text}` : text)).join('')
}
