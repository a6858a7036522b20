/** @jsxImportSource preact */
import { queryString } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'
import { type CodeSample, type CodeView, codeSamples } from './code-samples.ts'

export interface CodeBoxProps {
  readonly view: CodeView
  readonly id?: string
  /** False if the page already shows the SQL. */
  readonly hasSql?: boolean
}

/** Code that returns exactly the content of a page, in several languages, each on a tab. The page must load `SITE_SCRIPT`. */
export function CodeBox({ view, id = 'code', hasSql = true }: CodeBoxProps) {
  const { base, root } = useSite()
  const samples = codeSamples(view, base).filter((sample) => hasSql || sample.id !== 'sql')
  return (
    <section class="code" aria-labelledby={id} data-base={base} data-root={root}>
      <h2 id={id}>As code</h2>
      <div class="samples">
        {samples.map((sample) => (
          <Sample key={sample.id} sample={sample} group={id} />
        ))}
      </div>
    </section>
  )
}

function Sample({ sample, group }: { readonly sample: CodeSample; readonly group: string }) {
  const { href } = useSite()
  const { id, title, code } = sample
  return (
    <details name={group}>
      <summary>{title}</summary>
      <Snippet title={title} text={code} />
      {id === 'sql' ? (
        <p>
          <a href={href(`/sql${queryString([['q', code]])}`)}>Open it in the SQL editor</a>
        </p>
      ) : null}
    </details>
  )
}

/** Text to copy. If it is wider than the page, it can be scrolled with the keyboard. */
export function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard
    <pre data-copy={title} tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}
