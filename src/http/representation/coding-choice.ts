import type { Answer } from '../../core/catalog/catalog.ts'
import { STORED_CODINGS, type StoredCoding } from '../../format/export-pack.ts'
import { acceptedCodings, type Coding } from '../../negotiation/content-coding.ts'
import { rememberHeaders } from '../../negotiation/known-headers.ts'
import { askedHeaders } from '../request/asked-headers.ts'

/** An answer known by what determines its bytes, before it has been made. */
export type AnswerKey = Pick<Answer, 'snapshotId' | 'key' | 'coded' | 'isUndated'>

/** Reads which codings the client of a request takes, best first. */
export function createCodingReader(): (request: Request) => readonly Coding[] {
  const codingsOf = rememberHeaders(acceptedCodings)
  return (request) => codingsOf(askedHeaders(request).acceptEncoding ?? '')
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
export function addressOf(request: Request): string {
  const { accept, acceptEncoding } = askedHeaders(request)
  return `${acceptEncoding ?? ''}\n${accept ?? ''}\n${request.url}`
}
