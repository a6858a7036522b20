import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { pythonWith } from './python-with.ts'

/** The stages of taplint for what the service declares: all but those of uploads and of tables that others have. */
const STAGES = 'TMV TME TMS TMC CPV CAP AVV QGE QPO QAS UWS MDQ EXA'

const stilts = Bun.which('stilts')
const pyvo = pythonWith('pyvo')
const pandas = pythonWith('pandas')

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(await child.exited, `${command.join(' ').slice(0, 200)}\n${complaint}`).toBe(0)
  return output
}

async function csv(query: string): Promise<string> {
  return (await fetch(`${server.url}/tap/sync?${new URLSearchParams({ query, format: 'csv' })}`)).text()
}

skipUnless(stilts !== null, 'stilts is not installed').test(
  'taplint has no complaint about what is declared',
  async () => {
    const output = await run([stilts!, 'taplint', `tapurl=${server.url}/tap`, `stages=${STAGES}`])
    const lines = output.split('\n')
    expect(lines.filter((line) => /^[EW]-/.test(line))).toEqual([])
    // Every stage has run.
    expect(lines.filter((line) => line.startsWith('Section '))).toHaveLength(STAGES.split(' ').length)
  },
)

skipUnless(stilts !== null, 'stilts is not installed').test(
  'every VOTable is valid and has the same rows',
  async () => {
    const query = 'select pl_name, pl_rade, disc_year, pl_refname from ps order by pl_name, pl_refname'
    const folder = await temporaryFolder()
    const wanted = await csv(query)
    for (const format of ['votable', 'votable/td', 'text/xml']) {
      const file = join(folder, 'result.vot')
      await Bun.write(file, await fetch(`${server.url}/tap/sync?${new URLSearchParams({ query, format })}`))
      const complaints = (await run([stilts!, 'votlint', file]))
        .split('\n')
        .filter((line) => /ERROR|WARNING/.test(line))
      expect(complaints, format).toEqual([])
      const rows = await run([stilts!, 'tpipe', `in=${file}`, 'ifmt=votable', 'omode=count'])
      expect(rows, format).toContain(`rows: ${wanted.trimEnd().split('\n').length - 1}`)
    }
    const tapquery = (sync: boolean): Promise<string> =>
      run([
        stilts!,
        'tapquery',
        `sync=${sync}`,
        ...(sync ? [] : ['poll=200']),
        `tapurl=${server.url}/tap`,
        `adql=${query}`,
        'ofmt=csv',
      ])
    const names = (text: string): string[] =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(',')[0]!.replaceAll('"', ''))
    for (const sync of [true, false]) expect(names(await tapquery(sync))).toEqual(names(wanted))
  },
)

skipUnless(pyvo !== undefined, 'pyvo is not installed').test('pyvo finds tables, rows, cuts and errors', async () => {
  const output = await run([
    pyvo!,
    '-W',
    'ignore',
    '-c',
    `
import json, pyvo, urllib.request
service = pyvo.dal.TAPService('${server.url}/tap')
found = {'tables': sorted(table.name for table in service.tables), 'examples': len(service.examples) > 0}
found['rows'] = [str(row['pl_name']) for row in service.search('select top 5 pl_name from ps order by pl_name')]
table = service.search('select pl_rade from ps').to_table()
found['unit'] = str(table['pl_rade'].unit)
found['sum'] = round(float(table['pl_rade'].sum()), 3)
job = service.submit_job('select top 5 pl_name from ps order by pl_name')
job.run()
job.wait(phases=['COMPLETED', 'ERROR', 'ABORTED'], timeout=60)
found['phase'] = job.phase
found['asyncRows'] = [str(row['pl_name']) for row in job.fetch_result()]
found['listed'] = job.job_id in [each.jobid for each in service.get_job_list()]
job.delete()
found['left'] = job.job_id in [each.jobid for each in service.get_job_list()]
failed = service.submit_job('select nothing from ps')
failed.run().wait(phases=['ERROR', 'COMPLETED'], timeout=60)
try:
    failed.raise_if_error()
except pyvo.dal.DALQueryError:
    found['asyncError'] = urllib.request.urlopen(failed.url + '/error').read().decode()
found['async'] = len(service.run_async('select top 3 pl_rade from ps'))
found['cut'] = service.search('select pl_name from ps', maxrec=2).query_status
try:
    service.search('select nothing from ps')
except pyvo.dal.DALQueryError as error:
    found['error'] = str(error)
print(json.dumps(found))`,
  ])
  const found = JSON.parse(output)
  const [, ...names] = (await csv('select top 5 pl_name from ps order by pl_name')).trimEnd().split('\n')
  const [, sum] = (await csv('select sum(pl_rade) as s from ps')).split('\n')
  expect(found.tables).toEqual(expect.arrayContaining(['ps', 'stellarhosts', 'tap_schema.columns']))
  expect(found.examples).toBe(true)
  expect(found.rows).toEqual(names.map((name) => JSON.parse(name)))
  expect(found.asyncRows).toEqual(found.rows)
  expect([found.phase, found.listed, found.left, found.async]).toEqual(['COMPLETED', true, false, 3])
  expect(found.asyncError).toContain('nothing')
  expect(found.sum).toBeCloseTo(Number(sum), 2)
  expect(found.unit).toContain('earthRad')
  expect(found.cut).toBe('OVERFLOW')
  expect(found.error).toContain('nothing')
})

skipUnless(pandas !== undefined, 'pandas is not installed').test('pandas reads the address', async () => {
  const output = await run([
    pandas!,
    '-c',
    `
import pandas
frame = pandas.read_csv('${server.url}/TAP/sync?query=select+*+from+stellarhosts&format=csv')
print(len(frame), len(frame.columns), frame['hostname'].iloc[0], round(float(frame['st_teff'].sum()), 1))`,
  ])
  const [count, columns, ...rest] = output.trim().split(' ')
  const [, counted] = (await csv('select count(*) as n, sum(st_teff) as s from stellarhosts')).split('\n')
  expect([Number(count), Number(rest.at(-1))]).toEqual(counted!.split(',').map(Number) as [number, number])
  expect(Number(columns)).toBeGreaterThan(10)
})
