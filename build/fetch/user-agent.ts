import { join } from 'node:path'

/** How this program introduces itself to the archive: name and version, and what it is. */
export async function userAgent(): Promise<string> {
  const { name, version }: { name: string; version: string } = await Bun.file(
    join(import.meta.dir, '../../package.json'),
  ).json()
  return `${name}/${version} (mirror of the catalogue tables; Bun/${Bun.version})`
}
