import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listen } from '../../../src/server/listen.ts'
import { PortInUseError, readCommandLine } from '../../../src/settings.ts'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { openFilesBelow } from '../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

skipUnless(hasProc, NO_PROC).test(
  'a server whose port is taken leaves no process, no open file and no sign of itself',
  async () => {
    const { dataDir } = await builtSnapshot()
    const jobsDir = await temporaryFolder()
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    try {
      const env = {
        HOST: '127.0.0.1',
        PORT: String(taken.port),
        DATA_DIR: dataDir,
        JOBS_DIR: jobsDir,
        SQL_PROCESSES: '1',
      }
      const { settings } = readCommandLine(env, [])
      await expect(listen({ settings, observe: () => {} })).rejects.toBeInstanceOf(PortInUseError)
      const own = engineProcesses(process.pid).filter(({ catalogPath }) => catalogPath.startsWith(dataDir))
      expect(own).toEqual([])
      expect(openFilesBelow(dataDir)).toEqual([])
      expect(await readdir(join(jobsDir, 'servers'))).toEqual([])
    } finally {
      await taken.stop(true)
    }
  },
)
