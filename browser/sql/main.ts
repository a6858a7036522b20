import { completionSources } from './completion.ts'
import { createEditor } from './editor.ts'
import { createPastQueries } from './past-queries.ts'
import { createResults } from './results.ts'
import { createValueReader, readVocabulary } from './vocabulary.ts'

const RESULT = 'result'

const form = document.querySelector<HTMLFormElement>('form#query')
const field = form?.querySelector<HTMLTextAreaElement>('textarea[name=q]')
if (form !== null && field !== null && field !== undefined) start(form, field)

/** The URL that a form leads to with its current field values. */
function addressOf(source: HTMLFormElement): URL {
  const address = new URL(source.action)
  const fields = [...new FormData(source)]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, String(value)])
  address.search = new URLSearchParams(fields as [string, string][]).toString()
  return address
}

function start(query: HTMLFormElement, text: HTMLTextAreaElement): void {
  const root = new URL(query.dataset.root ?? './', location.href)
  const run = query.querySelector<HTMLButtonElement>('button[type=submit]')!
  const stop = document.createElement('button')
  stop.type = 'button'
  stop.textContent = 'Stop'
  stop.hidden = true
  run.after(stop)
  const state = document.getElementById('query-state')!

  const results = createResults(RESULT, (isBusy) => {
    stop.hidden = !isBusy
    state.textContent = isBusy ? 'Running …' : ''
    document.getElementById(RESULT)?.setAttribute('aria-busy', String(isBusy))
  })

  const host = document.createElement('div')
  host.className = 'editor'
  // The page below must not move: the editor keeps the height of the text field until the user types.
  host.style.height = `${text.offsetHeight}px`
  text.after(host)
  text.hidden = true
  const editor = createEditor(host, {
    text: text.value,
    label: 'SQL query',
    hint: 'Control-Enter, or Command-Enter on a Mac, runs the query. Control-Space completes the word at the cursor.',
    sources: readVocabulary(root).then(
      (vocabulary) => completionSources(vocabulary, createValueReader(root)),
      // Without the service's response there are no completions; everything else works.
      () => [],
    ),
    onChange(value) {
      text.value = value
      host.style.height = ''
    },
    onRun: () => query.requestSubmit(),
  })
  query.querySelector('label')?.addEventListener('click', () => editor.focus())

  const show = async (address: URL): Promise<void> => {
    await results.load(address)
    const fault = results.fault()
    editor.mark(fault)
    if (fault !== undefined) editor.focus()
  }
  const visit = (address: URL): void => {
    history.pushState(null, '', address)
    void show(address)
  }

  const remember = createPastQueries(document.getElementById('past-queries')!, (sql) => {
    editor.setText(sql)
    query.requestSubmit()
  })
  query.addEventListener('submit', (event) => {
    event.preventDefault()
    if (text.value.trim() === '') return
    remember(text.value)
    visit(addressOf(query))
  })
  stop.addEventListener('click', () => results.stop())
  // Pages of the result and the choice of axes lead to URLs of this page.
  document.addEventListener('submit', (event) => {
    const source = event.target
    if (!(source instanceof HTMLFormElement) || source.closest(`#${RESULT}`) === null) return
    event.preventDefault()
    visit(addressOf(source))
  })
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`#${RESULT} a[data-part]`) : null
    if (link === null) return
    event.preventDefault()
    visit(new URL(link.href))
  })
  addEventListener('popstate', () => {
    const address = new URL(location.href)
    editor.setText(address.searchParams.get('q') ?? '')
    void show(address)
  })
  // A result that the server rendered into the page counts as a past query as well.
  if (text.value !== '' && document.querySelector(`#${RESULT} table`) !== null) remember(text.value)
  editor.mark(results.fault())
}
