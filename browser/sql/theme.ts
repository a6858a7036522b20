import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

/** The editor in the colors of the site: custom properties, so they are inherited by the shadow tree. */
export const theme = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--sheet)',
    border: '1px solid var(--strong-line)',
    borderRadius: '4px',
    fontSize: '0.95rem',
    minHeight: '9rem',
    height: '100%',
    maxHeight: '60vh',
  },
  '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: MONOSPACE, lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0', minHeight: '9rem' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ink) 5%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--link) 30%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--link) 25%, transparent)' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    border: '1px solid var(--strong-line)',
    borderRadius: '4px',
    boxShadow: '0 4px 14px rgb(0 0 0 / 25%)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: MONOSPACE,
    maxHeight: '16em',
    maxWidth: 'min(95vw, 700px)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--link)', color: 'var(--paper)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--soft)', marginLeft: '1em' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'bold' },
  '.cm-tooltip.cm-completionInfo': { padding: '0.4rem 0.7rem', maxWidth: '22rem', lineHeight: '1.4' },
  '.cm-diagnostic': { padding: '0.4rem 0.7rem', whiteSpace: 'pre-wrap', maxWidth: '36rem' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--warn)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 2px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--warn)' },
  '@media (max-width: 40rem)': { '&': { fontSize: '1rem' } },
})

/** A data color mixed with ink, so that it is readable as text. */
const readable = (color: string): string => `color-mix(in srgb, var(${color}) 62%, var(--ink))`

/** SQL tokens differ by weight and by colors that do not depend on telling red from green. */
export const highlighting = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '600', color: 'var(--link)' },
  { tag: [tags.string, tags.special(tags.string)], color: readable('--data-2') },
  { tag: [tags.number, tags.bool, tags.null], color: readable('--data-4') },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.typeName, color: readable('--data-3') },
])
