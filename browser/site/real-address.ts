/**
 * Code in a page names the address of the service as the server knows it. Under a proxy that is another one than here, so that
 * the page's own takes its place, unless the operator has set it: `data-base` is the address that the code has, `data-root`
 * leads from the page to the root.
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
