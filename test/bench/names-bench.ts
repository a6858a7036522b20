import type { CollectedAlias, CollectedTarget } from '../../build/names/collect-names.ts'
import { encodeNames } from '../../build/names/encode-names.ts'
import { NameIndex } from '../../src/names/name-index.ts'
import { createResolver } from '../../src/names/resolver.ts'
import { seededRandom } from './load/seeded-random.ts'

/**
 * Look-ups in an index of 190,000 names, for each kind of match: `bun test/bench/names-bench.ts`. The aim is 1 ms at most for
 * every kind, at the 99th percentile.
 */
const NAMES = 190_000
const LOOKUPS = 2_000

const random = seededRandom(7)
const digits = (most: number): number => Math.floor(random() * most)
const CATALOGS = ['Kepler-', 'HD ', 'TOI-', 'K2-', 'WASP-', 'GJ ', 'HIP ', 'HAT-P-', 'EPIC ', 'OGLE-2016-BLG-']

/** Hosts with one planet each, and five identifiers as the archive has them. */
function makeNames(): { targets: CollectedTarget[]; aliases: CollectedAlias[] } {
  const hosts = new Set<string>()
  while (hosts.size < NAMES / 7) hosts.add(`${CATALOGS[digits(CATALOGS.length)]}${digits(90_000)}`)
  const targets = [
    ...[...hosts].map(
      (host): CollectedTarget => ({ kind: 'planet', name: `${host} b`, table: 'exoplanets', host, letter: 'b' }),
    ),
    ...[...hosts].map(
      (name): CollectedTarget => ({ kind: 'host', name, table: 'stellarhosts', host: null, letter: null }),
    ),
  ]
  const aliases = [...hosts].flatMap((name) =>
    [
      `TIC ${digits(9e8)}`,
      `Gaia DR2 ${digits(9e15)}${digits(1e3)}`,
      `Gaia DR3 ${digits(9e15)}${digits(1e3)}`,
      `2MASS J${digits(9e7)}+${digits(9e6)}`,
      `HD ${digits(4e5)} A`,
    ].map((alias): CollectedAlias => ({ kind: 'host', name, alias, via: 'tic_id' })),
  )
  return { targets, aliases }
}

function misspelled(name: string): string {
  const at = digits(name.length)
  return `${name.slice(0, at)}x${name.slice(at + 1)}`
}

const { targets, aliases } = makeNames()
const encodeStart = performance.now()
const bytes = encodeNames(targets, aliases)
const encodeMs = performance.now() - encodeStart
const openStart = performance.now()
const index = new NameIndex(new Uint8Array(bytes))
const resolver = createResolver(index)
process.stdout.write(
  `${index.entries.toLocaleString('en')} names, ${(bytes.byteLength / 1e6).toFixed(1)} MB; made in ${encodeMs.toFixed(0)} ms, opened in ${(performance.now() - openStart).toFixed(1)} ms\n`,
)

const pick = (): string => targets[digits(targets.length)]!.name
const KINDS: Readonly<Record<string, () => string>> = {
  exact: pick,
  spelling: () => pick().replaceAll(/[ -]/g, '').toLowerCase(),
  alias: () => aliases[digits(aliases.length)]!.alias,
  'host and letter': () => `${aliases[digits(aliases.length)]!.alias} b`,
  'one letter wrong': () => misspelled(pick()),
  'two letters wrong': () => misspelled(misspelled(pick())),
  'a beginning': () => pick().slice(0, 5),
  'nothing near': () => `Nowhere ${digits(1e6)} q`,
  'a long text': () => 'lorem ipsum dolor sit amet '.repeat(5),
}
for (const [kind, make] of Object.entries(KINDS)) {
  const names = Array.from({ length: LOOKUPS }, make)
  for (const name of names.slice(0, 300)) resolver.resolve(name, 10)
  const times = names
    .map((name) => {
      const start = performance.now()
      resolver.resolve(name, 10)
      return performance.now() - start
    })
    .sort((a, b) => a - b)
  const at = (share: number): string => `${times[Math.floor(share * (times.length - 1))]!.toFixed(3)} ms`
  process.stdout.write(`${kind.padEnd(18)} median ${at(0.5)}, p99 ${at(0.99)}\n`)
}
