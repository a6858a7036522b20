import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

/**
 * Requests in the forms that public scripts send to the archive's own address, encoded as they encode them, each with the SQL
 * that gives the same rows. Where the SQL has ORDER BY at its end, the order is compared too.
 */
const ANSWERED: readonly (readonly [query: string, sql: string])[] = [
  // Whole tables, lists of columns, any case, a schema in front.
  ['select+*+from+ps', 'SELECT * FROM exoplanets'],
  ['select%20*%20from%20stellarhosts', 'SELECT * FROM stellarhosts'],
  ['SELECT+PL_NAME,HOSTNAME+FROM+PS', 'SELECT pl_name, hostname FROM exoplanets'],
  ['select+pl_name,pl_rade+from+exo_tap.ps', 'SELECT pl_name, pl_rade FROM exoplanets'],
  ['select+ps.pl_name+from+public.ps', 'SELECT pl_name FROM exoplanets'],
  ['%0A++select%0A++++pl_name%2C%0A++++hostname%0A++from%0A++++ps%0A', 'SELECT pl_name, hostname FROM exoplanets'],
  ['select+pl_name+from+ps;', 'SELECT pl_name FROM exoplanets'],
  ['select pl_name,pl_orbper from ps', 'SELECT pl_name, pl_orbper FROM exoplanets'],
  // Filters.
  ['select+pl_name+from+ps+where+default_flag=1', 'SELECT pl_name FROM exoplanets WHERE default_flag = 1'],
  [
    "select+pl_name,pl_refname+from+ps+where+pl_name='51+Peg+b'",
    "SELECT pl_name, pl_refname FROM exoplanets WHERE pl_name = '51 Peg b'",
  ],
  [
    'select+pl_name+from+ps+where+hostname%3D%2751%20Peg%27+and+default_flag+%3D+1',
    "SELECT pl_name FROM exoplanets WHERE hostname = '51 Peg' AND default_flag = 1",
  ],
  [
    "select+pl_name+from+ps+where+upper(hostname)+like+'%25TRAPPIST%25'",
    "SELECT pl_name FROM exoplanets WHERE upper(hostname) LIKE '%TRAPPIST%'",
  ],
  ["select+pl_name+from+ps+where+hostname+like+'%PEG%'", 'SELECT pl_name FROM exoplanets WHERE 0'],
  ["select+pl_name+from+ps+where+pl_name+like+'%Peg%'", "SELECT pl_name FROM exoplanets WHERE pl_name GLOB '*Peg*'"],
  ["select+pl_name+from+ps+where+pl_name+like+'51+Peg+b'", "SELECT pl_name FROM exoplanets WHERE pl_name = '51 Peg b'"],
  ["select+pl_name+from+ps+where+hostname+like+'*Peg*'", 'SELECT pl_name FROM exoplanets WHERE 0'],
  ['select+pl_name+from+ps+where+disc_year>=2016', 'SELECT pl_name FROM exoplanets WHERE disc_year >= 2016'],
  [
    'select+pl_name+from+ps+where+disc_year%3E2.0AND+pl_rade<2',
    'SELECT pl_name FROM exoplanets WHERE disc_year > 2.0 AND pl_rade < 2',
  ],
  ['select+pl_name+from+ps+where+pl_rade+<+=+2', 'SELECT pl_name FROM exoplanets WHERE pl_rade <= 2'],
  ["select+pl_name+from+ps+where+disc_year='1995'", 'SELECT pl_name FROM exoplanets WHERE disc_year = 1995'],
  [
    "select+pl_name+from+ps+where+pl_rade+like+'1%'",
    "SELECT pl_name FROM exoplanets WHERE CAST(pl_rade AS TEXT) LIKE '1%'",
  ],
  [
    "select+pl_name,pl_pubdate+from+ps+where+pl_pubdate+>+'2015-06'",
    "SELECT pl_name, pl_pubdate FROM exoplanets WHERE pl_pubdate > '2015-06'",
  ],
  [
    'select+pl_name+from+ps+where+pl_bmasse+is+not+null+and+pl_rade+is+null',
    'SELECT pl_name FROM exoplanets WHERE pl_bmasse IS NOT NULL AND pl_rade IS NULL',
  ],
  [
    "select+pl_name+from+ps+where+discoverymethod+in+('Transit','Imaging')+and+disc_year+between+2005+and+2012",
    "SELECT pl_name FROM exoplanets WHERE discoverymethod IN ('Transit', 'Imaging') AND disc_year BETWEEN 2005 AND 2012",
  ],
  [
    "select+pl_name+from+ps+where+discoverymethod!='Transit'+or+(tran_flag=1+and+pl_controv_flag<>0)",
    "SELECT pl_name FROM exoplanets WHERE discoverymethod != 'Transit' OR (tran_flag = 1 AND pl_controv_flag <> 0)",
  ],
  [
    'select+pl_name+from+ps+where+st_teff+not+between+4000+and+6000+and+not+default_flag=0',
    'SELECT pl_name FROM exoplanets WHERE st_teff NOT BETWEEN 4000 AND 6000 AND NOT default_flag = 0',
  ],
  // Counts and groups.
  ['select+count(*)+from+ps', 'SELECT count(*) FROM exoplanets'],
  ['select+count(distinct+pl_name)+as+n+from+ps', 'SELECT count(DISTINCT pl_name) FROM exoplanets'],
  ['select+distinct+hostname+from+ps', 'SELECT DISTINCT hostname FROM exoplanets'],
  ['select+distinct(hostname),disc_year+from+ps', 'SELECT DISTINCT hostname, disc_year FROM exoplanets'],
  [
    'select+discoverymethod,count(*)+k+from+ps+where+default_flag=1+group+by+discoverymethod+order+by+k+desc,discoverymethod',
    'SELECT discoverymethod, count(*) AS k FROM exoplanets WHERE default_flag = 1 GROUP BY 1 ORDER BY k DESC, discoverymethod',
  ],
  [
    'select+hostname,min(sy_dist)+as+sy_dist+from+ps+group+by+hostname+having+count(*)>2',
    'SELECT hostname, min(sy_dist) FROM exoplanets GROUP BY hostname HAVING count(*) > 2',
  ],
  ['select+max(pl_rade),min(pl_rade)+from+ps', 'SELECT max(pl_rade), min(pl_rade) FROM exoplanets'],
  // Order and parts.
  [
    'select+top+5+pl_name,pl_orbper+from+ps+order+by+pl_orbper,pl_name',
    'SELECT pl_name, pl_orbper FROM exoplanets ORDER BY pl_orbper NULLS LAST, pl_name LIMIT 5',
  ],
  [
    'select+pl_name,pl_rade+from+ps+order+by+pl_rade+desc,pl_name',
    'SELECT pl_name, pl_rade FROM exoplanets ORDER BY pl_rade DESC NULLS FIRST, pl_name',
  ],
  [
    'select+distinct+top+4+pl_name+from+ps+order+by+pl_name',
    'SELECT DISTINCT pl_name FROM exoplanets ORDER BY pl_name LIMIT 4',
  ],
  ['select+pl_name+from+ps+top+3', 'SELECT pl_name FROM exoplanets LIMIT 3'],
  ['select+pl_name+from+ps+order+by+pl_name+limit+7', 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 7'],
  [
    'select+pl_name+from+ps+order+by+pl_name+offset+10',
    'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT -1 OFFSET 10',
  ],
  ['select+pl_name+from+ps+where+rownum<=3', 'SELECT pl_name FROM exoplanets LIMIT 3'],
  [
    'select+pl_name+from+(select+t.*,rownum+rn+from+(select+pl_name+from+ps+order+by+pl_name)+t+where+rownum<=20)+where+rn>15',
    'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 5 OFFSET 15',
  ],
  // Functions that other services have.
  ['select+pl_name,nvl(pl_rade,-1)+r+from+ps', 'SELECT pl_name, coalesce(pl_rade, -1) FROM exoplanets'],
  [
    "select+pl_name,decode(tran_flag,1,'yes','no')+t+from+ps",
    "SELECT pl_name, CASE tran_flag WHEN 1 THEN 'yes' ELSE 'no' END FROM exoplanets",
  ],
  ['select+1+from+dual', 'SELECT 1'],
  [
    'select+pl_name,round(pl_rade,1),log10(pl_orbper)+from+ps+where+pl_orbper>0',
    'SELECT pl_name, round(pl_rade, 1), log10(pl_orbper) FROM exoplanets WHERE pl_orbper > 0',
  ],
  // Tables together.
  [
    'select+p.pl_name,s.st_teff+from+ps+p+join+stellarhosts+s+on+p.hostname=s.hostname+where+p.default_flag=1',
    'SELECT p.pl_name, s.st_teff FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname WHERE p.default_flag = 1',
  ],
  [
    'select+pl_name+from+ps+where+hostname+in+(select+hostname+from+stellarhosts+where+st_teff>5000)',
    'SELECT pl_name FROM exoplanets WHERE hostname IN (SELECT hostname FROM stellarhosts WHERE st_teff > 5000)',
  ],
  [
    'select+hostname+from+ps+minus+select+hostname+from+stellarhosts',
    'SELECT hostname FROM exoplanets EXCEPT SELECT hostname FROM stellarhosts',
  ],
]

/** Requests that cannot be answered, and what the message must say. */
const REFUSED: readonly (readonly [parameters: string, ...words: string[]])[] = [
  ['query=select+pl_name,pl_hostname+from+ps', 'pl_hostname', 'hostname'],
  ['query=select+pl_name,st_dist+from+ps', 'st_dist', 'sy_dist'],
  ['query=select+pl_name,pl_albedo+from+ps', 'pl_albedo'],
  ['query=select+default_flag+from+stellarhosts', 'default_flag'],
  ['query=select+pl_name+from+ps+where+pl_name=Kepler-22', 'Kepler'],
  ['query=select+pl_name+from+ps+where+pl_name="Kepler-22+b"', 'Kepler-22 b', 'single quotes'],
  ["query=select+pl_name+from+ps+where+pl_name='Kepler-22+b", 'quot'],
  ['query=select+pl_name+from+ps+where+pl_name=?', '?'],
  ['query=select+pl_name+where+default_flag=1', 'FROM'],
  ['query=select+pl_name+from+koi', 'koi'],
  ['query=delete+from+ps', 'delete'],
  ['query=select+pl_name+from+ps&format=xlsx', 'xlsx', 'csv'],
  ['table=ps&select=pl_name&where=pl_rade<2', 'QUERY'],
  ['', 'QUERY'],
]

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

type Row = readonly unknown[]

/** Rows as texts that can be compared, in any order where the query asks for none. */
function comparable(rows: readonly Row[], sql: string): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row))
  return /ORDER BY [^()]*$/.test(sql) ? texts : texts.sort()
}

