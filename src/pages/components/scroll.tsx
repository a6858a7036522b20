/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

/** A box that scrolls separately, also with the keyboard, if its content is wider than the page. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the tab order it could not be scrolled with keys.
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
