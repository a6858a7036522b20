import { addCopyButtons } from './copy-buttons.ts'
import { showRealAddress } from './real-address.ts'

/** Event that scripts dispatch after inserting content into the page. */
const CONTENT_EVENT = 'catalog:content'

function enhance(content: ParentNode): void {
  showRealAddress(content)
  addCopyButtons(content)
}

enhance(document)
document.addEventListener(CONTENT_EVENT, ({ target }) => {
  if (target instanceof Element) enhance(target)
})
