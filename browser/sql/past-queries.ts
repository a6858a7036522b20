const KEY = 'exoplanet-catalog.queries'
const MAX_QUERIES = 30

/** Queries that were run in this browser, the last one first; empty if the browser stores nothing. */
export function pastQueries(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string').slice(0, MAX_QUERIES) : []
  } catch {
    return []
  }
}

function keep(queries: readonly string[]): void {
  try {
    if (queries.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(queries))
  } catch {
    // The user's browser settings prevent storage.
  }
}

function remember(sql: string): void {
  if (sql.trim() !== '') keep([sql, ...pastQueries().filter((other) => other !== sql)].slice(0, MAX_QUERIES))
}

/** Shows the past queries in `box`, which is hidden if there are none. */
export function createPastQueries(box: HTMLElement, onChoice: (sql: string) => void): (sql: string) => void {
  const list = document.createElement('ul')
  const clear = document.createElement('button')
  clear.type = 'button'
  clear.textContent = 'Delete them'
  const render = (): void => {
    const queries = pastQueries()
    box.hidden = queries.length === 0
    list.replaceChildren(
      ...queries.map((sql) => {
        const item = document.createElement('li')
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = sql.replaceAll(/\s+/g, ' ').trim()
        button.addEventListener('click', () => onChoice(sql))
        item.append(button)
        return item
      }),
    )
  }
  clear.addEventListener('click', () => {
    keep([])
    render()
  })
  box.append(list, clear)
  render()
  return (sql) => {
    remember(sql)
    render()
  }
}
