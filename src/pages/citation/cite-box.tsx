/** @jsxImportSource preact */
import { ACKNOWLEDGE_URL } from '../../core/answers/cautions.ts'
import { Snippet } from '../code/code-box.tsx'
import { useSite } from '../frame/site.ts'
import { type CitedView, cite } from './citation.ts'

export type CiteBoxProps = Omit<CitedView, 'address'>

/** How to cite the content of a page, as text and as BibTeX. The page must load `SITE_SCRIPT`. */
export function CiteBox({ path, ...view }: CiteBoxProps) {
  const { base, root, manifest } = useSite()
  const { text, bibtex } = cite({ ...view, path, address: `${base}${path}` }, manifest)
  return (
    <section class="code" aria-labelledby="cite" data-base={base} data-root={root}>
      <h2 id="cite">Cite this view</h2>
      <div class="samples">
        <details name="cite">
          <summary>Text</summary>
          <Snippet title="the citation" text={text} />
        </details>
        <details name="cite">
          <summary>BibTeX</summary>
          <Snippet title="the BibTeX" text={bibtex} />
        </details>
      </div>
      <p class="small soft">
        See <a href={ACKNOWLEDGE_URL}>Acknowledging the archive</a>.
      </p>
    </section>
  )
}
