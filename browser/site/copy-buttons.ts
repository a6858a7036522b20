const DONE_MS = 2_000

async function copy(code: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const { textContent: name } = button
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    // Without HTTPS, the clipboard is not available: the text is selected, so that it can be copied with the keyboard.
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Selected: press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = name
  }, DONE_MS)
}

/** Adds a copy button to every `pre` with `data-copy`; the attribute describes the text that is copied. */
export function addCopyButtons(content: ParentNode): void {
  for (const code of content.querySelectorAll<HTMLElement>('pre[data-copy]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy ${code.dataset.copy}`)
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', () => void copy(code, button))
    code.before(button)
    code.removeAttribute('data-copy')
  }
}
