/**
 * Replaces the service URL in a page's code samples. Without a configured public URL, the server writes its listening address,
 * which is not its URL behind a proxy; the URL from the page's own location replaces it. `data-base` is the URL in the samples;
 * `data-root` leads from the page to the root.
 */
export function showRealAddress(content: ParentNode): void {
  for (const box of content.querySelectorAll<HTMLElement>('[data-base][data-root]')) {
    const { base = '', root = '' } = box.dataset
    const real = new URL(root, location.href).href.replace(/\/$/, '')
    if (base === real || base === '') continue
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      if (text.nodeValue?.includes(base)) text.nodeValue = text.nodeValue.replaceAll(base, real)
    box.dataset.base = real
  }
}
