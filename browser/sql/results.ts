import type { Fault } from './editor.ts'

/** Event dispatched after content was inserted into the page, so that other scripts process the content. */
const CONTENT_EVENT = 'catalog:content'

export interface Results {
  /** Replaces the result with the one at a URL of this page. An earlier request in progress is aborted. */
  load(address: URL): Promise<void>
  /** Aborts the request in progress. */
  stop(): void
  /** The error that is shown; undefined if there is none or it has no position. */
  fault(): Fault | undefined
}

/**
 * The part of the page that shows a query's result. The server renders each new result, as for browsers without scripts; the part
 * is extracted from the page in the response.
 */
export function createResults(id: string, onBusy: (isBusy: boolean) => void): Results {
  const shown = (): HTMLElement => document.getElementById(id)!
  let running: AbortController | undefined

  const put = (content: HTMLElement): void => {
    shown().replaceWith(content)
    content.dispatchEvent(new CustomEvent(CONTENT_EVENT, { bubbles: true }))
  }
  const complain = (text: string): void => {
    const content = shown().cloneNode(false) as HTMLElement
    const message = document.createElement('p')
    message.className = 'message'
    message.textContent = text
    content.append(message)
    put(content)
  }

  return {
    async load(address) {
      running?.abort()
      const own = new AbortController()
      running = own
      onBusy(true)
      try {
        const response = await fetch(address, { headers: { accept: 'text/html' }, signal: own.signal })
        const page = new DOMParser().parseFromString(await response.text(), 'text/html')
        const content = page.getElementById(id)
        if (content === null) complain(`The service responded with status ${response.status}. Try again.`)
        else put(document.importNode(content, true))
      } catch {
        if (own.signal.aborted && running !== own) return
        complain(own.signal.aborted ? 'Stopped.' : 'The service cannot be reached. Try again.')
      }
      if (running === own) {
        running = undefined
        onBusy(false)
      }
    },
    stop: () => running?.abort(),
    fault() {
      const message = shown().querySelector<HTMLElement>('[data-position]')
      const position = Number(message?.dataset.position)
      return message === null || !Number.isInteger(position)
        ? undefined
        : { position, message: message.textContent ?? '' }
    },
  }
}