async function ownRows(sql: string): Promise<readonly Row[]> {
  const response = await service.get(`/rest/query?${new URLSearchParams({ sql, limit: '10000' })}`)
  const { data } = (await response.json()) as { data: Record<string, unknown>[] }
  return data.map((row) => Object.values(row))
}

describe('a request as scripts send it to the archive has the rows of the same SQL', () => {
  for (const [query, sql] of ANSWERED)
    test(query, async () => {
      const response = await service.get(`/TAP/sync?query=${query}&format=json`)
      const text = await response.text()
      expect(response.status, text).toBe(200)
      const rows = (JSON.parse(text) as Record<string, unknown>[]).map((row) => Object.values(row))
      const expected = await ownRows(sql)
      if (/ LIMIT 3$/.test(sql)) expect(rows).toHaveLength(expected.length)
      else expect(comparable(rows, sql)).toEqual(comparable(expected, sql))
    })
})

describe('a request that cannot be answered is a VOTable with a message that helps', () => {
  for (const [parameters, ...words] of REFUSED)
    test(parameters === '' ? 'nothing at all' : parameters, async () => {
      const response = await service.get(`/TAP/sync?${parameters}`)
      expect(response.status).toBe(400)
      const text = (await response.text()).replaceAll('&quot;', '"').replaceAll('&apos;', "'")
      expect(text).toContain('<INFO name="QUERY_STATUS" value="ERROR">')
      for (const word of words) expect(text).toContain(word)
    })
})
