/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

export interface DrawingProps {
  /** Markup of src/plots, which escapes every text in it. */
  readonly svg: string
  /** What it shows, in words, for everybody. */
  readonly children?: ComponentChildren
}

/** A drawing with its caption. */
export function Drawing({ svg, children }: DrawingProps) {
  return (
    <figure>
      <div class="drawing" dangerouslySetInnerHTML={{ __html: svg }} />
      {children === undefined ? null : <figcaption>{children}</figcaption>}
    </figure>
  )
}

/** A drawing inside of text or a cell, which says the same in words. */
export function SmallDrawing({ svg }: Pick<DrawingProps, 'svg'>) {
  // src/plots makes markup, in which every text is escaped.
  return <span class="drawing" dangerouslySetInnerHTML={{ __html: svg }} />
}
