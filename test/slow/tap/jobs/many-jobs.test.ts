import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Job, newJobId } from '../../../../src/tap/jobs/job.ts'
import { createJobService } from '../../../../src/tap/jobs/job-service.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

test('ten thousand jobs are listed, and hold nobody up meanwhile', async () => {
  const dir = await temporaryFolder()
  const now = Date.now()
  for (let i = 0; i < 10_000; i++) {
    const id = newJobId()
    const job: Job = {
      id,
      phase: i % 2 === 0 ? 'COMPLETED' : 'PENDING',
      createdMs: now + i,
      destructionMs: now + 900_000,
      executionS: 3,
      parameters: [['QUERY', 'select 1']],
      client: 'c',
      attempts: 0,
    }
    await mkdir(join(dir, 'jobs', id), { recursive: true })
    await Bun.write(join(dir, 'jobs', id, '1.json'), JSON.stringify(job))
  }
  const limits = { maxJobs: 10_000, maxBytes: 1e9, keepS: 1_000, timeoutS: 10 }
  const service = await createJobService({ dir, limits, most: 1, onFault: (error) => expect(error).toBeUndefined() })
  let longestMs = 0
  let lastMs = performance.now()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs)
    lastMs = performance.now()
  }, 5)
  expect(await service.list({ client: 'c' })).toHaveLength(10_000)
  const latest = await service.list({ client: 'c', phases: new Set(['PENDING']), last: 3 })
  expect(latest.map(({ createdMs }) => createdMs - now)).toEqual([9_995, 9_997, 9_999])
  clearInterval(timer)
  // The processor may be busy with other things; listing at once would take it for a second.
  expect(longestMs).toBeLessThan(600)
  await expect(service.create('c', {})).rejects.toMatchObject({ code: 'too_many_jobs' })
  await service.stop()
})
