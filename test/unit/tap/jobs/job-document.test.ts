import { describe, expect, test } from 'bun:test'
import type { Job } from '../../../../src/tap/jobs/job.ts'
import { jobListXml, jobXml, parametersXml, resultsXml } from '../../../../src/tap/jobs/job-document.ts'

const JOB: Job = {
  id: '0123456789abcdef0123456789abcdef',
  phase: 'PENDING',
  createdMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  destructionMs: Date.UTC(2026, 0, 3),
  executionS: 20,
  parameters: [['QUERY', 'select 1 where a < 2 & "b"']],
  client: 'c',
  attempts: 0,
}
const URL = 'http://localhost/tap?a=1&b=2'

describe('the document of a job', () => {
  test('has the times that there are, and says of the others that there are none', () => {
    const pending = jobXml(JOB, URL)
    expect(pending).toContain('<uws:creationTime>2026-01-02T03:04:05.678Z</uws:creationTime>')
    expect(pending).toContain('<uws:destruction>2026-01-03T00:00:00.000Z</uws:destruction>')
    expect(pending).toContain('<uws:executionDuration>20</uws:executionDuration>')
    for (const name of ['startTime', 'endTime', 'ownerId', 'quote'])
      expect(pending).toContain(`<uws:${name} xsi:nil="true"/>`)
    expect(pending).not.toContain('runId')
    expect(pending).not.toContain('errorSummary')
    const over = jobXml({ ...JOB, phase: 'COMPLETED', startedMs: 0, endedMs: 1_500, runId: 'a<b' }, URL)
    expect(over).toContain('<uws:startTime>1970-01-01T00:00:00.000Z</uws:startTime>')
    expect(over).toContain('<uws:endTime>1970-01-01T00:00:01.500Z</uws:endTime>')
    expect(over).toContain('<uws:runId>a&lt;b</uws:runId>')
  })

  test.each([
    [true, 'transient'],
    [false, 'fatal'],
  ])('says of an error that may pass: %p, that it is %s', (isTransient, type) => {
    const text = jobXml({ ...JOB, phase: 'ERROR', error: { message: 'a < b', isTransient } }, URL)
    expect(text).toContain(`<uws:errorSummary type="${type}" hasDetail="true">`)
    expect(text).toContain('<uws:message>a &lt; b</uws:message>')
  })

  test('names its result, and its parameters as they were sent', () => {
    const result = { file: 'f', bytes: 12, mediaType: 'text/csv', snapshotId: 's' }
    for (const document of [jobXml({ ...JOB, result }, URL), resultsXml({ ...JOB, result }, URL)])
      expect(document).toContain(
        'xlink:href="http://localhost/tap?a=1&amp;b=2/results/result" mime-type="text/csv" size="12"/>',
      )
    expect(resultsXml(JOB, URL)).not.toContain('<uws:result ')
    for (const document of [jobXml(JOB, URL), parametersXml(JOB)])
      expect(document).toContain('<uws:parameter id="query">select 1 where a &lt; 2 &amp; ')
  })

  test('stands in a list under its address', () => {
    const list = jobListXml([JOB, { ...JOB, id: 'f'.repeat(32), phase: 'ABORTED' }], URL)
    expect(
      [...list.matchAll(/<uws:jobref id="([^"]*)".* xlink:href="([^"]*)">/g)].map(([, ...found]) => found),
    ).toEqual([
      [JOB.id, `http://localhost/tap?a=1&amp;b=2/${JOB.id}`],
      ['f'.repeat(32), `http://localhost/tap?a=1&amp;b=2/${'f'.repeat(32)}`],
    ])
    expect([...list.matchAll(/<uws:phase>(\w+)</g)].map(([, phase]) => phase)).toEqual(['PENDING', 'ABORTED'])
    expect(jobListXml([], URL)).not.toContain('jobref')
  })
})
