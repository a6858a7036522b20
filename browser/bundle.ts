import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Folder of the bundles that pages load. */
export const BUNDLES = join(import.meta.dir, '../src/pages/scripts/bundles')

/** A script as pages load it. */
export interface Bundle {
  /** Name of its folder here, and of its file in `BUNDLES` without `.js`. */
  readonly name: string
  readonly text: string
}

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//

/**
 * The packages whose code may be in a bundle. They are collected before tree shaking, so a listed package may contribute no code.
 */
async function packagesIn(entry: string): Promise<ReadonlySet<string>> {
  const packages = new Set<string>()
  await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    plugins: [
      {
        name: 'packages',
        setup: ({ onLoad }) => {
          onLoad({ filter: /node_modules/ }, async ({ path }) => {
            const name = PACKAGE.exec(path.replaceAll('\\', '/'))?.[1]
            if (name !== undefined) packages.add(name)
            return { contents: await Bun.file(path).text(), loader: 'js' }
          })
        },
      },
    ],
  })
  return packages
}

/** The licenses of packages as a comment: each text once, preceded by its packages. */
async function licenseComment(packages: ReadonlySet<string>): Promise<string> {
  const byText = new Map<string, string[]>()
  for (const name of [...packages].sort()) {
    const manifest = Bun.resolveSync(`${name}/package.json`, import.meta.dir)
    const { version } = (await Bun.file(manifest).json()) as { readonly version: string }
    const folder = dirname(manifest)
    const file = (await readdir(folder)).find((entry) => /^licen[sc]e/i.test(entry))
    if (file === undefined) throw new Error(`${name} has no license file.`)
    const text = (await Bun.file(join(folder, file)).text()).trim()
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`])
  }
  if (byText.size === 0) return ''
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}:\n\n${text}`)
  return `/*!\nThis file contains:\n\n${parts.join('\n\n').replaceAll('*/', '* /')}\n*/`
}

async function bundle(name: string): Promise<Bundle> {
  const entry = join(import.meta.dir, name, 'main.ts')
  const banner = await licenseComment(await packagesIn(entry))
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'esm',
    minify: true,
    // Excludes the packages' own messages to developers.
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(banner === '' ? {} : { banner }),
  })
  return { name, text: await outputs[0]!.text() }
}

/** Builds all bundles. */
export async function makeBundles(): Promise<readonly Bundle[]> {
  const names: string[] = []
  for await (const path of new Bun.Glob('*/main.ts').scan(import.meta.dir)) names.push(dirname(path))
  return Promise.all(names.sort().map(bundle))
}

if (import.meta.main)
  for (const { name, text } of await makeBundles()) {
    await Bun.write(join(BUNDLES, `${name}.js`), text)
    const kilobytes = (Bun.gzipSync(text).byteLength / 1000).toFixed(1)
    process.stdout.write(`${name}.js: ${kilobytes} kB compressed\n`)
  }
