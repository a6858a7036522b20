import { type WeightedMember, weightedList } from './weighted-list.ts'

/** A client's preference for a media type, and how specifically it is named: 2 by name, 1 as `text/*`, 0 as any type. */
interface Liking {
  readonly weight: number
  readonly closeness: 0 | 1 | 2
}

const ANY: Liking = { weight: 1, closeness: 0 }

/** The most specific range that matches a type decides (RFC 9110, 12.5.1). Parameters other than `q` are ignored. */
function likingOf(type: string, members: readonly WeightedMember[]): Liking {
  const group = `${type.slice(0, type.indexOf('/'))}/*`
  let liking: Liking | undefined
  for (const { value, weight } of members) {
    const closeness = value === type ? 2 : value === group ? 1 : value === '*/*' ? 0 : undefined
    if (closeness !== undefined && closeness >= (liking?.closeness ?? 0)) liking = { weight, closeness }
  }
  return liking ?? { weight: 0, closeness: 0 }
}

/** Whether an `Accept` header allows a media type; an absent or empty one allows all. */
export function accepts(header: string | null, type: string): boolean {
  if (header === null || header.trim() === '') return true
  return likingOf(type, weightedList(header)).weight > 0
}

/**
 * The media type among `offered` (in lower case, without parameters) that a client prefers. The greater weight wins, then
 * the type that the client named more specifically, then the earlier offer. A client that names or accepts none of them
 * gets `otherwise`.
 */
export function preferredType<Type extends string>(
  header: string | null,
  offered: readonly Type[],
  otherwise: NoInfer<Type>,
): Type {
  if (header === null || header.trim() === '') return otherwise
  const members = weightedList(header)
  let best = otherwise
  let liking = likingOf(otherwise, members)
  if (liking.closeness > 0 || liking.weight === 0) liking = { ...ANY, weight: 0 }
  for (const type of offered) {
    const own = likingOf(type, members)
    const isBetter =
      own.weight > liking.weight || (own.weight === liking.weight && own.weight > 0 && own.closeness > liking.closeness)
    if (isBetter) {
      best = type
      liking = own
    }
  }
  return best
}
