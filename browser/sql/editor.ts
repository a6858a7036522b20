import {
  acceptCompletion,
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { SQLite } from '@codemirror/lang-sql'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { EditorState, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { highlighting, theme } from './theme.ts'

/** An error in a query: the message, and the character offset at which the error begins. */
export interface Fault {
  readonly message: string
  readonly position: number
}

export interface Editor {
  readonly text: string
  setText(text: string): void
  /** Underlines the word at the error and puts the cursor there; `undefined` removes the underline. */
  mark(fault: Fault | undefined): void
  focus(): void
}

export interface EditorOptions {
  readonly text: string
  readonly label: string
  /** Description of the editor's keys for screen readers. */
  readonly hint: string
  readonly sources: Promise<readonly CompletionSource[]>
  onChange(text: string): void
  onRun(): void
}

/**
 * Replaces a selection with typed text. If the browser did this, it would copy the old text's look into a `style` attribute, which
 * the page's Content-Security-Policy rejects.
 */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main
    const { data: text, inputType, isComposing } = event
    if (inputType !== 'insertText' || isComposing || empty || text === null) return false
    event.preventDefault()
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    const isDone = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, text, insert))
    if (!isDone) view.dispatch(insert())
    return true
  },
})

/** Calls each source once all have loaded. */
function whenThere(sources: Promise<readonly CompletionSource[]>): CompletionSource[] {
  const MAX_SOURCES = 4
  return Array.from(
    { length: MAX_SOURCES },
    (_, i): CompletionSource =>
      async (context) => {
        const source = (await sources)[i]
        return source === undefined ? null : source(context)
      },
  )
}

/**
 * An SQL editor in a shadow tree of `host`. In the document itself, the editor would add a style element, which a
 * Content-Security-Policy that allows style files only rejects; in a shadow tree it uses a constructed style sheet.
 */
export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const root = host.attachShadow({ mode: 'open' })
  const run = (): boolean => {
    options.onRun()
    return true
  }
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run, preventDefault: true }])),
      lineNumbers(),
      highlightActiveLine(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      replaceSelected,
      SQLite.extension,
      autocompletion({ override: whenThere(options.sources), activateOnTypingDelay: 80, icons: false }),
      // Tab accepts a completion if a list is open; otherwise it leaves the editor, as in any field.
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      syntaxHighlighting(highlighting),
      theme,
      EditorView.lineWrapping,
      placeholder('SELECT pl_name, pl_rade FROM exoplanets WHERE …'),
      EditorView.contentAttributes.of({
        'aria-label': options.label,
        'aria-description': options.hint,
        spellcheck: 'false',
        autocapitalize: 'off',
        autocorrect: 'off',
      }),
      EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
        if (docChanged) options.onChange(doc.toString())
      }),
    ],
  })
  const view = new EditorView({ state, parent: root, root })

  return {
    get text() {
      return view.state.doc.toString()
    },
    setText(text) {
      if (text !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    mark(fault) {
      if (fault === undefined) {
        view.dispatch(setDiagnostics(view.state, []))
        return
      }
      const { doc } = view.state
      const from = Math.min(fault.position, doc.length)
      const word = /^(?:\w+|"[^"]*"|'[^']*'|\S)/.exec(doc.sliceString(from))?.[0] ?? ''
      const to = from + word.length
      view.dispatch(
        { selection: { anchor: from }, scrollIntoView: true },
        setDiagnostics(view.state, [{ from, to, severity: 'error', message: fault.message }]),
      )
    },
    focus: () => view.focus(),
  }
}
