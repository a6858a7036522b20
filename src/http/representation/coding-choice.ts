import type { Answer } from '../../core/catalog/catalog.ts'
import { STORED_CODINGS, type StoredCoding } from '../../format/export-pack.ts'
import { acceptedCodings, type Coding } from '../../negotiation/content-coding.ts'

/** An answer known by what determines its bytes, before it has been made. */
export type AnswerKey = Pick<Answer, 'snapshotId' | 'key' | 'coded' | 'isUndated'>

/** Different Accept-Encoding headers whose meaning is remembered; any others are read each time. */
const MAX_KNOWN_HEADERS = 256
const MAX_KNOWN_LENGTH = 200

/** Reads which codings the client of a request takes, best first. Clients send a handful of different headers. */
export function createCodingReader(): (request: Request) => readonly Coding[] {
  const known = new Map<string, readonly Coding[]>()
  return (request) => {
    const header = request.headers.get('accept-encoding') ?? ''
    let codings = known.get(header)
    if (codings === undefined) {
      codings = acceptedCodings(header)
      if (known.size < MAX_KNOWN_HEADERS && header.length <= MAX_KNOWN_LENGTH) known.set(header, codings)
    }
    return codings
  }
}

/** True for a coding that a build makes. */
export function isStored(coding: Coding): coding is StoredCoding {
  return (STORED_CODINGS as readonly Coding[]).includes(coding)
}

/** The first accepted coding that an answer has without being compressed now. */
function storedCoding(accepted: readonly Coding[]): StoredCoding | 'identity' {
  const available = [...STORED_CODINGS, 'identity'] as const
  return accepted.flatMap((coding) => available.filter((candidate) => candidate === coding))[0] ?? 'identity'
}

/** The coding that a client gets of an answer, unless the answer is too short to be compressed. */
export function chosenCoding({ coded }: AnswerKey, accepted: readonly Coding[]): Coding {
  return coded === undefined ? accepted[0]! : storedCoding(accepted)
}

/**
 * What the representation that a client gets of an answer is kept under. `vary` names the request headers that chose it:
 * it is part of the headers that are kept with the body, and differs where a parameter chose the same body.
 */
export function representationKey(answer: AnswerKey, accepted: readonly Coding[], vary = ''): string {
  const { snapshotId, key, coded } = answer
  // A client that refuses identity must not get the plain form of a short answer.
  const refusal = coded === undefined && !accepted.includes('identity') ? '!' : ''
  return `${snapshotId}|${chosenCoding(answer, accepted)}${refusal}|${vary}|${key}`
}

/**
 * The address of a request with the headers that choose among its representations. No header holds a line break, so that
 * no two requests that differ in one of them are taken for the same.
 */
export function addressOf({ headers, url }: Request): string {
  return `${headers.get('accept-encoding') ?? ''}\n${headers.get('accept') ?? ''}\n${url}`
}
