import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { folderWith } from '../fixtures/archives/archive-folder.ts'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'
import { builtSnapshot } from '../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { pythonWith } from './python-with.ts'

const python = pythonWith('astroquery.ipac.nexsci.nasa_exoplanet_archive')

let server: TestServer
beforeAll(async () => {
  const rows = Array.from({ length: 25 }, (_, i) => {
    const planet = `K-${i} b,K-${i},${i % 2},2001,${10 + (i % 5)},${20 + Math.floor(i / 5)},1.5,"<a href=x>Ref ${i}</a>"`
    return { planet, host: `K-${i},3` }
  })
  const archive = await folderWith({
    'exoplanets.csv': `pl_name,hostname,default_flag,disc_year,ra,dec,pl_rade,pl_refname\n${rows.map(({ planet }) => planet).join('\n')}\n`,
    'stellarhosts.csv': `hostname,sy_dist\n${rows.map(({ host }) => host).join('\n')}\n`,
    'columns.csv':
      'table_name,column_name,description,unit,datatype\nps,ra,RA,degrees,double\nps,dec,Dec,degrees,double\nps,pl_rade,Radius,Earth Radius,double\n',
  })
  const { dataDir } = await builtSnapshot(archive)
  server = await startServer({ SQL_PROCESSES: '1', DATA_DIR: dataDir })
})
afterAll(() => server.stop())

skipUnless(python !== undefined, 'astroquery is not installed').test(
  'astroquery works with nothing but its configuration file changed',
  async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'astropy'))
    await Bun.write(
      join(folder, 'astropy', 'astroquery.cfg'),
      `[ipac.nexsci.nasa_exoplanet_archive]
url_tap = ${server.url}/TAP/
url_api = ${server.url}/cgi-bin/nstedAPI/nph-nstedAPI
url_aliaslookup = ${server.url}/cgi-bin/Lookup/nph-aliaslookup.py?objname=
`,
    )
    const script = `
import json, warnings
warnings.simplefilter('ignore')
from astroquery.ipac.nexsci.nasa_exoplanet_archive import NasaExoplanetArchive as archive
from astropy.coordinates import SkyCoord
import astropy.units as u
found = {'tables': sorted(archive.TAP_TABLES)}
table = archive.query_criteria(table='ps', select='pl_name,ra,dec,pl_rade', where='default_flag=1', order='pl_name')
found['criteria'] = [str(name) for name in table['pl_name']]
found['unit'] = str(table['pl_rade'].unit)
found['object'] = [str(name) for name in archive.query_object('k-3', select='pl_name,hostname')['pl_name']]
found['planet'] = [str(name) for name in archive.query_object('K-4 b', select='pl_name,hostname')['pl_name']]
found['aliases'] = list(archive.query_aliases('K-4'))
near = archive.query_region(table='ps', coordinates=SkyCoord(ra=12 * u.deg, dec=22 * u.deg), radius=1.05 * u.deg)
found['region'] = sorted(str(name) for name in near['pl_name'])
found['position'] = str(near['sky_coord'][0].ra.unit)
try:
    archive.query_criteria(table='ps', select='nothing')
except Exception as error:
    found['error'] = [type(error).__name__, str(error)]
print(json.dumps(found))`
    const child = Bun.spawn([python!, '-c', script], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [output, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect(await child.exited, complaint).toBe(0)
    const found = JSON.parse(output)
    const even = Array.from({ length: 12 }, (_, i) => `K-${2 * i + 1} b`)
    expect(found.tables).toEqual(expect.arrayContaining(['ps', 'stellarhosts']))
    expect(found.criteria).toEqual(even.sort())
    expect(found.unit).toBe('earthRad')
    expect(found.object).toEqual(['K-3 b'])
    expect(found.planet).toEqual(['K-4 b'])
    expect(found.aliases).toEqual(['K-4'])
    expect(found.region).toEqual(['K-11 b', 'K-12 b', 'K-13 b', 'K-17 b', 'K-7 b'])
    expect(found.position).toBe('deg')
    expect(found.error[0]).toBe('InvalidQueryError')
    expect(found.error[1]).toContain('nothing')
  },
)
