import { addCopyButtons } from './copy-buttons.ts'
import { showRealAddress } from './real-address.ts'

/** What scripts tell of content that they have put into the page. */
const CONTENT_EVENT = 'catalog:content'

function enhance(content: ParentNode): void {
  showRealAddress(content)
  addCopyButtons(content)
}

enhance(document)
document.addEventListener(CONTENT_EVENT, ({ target }) => {
  if (target instanceof Element) enhance(target)
})
