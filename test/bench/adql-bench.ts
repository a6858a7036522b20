/** Times the translation of ADQL, without running the SQL. Usage: bun test/bench/adql-bench.ts [repetitions] */
import { translateAdql } from '../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../fixtures/tap/sky-archive.ts'

const repetitions = Number(process.argv[2] ?? 2000)

/** A table as wide as the archive's own. */
const WIDE = SKY_TABLES.map((table) => ({
  ...table,
  columns: [
    ...table.columns,
    ...Array.from({ length: 339 }, (_, i) => ({ name: `col_${i}`, type: 'Float64' as const })),
  ],
}))

const QUERIES: Readonly<Record<string, string>> = {
  'whole table': 'select * from ps',
  'column list':
    'select pl_name,hostname,disc_year,pl_orbper,pl_rade,sy_dist from ps where default_flag=1 order by disc_year desc',
  cone: "select * from ps where contains(point('icrs',ra,dec),circle('icrs',175.5462,26.7066,0.02 degree))=1",
  '300 characters':
    "select top 100 p.pl_name, p.hostname, p.pl_rade as radius, s.st_teff, round(p.pl_orbper, 2) as period from ps p join stellarhosts s on p.hostname = s.hostname where p.default_flag = 1 and p.pl_rade between 0.5 and 2.0 and upper(p.discoverymethod) like 'TRANSIT%' and s.st_mass is not null order by radius desc",
  'unions and common tables':
    'with a as (select hostname, count(*) as n from ps group by hostname having count(*) > 2), b as (select hostname from stellarhosts where st_mass > 1) select hostname from a where n > 3 union select hostname from b intersect select hostname from ps where disc_year in (2014, 2016, 2019) order by hostname',
  'nested paging':
    'select * from (select t.*, rownum rn from (select * from ps order by pl_rade) t where rownum <= 50) where rn > 25',
}

for (const [name, text] of Object.entries(QUERIES)) {
  for (let i = 0; i < 200; i++) translateAdql(text, WIDE)
  const times: number[] = []
  for (let i = 0; i < repetitions; i++) {
    const start = performance.now()
    translateAdql(text, WIDE)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (fraction: number): string => `${(times[Math.floor(fraction * (times.length - 1))]! * 1000).toFixed(0)} µs`
  process.stdout.write(`${name} (${text.length} characters): median ${at(0.5)}, 95 % ${at(0.95)}\n`)
}
