import type { Fault } from './editor.ts'

/** Told of what was put into the page, so that other scripts see to it. */
const CONTENT_EVENT = 'catalog:content'

export interface Results {
  /** Shows what an address of this page answers, in place of what is shown. An earlier one that is under way is given up. */
  load(address: URL): Promise<void>
  /** Gives up what is under way. */
  stop(): void
  /** The fault that is shown; undefined where there is none, or none with a place. */
  fault(): Fault | undefined
}

/**
 * The part of the page that shows the result of a query. A new one is made by the server, as for browsers without scripts, and
 * taken out of the page that it answers.
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
        if (content === null) complain(`The service answered with status ${response.status}. Try again.`)
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
