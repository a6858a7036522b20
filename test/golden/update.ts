import { removeTemporaryFolders } from '../fixtures/temporary-folder.ts'
import { goldenCases, updateCase } from './golden-cases.ts'

if (process.argv[2] !== '--update') {
  process.stderr.write(
    '`bun run golden --update` rewrites what every case is expected to give; `bun test test/golden` compares.\n',
  )
  process.exit(2)
}
if (process.env.CI !== undefined) {
  process.stderr.write('What is expected is decided by people, so it is not rewritten in CI.\n')
  process.exit(1)
}
for (const name of await goldenCases()) {
  const changed = await updateCase(name)
  process.stdout.write(`${name}: ${changed.length === 0 ? 'unchanged' : changed.join(', ')}\n`)
}
await removeTemporaryFolders()
