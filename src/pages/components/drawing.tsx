/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

export interface DrawingProps {
  /** Markup from src/plots, which escapes all text in it. */
  readonly svg: string
  /** A description of the drawing as text, visible to all readers. */
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

/** A drawing inside text or a cell, which contains the same information as text. */
export function SmallDrawing({ svg }: Pick<DrawingProps, 'svg'>) {
  // The markup comes from src/plots, which escapes all text in it.
  return <span class="drawing" dangerouslySetInnerHTML={{ __html: svg }} />
}
