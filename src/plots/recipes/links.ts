import type { LinkKind } from './recipe.ts'

const FOLDERS = { planet: 'exoplanets', host: 'stellarhosts' } as const satisfies Record<LinkKind, string>

/** URLs of planet and host pages, for a page from which `root` leads to the root of the service. */
export function objectLinks(root: string): (kind: LinkKind, name: string) => string {
  return (kind, name) => `${root}${FOLDERS[kind]}/${encodeURIComponent(name.toWellFormed())}`
}
