import type { Answer } from '../../core/catalog/catalog.ts'
import { STORED_CODINGS, type StoredCoding } from '../../format/export-pack.ts'
import { acceptedCodings, type Coding } from '../../negotiation/content-coding.ts'
import { rememberHeaders } from '../../negotiation/known-headers.ts'
import { askedHeaders } from '../request/asked-headers.ts'

/** A response identified by what determines its bytes, before it is generated. */
export type AnswerKey = Pick<Answer, 'snapshotId' | 'key' | 'coded' | 'isUndated'>

/** Reads the codings that a request's client accepts, best first. */
export function createCodingReader(): (request: Request) => readonly Coding[] {
  const codingsOf = rememberHeaders(acceptedCodings)
  return (request) => codingsOf(askedHeaders(request).acceptEncoding ?? '')
}

/** True for a coding in which builds store files. */
export function isStored(coding: Coding): coding is StoredCoding {
  return (STORED_CODINGS as readonly Coding[]).includes(coding)
}

/** The first accepted coding in which a response is stored, so that it need not be compressed now. */
function storedCoding(accepted: readonly Coding[]): StoredCoding | 'identity' {
  const available = [...STORED_CODINGS, 'identity'] as const
  return accepted.flatMap((coding) => available.filter((candidate) => candidate === coding))[0] ?? 'identity'
}

/** The coding of a response for a client, unless the response is too short to be compressed. */
export function chosenCoding({ coded }: AnswerKey, accepted: readonly Coding[]): Coding {
  return coded === undefined ? accepted[0]! : storedCoding(accepted)
}

/**
 * The cache key of the representation that a client gets of a response. `vary` names the request headers that chose the
 * representation: it is part of the headers cached with the body, and it differs if a parameter chose the same body.
 */
export function representationKey(answer: AnswerKey, accepted: readonly Coding[], vary = ''): string {
  const { snapshotId, key, coded } = answer
  // A client that rejects identity must not get the uncompressed form of a short response.
  const refusal = coded === undefined && !accepted.includes('identity') ? '!' : ''
  return `${snapshotId}|${chosenCoding(answer, accepted)}${refusal}|${vary}|${key}`
}

/**
 * The URL of a request with the headers that choose its representation. Headers contain no line breaks, so requests
 * that differ in one of these headers have different keys.
 */
export function addressOf(request: Request): string {
  const { accept, acceptEncoding } = askedHeaders(request)
  return `${acceptEncoding ?? ''}\n${accept ?? ''}\n${request.url}`
}
