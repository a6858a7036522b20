/** @jsxImportSource preact */
import type { Problem } from '../../core/answers/service.ts'
import { LinkedText } from '../frame/linked-text.tsx'

export interface ProblemViewProps {
  readonly problem: Problem
  readonly sql: string
}

/** The error in a query, and its position. */
export function ProblemView({ problem, sql }: ProblemViewProps) {
  const { detail, position, suggestions = [] } = problem
  return (
    <>
      <h2>{problem.parameter === undefined ? 'The query did not run' : 'The result cannot be shown like this'}</h2>
      <p class="message" role="alert" id="problem" {...(position === undefined ? {} : { 'data-position': position })}>
        <LinkedText text={detail} />
      </p>
      {position === undefined ? null : <Place sql={sql} position={position} />}
      {suggestions.length === 0 || detail.includes('Did you mean') ? null : (
        <p>
          Did you mean{' '}
          {suggestions.map((suggestion, at) => (
            <>
              {at === 0 ? '' : ' or '}
              <code>{suggestion}</code>
            </>
          ))}
          ?
        </p>
      )}
    </>
  )
}

/** The line with the error, with the word at its position marked. */
function Place({ sql, position }: { readonly sql: string; readonly position: number }) {
  const at = Math.min(position, sql.length)
  const lineStart = sql.lastIndexOf('\n', at - 1) + 1
  const nextBreak = sql.indexOf('\n', at)
  const lineEnd = nextBreak < 0 ? sql.length : nextBreak
  const number = sql.slice(0, lineStart).split('\n').length
  const word = /^(?:\w+|\S)?/.exec(sql.slice(at, lineEnd))?.[0] ?? ''
  return (
    <p class="place">
      Line {number}, character {at - lineStart + 1}:{' '}
      <code>
        {sql.slice(lineStart, at)}
        <mark>{word === '' ? ' ' : word}</mark>
        {sql.slice(at + word.length, lineEnd)}
      </code>
    </p>
  )
}
