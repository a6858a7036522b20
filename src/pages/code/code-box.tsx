/** @jsxImportSource preact */
import { queryString } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'
import { type CodeSample, type CodeView, codeSamples } from './code-samples.ts'

export interface CodeBoxProps {
  readonly view: CodeView
  readonly id?: string
  /** False: the page shows the SQL already. */
  readonly hasSql?: boolean
}

/** The exact code that gets what a page shows, in several languages, each behind its name. The page loads `SITE_SCRIPT`. */
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

/** Text to copy. It can be scrolled with the keyboard where it is wider than the page. */
export function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <pre data-copy={title} tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}
