/** An ADQL query, the SQLite query that must give the same rows, and what the result columns are called. */
export type Statement = readonly [adql: string, sqlite: string, names?: string]

/** By group. Where the SQLite query has ORDER BY at its end, the order is compared too. */
export const STATEMENTS: Readonly<Record<string, readonly Statement[]>> = {
  'select lists': [
    ['select pl_name from ps', 'SELECT pl_name FROM exoplanets', 'pl_name'],
    ['SELECT PL_NAME, HostName FROM PS', 'SELECT pl_name, hostname FROM exoplanets', 'PL_NAME,HostName'],
    ['select * from ps', 'SELECT * FROM exoplanets'],
    ['select ps.* from ps', 'SELECT * FROM exoplanets'],
    ['select exoplanets.* from exoplanets', 'SELECT * FROM exoplanets'],
    ['select p.*, pl_name from ps p', 'SELECT *, pl_name FROM exoplanets'],
    ['select *, pl_rade as r from ps', 'SELECT *, pl_rade FROM exoplanets'],
    ['select pl_name, pl_name from ps', 'SELECT pl_name, pl_name FROM exoplanets', 'pl_name,pl_name'],
    ['select "pl_name" from "ps"', 'SELECT pl_name FROM exoplanets', 'pl_name'],
    ['select "PL_NAME" from "PS"', 'SELECT pl_name FROM exoplanets', 'PL_NAME'],
    ['select pl_name as "Planet Name" from ps', 'SELECT pl_name FROM exoplanets', 'Planet Name'],
    ["select pl_name as 'Planet' from ps", 'SELECT pl_name FROM exoplanets', 'Planet'],
    ['select pl_name name, pl_rade as year from ps', 'SELECT pl_name, pl_rade FROM exoplanets', 'name,year'],
    [
      'select pl_rade as value, pl_rade as size, dec as date from ps',
      'SELECT pl_rade, pl_rade, dec FROM exoplanets',
      'value,size,date',
    ],
    ['select distinct hostname from ps', 'SELECT DISTINCT hostname FROM exoplanets'],
    [
      'select distinct(hostname), default_flag from ps',
      'SELECT DISTINCT hostname, default_flag FROM exoplanets',
      'hostname,default_flag',
    ],
    ['select all hostname from ps', 'SELECT hostname FROM exoplanets'],
    ['select (pl_rade) from ps', 'SELECT pl_rade FROM exoplanets', 'pl_rade'],
    ['select count(*) from ps', 'SELECT count(*) FROM exoplanets', 'count(*)'],
    ['select COUNT( * ) from ps', 'SELECT count(*) FROM exoplanets', 'COUNT(*)'],
    [
      'select max(pl_rade), min( pl_rade ) from ps',
      'SELECT max(pl_rade), min(pl_rade) FROM exoplanets',
      'max(pl_rade),min(pl_rade)',
    ],
    [
      'select count(distinct hostname) from ps',
      'SELECT count(DISTINCT hostname) FROM exoplanets',
      'count(distinct hostname)',
    ],
    ['select min(sy_dist) as sy_dist from ps', 'SELECT min(sy_dist) FROM exoplanets', 'sy_dist'],
    ['select 1', 'SELECT 1', '1'],
    ["select 'a''b' as t, 2.5 as n, null as z", "SELECT 'a''b', 2.5, NULL", 't,n,z'],
    ['select 1 from dual', 'SELECT 1'],
    ['select * from dual', "SELECT 'X'", 'dummy'],
    ['select exo_tap.ps.pl_name from exo_tap.ps', 'SELECT pl_name FROM exoplanets'],
    ['select pl_name from public.PS', 'SELECT pl_name FROM exoplanets'],
    ['select ps.pl_name from public.ps', 'SELECT pl_name FROM exoplanets'],
    ['select pl_name -- a comment\nfrom /* another; */ ps', 'SELECT pl_name FROM exoplanets'],
    ['  \n select pl_name\n\tfrom\u00a0ps ;; ', 'SELECT pl_name FROM exoplanets'],
    [
      'select pl_rade*2, -pl_rade, +pl_rade from ps',
      'SELECT pl_rade*2, -pl_rade, pl_rade FROM exoplanets',
      'pl_rade*2,-pl_rade,+pl_rade',
    ],
    ['select (disc_year = 2020) as hit from ps', 'SELECT disc_year = 2020 FROM exoplanets'],
  ],
  where: [
    ['select pl_name from ps where default_flag = 1', 'SELECT pl_name FROM exoplanets WHERE default_flag = 1'],
    [
      'select pl_name from ps where pl_rade > 1.0AND pl_rade < = 2',
      'SELECT pl_name FROM exoplanets WHERE pl_rade > 1.0 AND pl_rade <= 2',
    ],
    [
      'select pl_name from ps where pl_rade > = 1 and pl_rade ! = 2',
      'SELECT pl_name FROM exoplanets WHERE pl_rade >= 1 AND pl_rade <> 2',
    ],
    [
      'select pl_name from ps where disc_year <> 2020 or disc_year is null',
      'SELECT pl_name FROM exoplanets WHERE disc_year <> 2020 OR disc_year IS NULL',
    ],
    ['select pl_name from ps where not disc_year = 2020', 'SELECT pl_name FROM exoplanets WHERE NOT disc_year = 2020'],
    [
      'select pl_name from ps where not (disc_year = 2020 and pl_rade > 1)',
      'SELECT pl_name FROM exoplanets WHERE NOT (disc_year = 2020 AND pl_rade > 1)',
    ],
    ['select pl_name from ps where pl_rade is not null', 'SELECT pl_name FROM exoplanets WHERE pl_rade IS NOT NULL'],
    [
      'select pl_name from ps where pl_rade between 1 and 2',
      'SELECT pl_name FROM exoplanets WHERE pl_rade BETWEEN 1 AND 2',
    ],
    [
      'select pl_name from ps where pl_rade not between 1 and 2',
      'SELECT pl_name FROM exoplanets WHERE pl_rade NOT BETWEEN 1 AND 2',
    ],
    [
      "select pl_name from ps where disc_year between '2014' and '2019'",
      'SELECT pl_name FROM exoplanets WHERE disc_year BETWEEN 2014 AND 2019',
    ],
    [
      "select pl_name from ps where rowupdate between '2020-01-01' and '2020-12-31'",
      "SELECT pl_name FROM exoplanets WHERE rowupdate BETWEEN '2020-01-01' AND '2020-12-31'",
    ],
    [
      "select pl_name from ps where hostname in ('51 Peg','GJ 1')",
      "SELECT pl_name FROM exoplanets WHERE hostname IN ('51 Peg','GJ 1')",
    ],
    [
      "select pl_name from ps where hostname not in ('51 Peg','GJ 1')",
      "SELECT pl_name FROM exoplanets WHERE hostname NOT IN ('51 Peg','GJ 1')",
    ],
    [
      "select pl_name from ps where disc_year in ('2014', 2016)",
      'SELECT pl_name FROM exoplanets WHERE disc_year IN (2014, 2016)',
    ],
    [
      'select pl_name from ps where hostname in (700, 7)',
      "SELECT pl_name FROM exoplanets WHERE hostname IN ('700', '7')",
    ],
    ["select pl_name from ps where toi = '700.01'", 'SELECT pl_name FROM exoplanets WHERE toi = 700.01'],
    ["select pl_name from ps where '700.01' = toi", 'SELECT pl_name FROM exoplanets WHERE toi = 700.01'],
    ["select pl_name from ps where toi + 0 = ' 700.010 '", 'SELECT pl_name FROM exoplanets WHERE toi = 700.01'],
    ['select pl_name from ps where hostname = 700', "SELECT pl_name FROM exoplanets WHERE hostname = '700'"],
    ['select pl_name from ps where 700 = hostname', "SELECT pl_name FROM exoplanets WHERE hostname = '700'"],
    [
      "select pl_name from ps where rowupdate >= '2020-01-31'",
      "SELECT pl_name FROM exoplanets WHERE rowupdate >= '2020-01-31'",
    ],
    ['select pl_name from ps where pl_rade = null', 'SELECT pl_name FROM exoplanets WHERE NULL'],
    [
      'select pl_name from ps where disc_year = 2014 or disc_year = 2016 and pl_rade > 1',
      'SELECT pl_name FROM exoplanets WHERE disc_year = 2014 OR (disc_year = 2016 AND pl_rade > 1)',
    ],
    [
      'select pl_name from ps where exists (select 1 from stellarhosts s where s.hostname = ps.hostname and st_mass > 1)',
      'SELECT pl_name FROM exoplanets e WHERE EXISTS (SELECT 1 FROM stellarhosts s WHERE s.hostname = e.hostname AND st_mass > 1)',
    ],
    [
      'select pl_name from ps where not exists (select * from stellarhosts where stellarhosts.hostname = ps.hostname and st_mass > 1)',
      'SELECT pl_name FROM exoplanets e WHERE NOT EXISTS (SELECT 1 FROM stellarhosts s WHERE s.hostname = e.hostname AND st_mass > 1)',
    ],
    [
      'select pl_name from ps where hostname in (select hostname from stellarhosts where sy_pnum = 2)',
      'SELECT pl_name FROM exoplanets WHERE hostname IN (SELECT hostname FROM stellarhosts WHERE sy_pnum = 2)',
    ],
    [
      'select pl_name from ps where hostname not in (select hostname from stellarhosts where sy_pnum = 2)',
      'SELECT pl_name FROM exoplanets WHERE hostname NOT IN (SELECT hostname FROM stellarhosts WHERE sy_pnum = 2)',
    ],
    [
      'select pl_name from ps where pl_rade = (select max(pl_rade) from ps)',
      'SELECT pl_name FROM exoplanets WHERE pl_rade = (SELECT max(pl_rade) FROM exoplanets)',
    ],
    [
      'select pl_name from ps a where pl_rade > (select avg(pl_rade) from ps b where b.hostname = a.hostname)',
      'SELECT pl_name FROM exoplanets a WHERE pl_rade > (SELECT avg(pl_rade) FROM exoplanets b WHERE b.hostname = a.hostname)',
    ],
    [
      "select pl_name from ps where hostname = 'O''Brien 1'",
      "SELECT pl_name FROM exoplanets WHERE hostname = 'O''Brien 1'",
    ],
    ['select 1 from dual where 1 = 1', 'SELECT 1'],
    ['select pl_name from ps where ((((pl_rade)) > ((1))))', 'SELECT pl_name FROM exoplanets WHERE pl_rade > 1'],
    [
      'select pl_name from ps where hostname > discoverymethod',
      'SELECT pl_name FROM exoplanets WHERE hostname > discoverymethod',
    ],
    [
      "select pl_name from ps where upper(pl_name) = upper('trappist-1 b')",
      "SELECT pl_name FROM exoplanets WHERE upper(pl_name) = 'TRAPPIST-1 B'",
    ],
    [
      "select pl_name from ps where (pl_name='GJ 1 b' or pl_name='GJ1b') or (replace(pl_name,' ','')='GJ1b')",
      "SELECT pl_name FROM exoplanets WHERE replace(pl_name, ' ', '') = 'GJ1b'",
    ],
  ],
  like: [
    [
      "select pl_name from ps where hostname like 'Kepler%'",
      "SELECT pl_name FROM exoplanets WHERE substr(hostname, 1, 6) = 'Kepler'",
    ],
    [
      "select pl_name from ps where hostname like 'kepler%'",
      "SELECT pl_name FROM exoplanets WHERE substr(hostname, 1, 6) = 'kepler'",
    ],
    [
      "select pl_name from ps where hostname not like 'Kepler%'",
      "SELECT pl_name FROM exoplanets WHERE substr(hostname, 1, 6) <> 'Kepler'",
    ],
    [
      "select pl_name from ps where hostname ilike 'KEPLER%'",
      "SELECT pl_name FROM exoplanets WHERE lower(hostname) LIKE 'kepler%'",
    ],
    [
      "select pl_name from ps where hostname not ilike 'KEPLER%'",
      "SELECT pl_name FROM exoplanets WHERE hostname NOT LIKE 'kepler%'",
    ],
    [
      "select pl_name from ps where hostname like 'TRAPPIST-1'",
      "SELECT pl_name FROM exoplanets WHERE hostname = 'TRAPPIST-1'",
    ],
    [
      "select pl_name from ps where hostname not like 'TRAPPIST-1'",
      "SELECT pl_name FROM exoplanets WHERE hostname <> 'TRAPPIST-1'",
    ],
    [
      "select pl_name from ps where hostname like 'a_b'",
      "SELECT pl_name FROM exoplanets WHERE hostname IN ('a_b', 'a*b')",
    ],
    ["select pl_name from ps where hostname like 'a*b'", "SELECT pl_name FROM exoplanets WHERE hostname = 'a*b'"],
    ["select pl_name from ps where hostname like 'a*%'", "SELECT pl_name FROM exoplanets WHERE hostname = 'a*b'"],
    ["select pl_name from ps where hostname like '[x]%'", "SELECT pl_name FROM exoplanets WHERE hostname = '[x] 5%'"],
    ["select pl_name from ps where hostname like '%?%'", 'SELECT pl_name FROM exoplanets WHERE 0'],
    [
      "select pl_name from ps where hostname like '% 5!%' escape '!'",
      "SELECT pl_name FROM exoplanets WHERE hostname = '[x] 5%'",
    ],
    [
      "select pl_name from ps where hostname like 'a!_b' escape '!'",
      "SELECT pl_name FROM exoplanets WHERE hostname = 'a_b'",
    ],
    ["select pl_name from ps where hostname like '_ 1'", "SELECT pl_name FROM exoplanets WHERE hostname = '𝄞 1'"],
    ["select pl_name from ps where hostname like 'Gr__e'", "SELECT pl_name FROM exoplanets WHERE hostname = 'Größe'"],
    ["select pl_name from ps where pl_name like hostname || '%'", 'SELECT pl_name FROM exoplanets'],
    ["select pl_name from ps where pl_name like upper('kepler') || '%'", 'SELECT pl_name FROM exoplanets WHERE 0'],
    [
      "select pl_name from ps where pl_name like hostname || '_b'",
      "SELECT pl_name FROM exoplanets WHERE substr(pl_name, -2) = ' b'",
    ],
    ["select pl_name from ps where toi like '700%'", 'SELECT pl_name FROM exoplanets WHERE toi IN (700.01, 700.02)'],
    ["select pl_name from ps where toi like '5'", 'SELECT pl_name FROM exoplanets WHERE toi = 5'],
    [
      "select pl_name from ps where disc_year like '201%'",
      'SELECT pl_name FROM exoplanets WHERE disc_year BETWEEN 2010 AND 2019',
    ],
    ['select pl_name from ps where disc_year like 2016', 'SELECT pl_name FROM exoplanets WHERE disc_year = 2016'],
    [
      "select pl_name from ps where discoverymethod not like 'T%'",
      "SELECT pl_name FROM exoplanets WHERE substr(discoverymethod, 1, 1) <> 'T'",
    ],
    [
      "select pl_name from ps where hostname like '%%%%1'",
      "SELECT pl_name FROM exoplanets WHERE substr(hostname, -1) = '1'",
    ],
    ["select pl_name from ps where hostname like ''", 'SELECT pl_name FROM exoplanets WHERE 0'],
  ],
  'order and limits': [
    [
      'select pl_name, pl_rade from ps order by pl_rade, pl_name',
      'SELECT pl_name, pl_rade FROM exoplanets ORDER BY pl_rade IS NULL, pl_rade, pl_name',
    ],
    [
      'select pl_name, pl_rade from ps order by pl_rade desc, pl_name desc',
      'SELECT pl_name, pl_rade FROM exoplanets ORDER BY pl_rade IS NOT NULL, pl_rade DESC, pl_name DESC',
    ],
    ['select hostname from ps order by hostname', 'SELECT hostname FROM exoplanets ORDER BY CAST(hostname AS BLOB)'],
    [
      'select pl_name, disc_year from ps order by 2 desc, 1',
      'SELECT pl_name, disc_year FROM exoplanets ORDER BY disc_year IS NOT NULL, disc_year DESC, pl_name',
    ],
    ['select pl_rade from ps order by pl_rade asc nulls first', 'SELECT pl_rade FROM exoplanets ORDER BY pl_rade'],
    ['select pl_rade from ps order by pl_rade desc nulls last', 'SELECT pl_rade FROM exoplanets ORDER BY pl_rade DESC'],
    [
      'select pl_name r from ps order by pl_rade * -1, pl_name',
      'SELECT pl_name FROM exoplanets ORDER BY pl_rade IS NULL, -pl_rade, pl_name',
    ],
    [
      'select -pl_rade as pl_rade from ps order by pl_rade',
      'SELECT -pl_rade AS x FROM exoplanets ORDER BY x IS NULL, x',
    ],
    [
      'select pl_name as a, pl_rade as b from ps order by b + 1, a',
      'SELECT pl_name, pl_rade FROM exoplanets ORDER BY pl_rade IS NULL, pl_rade, pl_name',
    ],
    [
      'select top 5 pl_name, pl_rade from ps order by pl_rade desc, pl_name',
      'SELECT pl_name, pl_rade FROM exoplanets ORDER BY pl_rade IS NOT NULL, pl_rade DESC, pl_name LIMIT 5',
    ],
    [
      'select pl_name, top 5 hostname from ps order by pl_name, hostname',
      'SELECT pl_name, hostname FROM exoplanets ORDER BY pl_name, hostname LIMIT 5',
      'pl_name,hostname',
    ],
    ['select pl_name top 5 from ps order by pl_name', 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 5'],
    [
      'select pl_name, hostname top 5 from ps order by 1, 2',
      'SELECT pl_name, hostname FROM exoplanets ORDER BY 1, 2 LIMIT 5',
    ],
    ['select pl_name from ps top 5 order by pl_name', 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 5'],
    ['select pl_name from ps order by pl_name top 5', 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 5'],
    [
      'select pl_name from ps where default_flag = 1 order by pl_name top 5',
      'SELECT pl_name FROM exoplanets WHERE default_flag = 1 ORDER BY pl_name LIMIT 5',
    ],
    [
      'select distinct top 3 hostname from ps order by hostname',
      'SELECT DISTINCT hostname FROM exoplanets ORDER BY hostname LIMIT 3',
    ],
    [
      'select top 3 distinct hostname from ps order by hostname',
      'SELECT DISTINCT hostname FROM exoplanets ORDER BY hostname LIMIT 3',
    ],
    ['select top (3) hostname from ps order by hostname', 'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT 3'],
    ['select top 0 hostname from ps', 'SELECT hostname FROM exoplanets LIMIT 0'],
    ['select hostname from ps order by hostname limit 4', 'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT 4'],
    [
      'select hostname from ps order by hostname limit 4 offset 3',
      'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT 4 OFFSET 3',
    ],
    [
      'select hostname from ps order by hostname limit 3, 4',
      'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT 4 OFFSET 3',
    ],
    [
      'select hostname from ps order by hostname offset 100',
      'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT -1 OFFSET 100',
    ],
    [
      'select top 6 pl_name, disc_year from ps order by disc_year desc, pl_name offset 12',
      'SELECT pl_name, disc_year FROM exoplanets ORDER BY disc_year IS NOT NULL, disc_year DESC, pl_name LIMIT 6 OFFSET 12',
    ],
    [
      'select hostname from ps order by hostname fetch first 2 rows only',
      'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT 2',
    ],
    [
      'select hostname from ps order by hostname offset 2 rows fetch next 3 rows only',
      'SELECT hostname FROM exoplanets ORDER BY hostname LIMIT 3 OFFSET 2',
    ],
    [
      'select distinct upper(hostname) from ps order by upper(hostname)',
      'SELECT DISTINCT upper(hostname) AS x FROM exoplanets ORDER BY x',
    ],
    [
      'select discoverymethod, count(*) k from ps group by discoverymethod order by k desc, discoverymethod',
      'SELECT discoverymethod, count(*) AS k FROM exoplanets GROUP BY 1 ORDER BY k DESC, discoverymethod IS NULL, discoverymethod',
    ],
    [
      'select discoverymethod, count(*) from ps group by discoverymethod order by count(*) desc, 1 desc',
      'SELECT discoverymethod, count(*) AS k FROM exoplanets GROUP BY 1 ORDER BY k DESC, discoverymethod IS NOT NULL, discoverymethod DESC',
    ],
    [
      'select pl_name from ps where rownum <= 3 order by pl_name',
      'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 3',
    ],
    [
      'select pl_name from ps where default_flag = 1 and rownum < 4 order by pl_name',
      'SELECT pl_name FROM exoplanets WHERE default_flag = 1 ORDER BY pl_name LIMIT 3',
    ],
    [
      'select pl_name from ps where 3 >= rownum order by pl_name',
      'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 3',
    ],
    ['select count(*) from (select pl_name from ps where rownum = 1)', 'SELECT 1'],
    ['select count(*) from (select pl_name from ps where rownum between 1 and 7)', 'SELECT 7'],
    ['select count(*) from (select pl_name from ps where rownum < 1)', 'SELECT 0'],
    [
      'select pl_name, rownum from ps order by pl_name, ra',
      'SELECT pl_name, row_number() OVER (ORDER BY pl_name, ra IS NULL, ra) AS n FROM exoplanets ORDER BY n',
      'pl_name,rownum',
    ],
    [
      'select pl_name, rn from (select t.*, rownum rn from (select pl_name from ps order by pl_name) t where rownum <= 20) where rn > 15',
      'SELECT pl_name, n FROM (SELECT pl_name, row_number() OVER (ORDER BY pl_name) AS n FROM exoplanets) WHERE n BETWEEN 16 AND 20 ORDER BY n',
    ],
    [
      'select * from (select pl_name, rownum as rn from ps) where rn <= 2 and rn >= 2',
      'SELECT pl_name, 2 FROM exoplanets LIMIT 1 OFFSET 1',
    ],
    [
      'select top 4 * from (select pl_name from ps order by pl_name desc)',
      'SELECT pl_name FROM exoplanets ORDER BY pl_name DESC LIMIT 4',
    ],
    ["select top 5 pl_name from ps order by 'x', pl_name", 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 5'],
  ],
  groups: [
    [
      'select hostname, count(*) from ps group by hostname',
      'SELECT hostname, count(*) FROM exoplanets GROUP BY hostname',
    ],
    [
      'select disc_year, discoverymethod, count(*) as n from ps group by disc_year, discoverymethod',
      'SELECT disc_year, discoverymethod, count(*) FROM exoplanets GROUP BY 1, 2',
    ],
    [
      'select hostname, avg(pl_rade), sum(default_flag), max(pl_name) from ps group by hostname',
      'SELECT hostname, avg(pl_rade), sum(default_flag), max(pl_name) FROM exoplanets GROUP BY 1',
    ],
    [
      'select hostname from ps group by hostname having count(*) > 8',
      'SELECT hostname FROM exoplanets GROUP BY 1 HAVING count(*) > 8',
    ],
    [
      'select hostname, count(*) n from ps group by hostname having n > 8',
      'SELECT hostname, count(*) FROM exoplanets GROUP BY 1 HAVING count(*) > 8',
    ],
    [
      'select substr(hostname, 1, 2) as h, count(*) from ps group by substr(hostname, 1, 2)',
      'SELECT substr(hostname, 1, 2), count(*) FROM exoplanets GROUP BY 1',
    ],
    [
      'select upper(hostname) as h, count(*) from ps group by h',
      'SELECT upper(hostname), count(*) FROM exoplanets GROUP BY 1',
    ],
    [
      'select upper(hostname), count(*) from ps group by 1',
      'SELECT upper(hostname), count(*) FROM exoplanets GROUP BY 1',
    ],
    [
      'select disc_year / 10 * 10 as decade, count(*) from ps group by disc_year / 10',
      'SELECT disc_year / 10 * 10, count(*) FROM exoplanets GROUP BY disc_year / 10',
    ],
    [
      'select count(disc_year), count(distinct disc_year), count(all disc_year) from ps',
      'SELECT count(disc_year), count(DISTINCT disc_year), count(disc_year) FROM exoplanets',
    ],
    ['select sum(distinct disc_year) from ps having count(*) > 1', 'SELECT sum(DISTINCT disc_year) FROM exoplanets'],
    [
      'select max(pl_rade) - min(pl_rade) from ps where disc_year > 2000',
      'SELECT max(pl_rade) - min(pl_rade) FROM exoplanets WHERE disc_year > 2000',
    ],
    [
      'select median(pl_rade), stddev(pl_rade), variance(pl_rade), corr(ra, dec) from ps',
      'SELECT median(pl_rade), stddev(pl_rade), variance(pl_rade), corr(ra, dec) FROM exoplanets',
    ],
    [
      'select min(sy_dist) as sy_dist from ps group by hostname order by sy_dist',
      'SELECT min(sy_dist) AS d FROM exoplanets GROUP BY hostname ORDER BY d IS NULL, d',
    ],
    ['select p.hostname, count(*) from ps p group by hostname', 'SELECT hostname, count(*) FROM exoplanets GROUP BY 1'],
    [
      'select count(*), (select count(*) from stellarhosts) from ps',
      'SELECT count(*), (SELECT count(*) FROM stellarhosts) FROM exoplanets',
    ],
    [
      'select hostname, (select max(st_mass) from stellarhosts s where s.hostname = ps.hostname) m from ps group by hostname',
      'SELECT hostname, (SELECT max(st_mass) FROM stellarhosts s WHERE s.hostname = e.hostname) FROM exoplanets e GROUP BY hostname',
    ],
    ['select count(*) from ps group by default_flag + 1', 'SELECT count(*) FROM exoplanets GROUP BY default_flag'],
    [
      'select hostname from ps group by hostname order by max(pl_rade) desc, hostname',
      'SELECT hostname FROM exoplanets GROUP BY hostname ORDER BY max(pl_rade) IS NOT NULL, max(pl_rade) DESC, hostname',
    ],
    [
      'select pl_name, row_number() over (partition by hostname order by pl_name, ra) as n from ps',
      'SELECT pl_name, row_number() OVER (PARTITION BY hostname ORDER BY pl_name, ra IS NULL, ra) FROM exoplanets',
    ],
    [
      'select pl_name, count(*) over (partition by hostname) from ps',
      'SELECT pl_name, count(*) OVER (PARTITION BY hostname) FROM exoplanets',
    ],
  ],
  joins: [
    [
      'select p.pl_name, s.st_mass from ps p join stellarhosts s on p.hostname = s.hostname',
      'SELECT p.pl_name, s.st_mass FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select p.pl_name, s.st_mass from ps as p inner join stellarhosts as s on (p.hostname = s.hostname)',
      'SELECT p.pl_name, s.st_mass FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select pl_name, st_mass from ps, stellarhosts where ps.hostname = stellarhosts.hostname',
      'SELECT p.pl_name, s.st_mass FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select pl_name, hostname, st_mass from ps join stellarhosts using (hostname)',
      'SELECT p.pl_name, p.hostname, s.st_mass FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select * from ps join stellarhosts using (hostname)',
      'SELECT p.hostname, p.pl_name, p.default_flag, p.sy_snum, p.discoverymethod, p.disc_year, p.disc_facility, p.ra, p.dec, p.pl_orbper, p.pl_rade, p.pl_bmasse, p.sy_dist, p.toi, p.rowupdate, p.pl_refname, s.sy_name, s.ra, s.dec, s.sy_dist, s.st_mass, s.st_teff, s.sy_pnum FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select hostname, s.st_mass, ps.pl_name from ps left join stellarhosts s using (hostname)',
      'SELECT p.hostname, s.st_mass, p.pl_name FROM exoplanets p LEFT JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select hostname, pl_name from ps right outer join stellarhosts using (hostname)',
      'SELECT s.hostname, p.pl_name FROM stellarhosts s LEFT JOIN exoplanets p ON p.hostname = s.hostname',
    ],
    [
      "select hostname, count(*) from (select hostname from ps where hostname < 'G') a full join (select hostname from stellarhosts where hostname > 'A') b using (hostname) group by hostname",
      "SELECT hostname, count(*) FROM (SELECT a.hostname FROM (SELECT hostname FROM exoplanets WHERE hostname < 'G') a LEFT JOIN (SELECT hostname FROM stellarhosts WHERE hostname > 'A') b ON a.hostname = b.hostname UNION ALL SELECT b.hostname FROM stellarhosts b WHERE hostname > 'A' AND hostname NOT IN (SELECT hostname FROM exoplanets WHERE hostname < 'G')) GROUP BY 1",
    ],
    [
      'select pl_name from (select pl_name, hostname from ps) a natural join (select hostname, st_mass from stellarhosts) b',
      'SELECT p.pl_name FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      'select * from (select pl_name, hostname from ps) a natural left join (select st_mass, hostname from stellarhosts where st_mass > 1) b',
      'SELECT p.hostname, p.pl_name, s.st_mass FROM exoplanets p LEFT JOIN stellarhosts s ON p.hostname = s.hostname AND s.st_mass > 1',
      'hostname,pl_name,st_mass',
    ],
    [
      'select count(*) from ps cross join stellarhosts',
      'SELECT (SELECT count(*) FROM exoplanets) * (SELECT count(*) FROM stellarhosts)',
    ],
    [
      'select count(*) from ps, stellarhosts',
      'SELECT (SELECT count(*) FROM exoplanets) * (SELECT count(*) FROM stellarhosts)',
    ],
    [
      'select a.pl_name, b.pl_name from ps a join ps b on a.hostname = b.hostname and a.pl_name < b.pl_name',
      'SELECT a.pl_name, b.pl_name FROM exoplanets a, exoplanets b WHERE a.hostname = b.hostname AND a.pl_name < b.pl_name',
      'pl_name,pl_name',
    ],
    [
      'select count(*) from ps a join ps b using (hostname) join stellarhosts c using (hostname)',
      'SELECT count(*) FROM exoplanets a JOIN exoplanets b ON a.hostname = b.hostname JOIN stellarhosts c ON c.hostname = a.hostname',
    ],
    [
      'select hostname from ps a join ps b using (hostname, pl_name) join stellarhosts c using (hostname)',
      'SELECT a.hostname FROM exoplanets a JOIN exoplanets b ON a.hostname = b.hostname AND a.pl_name = b.pl_name JOIN stellarhosts c ON c.hostname = a.hostname',
    ],
    [
      'select count(*) from ps a left join (stellarhosts b join stellarhosts c on b.hostname = c.hostname) on a.hostname = b.hostname',
      'SELECT count(*) FROM exoplanets a LEFT JOIN (SELECT b.hostname AS h FROM stellarhosts b JOIN stellarhosts c ON b.hostname = c.hostname) x ON a.hostname = x.h',
    ],
    [
      'select count(*), count(b.hostname) from (select 1 as one) a, (select hostname from ps where 1 = 0) b right join stellarhosts c on b.hostname = c.hostname',
      'SELECT count(*), 0 FROM stellarhosts',
    ],
    [
      'select a.pl_name from (ps a join stellarhosts s on a.hostname = s.hostname) where s.st_mass > 1',
      'SELECT a.pl_name FROM exoplanets a JOIN stellarhosts s ON a.hostname = s.hostname WHERE s.st_mass > 1',
    ],
    [
      'select s.* from ps p join stellarhosts s using (hostname) where p.default_flag = 1',
      'SELECT s.* FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname WHERE p.default_flag = 1',
    ],
    [
      'select p.hostname, s.hostname from ps p left join stellarhosts s using (hostname)',
      'SELECT p.hostname, s.hostname FROM exoplanets p LEFT JOIN stellarhosts s ON p.hostname = s.hostname',
    ],
    [
      "select t.a from (select pl_name, hostname from ps) as t(a, b) where t.b = '51 Peg'",
      "SELECT pl_name FROM exoplanets WHERE hostname = '51 Peg'",
      'a',
    ],
  ],
  'subqueries and common tables': [
    [
      'select pl_name from (select * from ps where default_flag = 1) where pl_rade > 1',
      'SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_rade > 1',
    ],
    ['select t.pl_name from (select * from ps) t', 'SELECT pl_name FROM exoplanets'],
    [
      'select t.* from (select pl_name, count(*) as n from ps group by pl_name) as t where n > 2',
      'SELECT pl_name, count(*) FROM exoplanets GROUP BY 1 HAVING count(*) > 2',
      'pl_name,n',
    ],
    ['select "count(*)" from (select count(*) from ps)', 'SELECT count(*) FROM exoplanets'],
    [
      'select x.h, count(*) from (select hostname as h from ps union select hostname from stellarhosts) x group by x.h',
      'SELECT hostname, 1 FROM (SELECT hostname FROM exoplanets UNION SELECT hostname FROM stellarhosts)',
    ],
    [
      'with d as (select * from ps where default_flag = 1) select count(*) from d',
      'SELECT count(*) FROM exoplanets WHERE default_flag = 1',
    ],
    [
      'with d as (select * from ps where default_flag = 1), e as (select * from d where pl_rade > 1) select a.pl_name from d a, e b where a.pl_name = b.pl_name and a.ra = b.ra',
      'SELECT a.pl_name FROM exoplanets a, exoplanets b WHERE a.default_flag = 1 AND b.default_flag = 1 AND b.pl_rade > 1 AND a.pl_name = b.pl_name AND a.ra = b.ra',
    ],
    [
      'with d (n, r) as (select pl_name, pl_rade from ps) select n from d where r > 1',
      'SELECT pl_name FROM exoplanets WHERE pl_rade > 1',
      'n',
    ],
    [
      'with ps as (select pl_name from ps where default_flag = 1) select * from ps',
      'SELECT pl_name FROM exoplanets WHERE default_flag = 1',
      'pl_name',
    ],
    [
      'with cte1 as (select 1 as a), CTE2 as (select a + 1 as b from cte1) select * from cte1, cte2',
      'SELECT 1, 2',
      'a,b',
    ],
    ['select * from (with d as (select 1 as x) select x from d) q', 'SELECT 1', 'x'],
    [
      'with d as (select hostname from ps) select count(*) from stellarhosts where hostname in (select hostname from d)',
      'SELECT count(*) FROM stellarhosts WHERE hostname IN (SELECT hostname FROM exoplanets)',
    ],
    [
      'select (select count(*) from stellarhosts s where s.hostname = p.hostname) as n from ps p',
      'SELECT (SELECT count(*) FROM stellarhosts s WHERE s.hostname = p.hostname) FROM exoplanets p',
    ],
    ['select ((select max(pl_rade) from ps)) from dual', 'SELECT max(pl_rade) FROM exoplanets'],
    [
      'select pl_name from ps where pl_rade in ((select max(pl_rade) from ps), 1)',
      'SELECT pl_name FROM exoplanets WHERE pl_rade IN ((SELECT max(pl_rade) FROM exoplanets), 1)',
    ],
    ['select a.h from (select b.h from (select c.hostname as h from ps c) b) a', 'SELECT hostname FROM exoplanets'],
    [
      'select pl_name from ps where hostname in (select hostname from stellarhosts where st_mass = (select max(st_mass) from stellarhosts where hostname = ps.hostname))',
      'SELECT pl_name FROM exoplanets p WHERE EXISTS (SELECT 1 FROM stellarhosts s WHERE s.hostname = p.hostname AND s.st_mass IS NOT NULL)',
    ],
    ['select pl_name, x from (select pl_name, pl_name as x from ps)', 'SELECT pl_name, pl_name FROM exoplanets'],
    [
      'select count(*) from (select * from ps a, ps b where a.pl_name = b.pl_name)',
      'SELECT count(*) FROM exoplanets a, exoplanets b WHERE a.pl_name = b.pl_name',
    ],
    [
      'select count(*) from ((select pl_name from ps) union all (select hostname from ps))',
      'SELECT 2 * count(*) FROM exoplanets',
    ],
    ['select * from (select ra, dec from ps) as t(xy, abc)', 'SELECT ra, dec FROM exoplanets', 'xy,abc'],
    [
      'select abc from (select * from (select ra, dec from ps) as t(xy, abc)) where xy > 9',
      'SELECT dec FROM exoplanets WHERE ra > 9',
      'abc',
    ],
  ],
  'set operations': [
    [
      'select hostname from ps union select hostname from stellarhosts',
      'SELECT hostname FROM exoplanets UNION SELECT hostname FROM stellarhosts',
    ],
    [
      'select hostname from ps union all select hostname from stellarhosts',
      'SELECT hostname FROM exoplanets UNION ALL SELECT hostname FROM stellarhosts',
    ],
    [
      'select hostname from stellarhosts except select hostname from ps',
      'SELECT hostname FROM stellarhosts EXCEPT SELECT hostname FROM exoplanets',
    ],
    [
      'select hostname from stellarhosts minus select hostname from ps',
      'SELECT hostname FROM stellarhosts EXCEPT SELECT hostname FROM exoplanets',
    ],
    [
      'select hostname from stellarhosts intersect select hostname from ps',
      'SELECT hostname FROM stellarhosts INTERSECT SELECT hostname FROM exoplanets',
    ],
    ['select 1 as a union select 2 intersect select 3', 'SELECT 1', 'a'],
    ['(select 1 as a union select 2) intersect select 2', 'SELECT 2'],
    ['select 1 union (select 2 union all select 2)', 'SELECT 1 UNION SELECT 2'],
    ['select 2 as a except select 2 union select 3', 'SELECT 3'],
    ['select 2 as a except (select 2 union select 3)', 'SELECT 2 WHERE 0'],
    ['select 1 union all select 1 union select 1', 'SELECT 1'],
    ['select 1 union select 1 union all select 1', 'SELECT 1 UNION ALL SELECT 1'],
    [
      'select x from (select 1 as x union all select 1 union all select 1 union all select 2) except all select 1',
      'SELECT 1 UNION ALL SELECT 1 UNION ALL SELECT 2',
    ],
    [
      'select x from (select 1 as x union all select 1 union all select 1 union all select 2) intersect all (select 1 union all select 1 union all select 3)',
      'SELECT 1 UNION ALL SELECT 1',
    ],
    [
      'select hostname from ps except all select hostname from stellarhosts',
      'WITH a AS (SELECT hostname, count(*) AS n FROM exoplanets GROUP BY 1), b AS (SELECT hostname, count(*) AS n FROM stellarhosts GROUP BY 1), r AS (SELECT a.hostname, a.n - coalesce(b.n, 0) AS n FROM a LEFT JOIN b ON a.hostname = b.hostname), s(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM s WHERE k < 100) SELECT hostname FROM r, s WHERE k <= n',
    ],
    [
      'select disc_year, sy_snum from ps except all select disc_year, sy_snum from ps where default_flag = 1',
      'SELECT disc_year, sy_snum FROM exoplanets WHERE default_flag <> 1',
    ],
    [
      'select hostname h from ps union select hostname from stellarhosts order by h desc',
      'SELECT hostname FROM (SELECT hostname FROM exoplanets UNION SELECT hostname FROM stellarhosts) ORDER BY hostname DESC',
      'h',
    ],
    [
      'select hostname from ps union select hostname from stellarhosts order by 1 limit 3',
      'SELECT hostname FROM (SELECT hostname FROM exoplanets UNION SELECT hostname FROM stellarhosts) ORDER BY hostname LIMIT 3',
    ],
    [
      'select hostname from ps union select hostname from stellarhosts order by length(hostname), hostname offset 2',
      'SELECT hostname FROM (SELECT hostname FROM exoplanets UNION SELECT hostname FROM stellarhosts) ORDER BY length(hostname), hostname LIMIT -1 OFFSET 2',
    ],
    [
      'select top 2 pl_name from ps where default_flag = 1 union all select top 3 hostname from stellarhosts',
      'SELECT * FROM (SELECT pl_name FROM exoplanets WHERE default_flag = 1 LIMIT 2) UNION ALL SELECT * FROM (SELECT hostname FROM stellarhosts LIMIT 3)',
    ],
    [
      '(select pl_name from ps order by pl_name limit 2) union all (select hostname from stellarhosts order by hostname desc limit 2)',
      'SELECT * FROM (SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 2) UNION ALL SELECT * FROM (SELECT hostname FROM stellarhosts ORDER BY hostname DESC LIMIT 2)',
    ],
    ['(select pl_name from ps) order by pl_name limit 2', 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 2'],
    [
      '(select pl_name from ps order by pl_name desc limit 5) order by pl_name limit 2',
      'SELECT pl_name FROM (SELECT pl_name FROM exoplanets ORDER BY pl_name DESC LIMIT 5) ORDER BY pl_name LIMIT 2',
    ],
    ['select null as a union select pl_rade from ps', 'SELECT NULL UNION SELECT pl_rade FROM exoplanets'],
    [
      'select disc_year from ps union select pl_rade from ps',
      'SELECT disc_year FROM exoplanets UNION SELECT pl_rade FROM exoplanets',
    ],
    ['select * from (select 1 as a union select 2) p join (select 2 as a union select 3) q using (a)', 'SELECT 2', 'a'],
    ['with a as (select 1 as x union all select 2) select x from a intersect all select 2', 'SELECT 2'],
    [
      'select hostname from ps where default_flag = 1 union select hostname from ps where default_flag = 0 intersect select hostname from stellarhosts where sy_pnum = 1',
      'SELECT hostname FROM exoplanets WHERE default_flag = 1 UNION SELECT * FROM (SELECT hostname FROM exoplanets WHERE default_flag = 0 INTERSECT SELECT hostname FROM stellarhosts WHERE sy_pnum = 1)',
    ],
  ],
  functions: [
    ['select 7/2, -7/2, 7.0/2, 7/2.0, mod(7, 3), mod(-7, 3), mod(7.5, 2)', 'SELECT 3, -3, 3.5, 3.5, 1, -1, 1.5'],
    ['select 2 + 3 * 4 - 6 / 2, (2 + 3) * 4, - - 3, 2 - -3', 'SELECT 11, 20, 3, 5'],
    ['select log(exp(2.5)), ln(exp(1.5)), log10(1000), log(2, 8)', 'SELECT 2.5, 1.5, 3.0, 3.0'],
    [
      'select round(2.567, 1), round(2.5), round(1250, -2), round(-1250, -2), round(2.567, 0)',
      'SELECT 2.6, 3.0, 1300.0, -1300.0, 3.0',
    ],
    [
      'select truncate(2.567), truncate(2.567, 2), truncate(-2.567, 1), truncate(1299, -2), trunc(2.9)',
      'SELECT 2.0, 2.56, -2.5, 1200, 2.0',
    ],
    [
      'select abs(-2), abs(-2.5), ceiling(1.2), floor(-1.2), sign(-3), power(2, 10), sqrt(9), pi()',
      'SELECT 2, 2.5, 2.0, -2.0, -1, 1024.0, 3.0, pi()',
    ],
    [
      'select degrees(pi()), radians(180), sin(0), cos(0), tan(0), cot(pi()/4), asin(1), acos(1), atan(0), atan2(1, 1)',
      'SELECT 180.0, pi(), 0.0, 1.0, 0.0, 1.0/tan(pi()/4), pi()/2, 0.0, 0.0, pi()/4',
    ],
    [
      "select coalesce(pl_rade, 0), nvl(discoverymethod, 'none'), nvl2(pl_rade, 1, 0), nullif(disc_year, 2020) from ps",
      "SELECT coalesce(pl_rade, 0), coalesce(discoverymethod, 'none'), pl_rade IS NOT NULL, nullif(disc_year, 2020) FROM exoplanets",
    ],
    [
      "select nvl(pl_rade, 'n/a') from ps",
      "SELECT CASE WHEN pl_rade IS NULL THEN 'n/a' WHEN pl_rade = CAST(pl_rade AS INTEGER) THEN CAST(CAST(pl_rade AS INTEGER) AS TEXT) ELSE CAST(pl_rade AS TEXT) END FROM exoplanets",
    ],
    [
      "select decode(disc_year, 2014, 'a', 2016, 'b', null, 'null', 'else') from ps",
      "SELECT CASE WHEN disc_year = 2014 THEN 'a' WHEN disc_year = 2016 THEN 'b' WHEN disc_year IS NULL THEN 'null' ELSE 'else' END FROM exoplanets",
    ],
    ["select decode(hostname, '51 Peg', 1) from ps", "SELECT CASE WHEN hostname = '51 Peg' THEN 1 END FROM exoplanets"],
    [
      "select case when pl_rade > 1 then 'big' when pl_rade is null then 'unknown' else 'small' end as size from ps",
      "SELECT CASE WHEN pl_rade > 1 THEN 'big' WHEN pl_rade IS NULL THEN 'unknown' ELSE 'small' END FROM exoplanets",
    ],
    [
      "select case disc_year when '2014' then 1 when 2016 then 2.5 end from ps",
      'SELECT CASE disc_year WHEN 2014 THEN 1 WHEN 2016 THEN 2.5 END FROM exoplanets',
    ],
    [
      "select upper('aé'), lower('AÉ'), length('𝄞'), 'a' || 'b' || 1, concat('a', null, 'b'), trim('  x '), substr('abc', 2), substring('abc', 1, 2)",
      "SELECT 'Aé', 'aÉ', 1, 'ab1', 'ab', 'x', 'bc', 'ab'",
    ],
    [
      "select left('abcd', 2), right('abcd', 2), instr('abc', 'c'), replace('a-b', '-', '+'), ltrim('xxa', 'x')",
      "SELECT 'ab', 'cd', 3, 'a+b', 'a'",
    ],
    ['select hostname || null from ps', 'SELECT NULL FROM exoplanets'],
    [
      "select cast('12' as integer), cast(2.9 as integer), cast('x' as real), cast(5.0 as varchar(3)), cast(123456 as char(2)), cast('7' as double precision)",
      "SELECT 12, 2, NULL, '5', '12', 7.0",
    ],
    [
      'select cast(pl_rade as integer), cast(disc_year as varchar) from ps',
      'SELECT CAST(pl_rade AS INTEGER), CAST(disc_year AS TEXT) FROM exoplanets',
    ],
    ['select greatest(1, 3, 2), least(2, 1.5), greatest(1, null)', 'SELECT 3, 1.5, NULL'],
    [
      "select to_char(5.0), to_char(0.1), to_char(disc_year), to_number('12.5'), to_char(rowupdate, 'YYYY') from ps where disc_year = 2020",
      "SELECT '5', '0.1', '2020', 12.5, substr(rowupdate, 1, 4) FROM exoplanets WHERE disc_year = 2020",
    ],
    [
      "select pl_name from ps where rowupdate >= date '2020-01-31' - interval '17' day - interval '1' month",
      "SELECT pl_name FROM exoplanets WHERE rowupdate >= '2019-12-14'",
    ],
    [
      "select date '2021-03-31' - interval '1' month, date '2020-02-29' + interval '1 year', date '2021-01-01' - 1, date '2021-01-31' - date '2021-01-01', timestamp '2021-01-01 12:00:00' + interval '90' minute",
      "SELECT '2021-02-28', '2021-02-28', '2020-12-31', 30.0, '2021-01-01 13:30:00'",
    ],
    [
      "select rowupdate + interval '1' day, rowupdate - interval '2' week from ps",
      "SELECT date(rowupdate, '+1 day'), date(rowupdate, '-14 days') FROM exoplanets",
    ],
    [
      "select pl_name from ps where rowupdate > current_date - interval '30' day",
      "SELECT pl_name FROM exoplanets WHERE rowupdate > date('now', '-30 days')",
    ],
    [
      "select pl_name from ps where rowupdate < sysdate - 30 and current_timestamp > '2020'",
      "SELECT pl_name FROM exoplanets WHERE rowupdate < date('now', '-30 days')",
    ],
    [
      'select extract(year from rowupdate), year(rowupdate), month(rowupdate) from ps',
      'SELECT CAST(substr(rowupdate, 1, 4) AS INTEGER), CAST(substr(rowupdate, 1, 4) AS INTEGER), CAST(substr(rowupdate, 6, 2) AS INTEGER) FROM exoplanets',
    ],
    [
      "select pl_name from ps where rowupdate > to_date('2020-01-31', 'YYYY-MM-DD')",
      "SELECT pl_name FROM exoplanets WHERE rowupdate > '2020-01-31'",
    ],
    ['select count(*) from ps where rand() < 0 or rand(5) >= 1', 'SELECT 0'],
    [
      "select count(*) from ps where regexp_like(hostname, '^K')",
      "SELECT count(*) FROM exoplanets WHERE substr(hostname, 1, 1) = 'K'",
    ],
    [
      "select in_unit(pl_orbper, 'h'), in_unit(ra, 'rad') from ps",
      'SELECT pl_orbper * 24.0, ra * (1.0 / (180.0 / 3.141592653589793)) FROM exoplanets',
    ],
    ["select '5' + 1, '2' * disc_year from ps", 'SELECT 6, 2 * disc_year FROM exoplanets'],
    ['select .5, 5., 1e3, 1.5E-2, 007', 'SELECT 0.5, 5.0, 1000.0, 0.015, 7'],
    ['select 9223372036854775807, 1/0, 1e999 from dual', 'SELECT 9223372036854775807, NULL, 1e999'],
    ["select 'K' > 'k', 'a' > 'Z', 'é' > 'z', '' = ''", 'SELECT 0, 1, 1, 1'],
    ['select true, false from dual where true', 'SELECT 1, 0'],
  ],
  'as people send them': [
    [
      'select pl_name,hostname,disc_year,pl_orbper,pl_rade,sy_dist from ps',
      'SELECT pl_name, hostname, disc_year, pl_orbper, pl_rade, sy_dist FROM exoplanets',
    ],
    [
      'select top 4 * from ps where 1=1 order by pl_name, ra',
      'SELECT * FROM exoplanets ORDER BY pl_name, ra IS NULL, ra LIMIT 4',
    ],
    [
      'select pl_name,hostname,pl_bmasse,pl_rade from ps where default_flag=1',
      'SELECT pl_name, hostname, pl_bmasse, pl_rade FROM exoplanets WHERE default_flag = 1',
    ],
    [
      'select pl_name,disc_year,discoverymethod from ps where disc_year>=2016 and default_flag=1',
      'SELECT pl_name, disc_year, discoverymethod FROM exoplanets WHERE disc_year >= 2016 AND default_flag = 1',
    ],
    [
      "select pl_name, hostname, pl_refname from ps where pl_name='Kepler-22 b'",
      "SELECT pl_name, hostname, pl_refname FROM exoplanets WHERE pl_name = 'Kepler-22 b'",
    ],
    [
      "select distinct(pl_name) from ps where pl_name like '%GJ 1%' order by pl_name desc",
      "SELECT DISTINCT pl_name FROM exoplanets WHERE instr(pl_name, 'GJ 1') ORDER BY pl_name DESC",
    ],
    [
      "select hostname,pl_name,pl_orbper from ps where default_flag=1 and (disc_facility like '%K2%' or disc_facility like '%CoRoT%') and discoverymethod='Transit' order by hostname, pl_orbper, pl_name",
      "SELECT hostname, pl_name, pl_orbper FROM exoplanets WHERE default_flag = 1 AND disc_facility IN ('K2', 'CoRoT') AND discoverymethod = 'Transit' ORDER BY hostname, pl_orbper IS NULL, pl_orbper, pl_name",
    ],
    [
      'select count(distinct hostname) as hosts from ps where default_flag=1',
      'SELECT count(DISTINCT hostname) FROM exoplanets WHERE default_flag = 1',
      'hosts',
    ],
    [
      "\n    SELECT pl_name, pl_rade, sy_dist\n    FROM ps\n    WHERE UPPER(pl_name) = UPPER('trappist-1 c')\n    ORDER BY rowupdate DESC, ra\n",
      "SELECT pl_name, pl_rade, sy_dist FROM exoplanets WHERE pl_name = 'TRAPPIST-1 c' ORDER BY rowupdate DESC, ra IS NULL, ra",
    ],
    [
      'select top 1 pl_name from ps where disc_year = 2016 order by pl_name',
      'SELECT pl_name FROM exoplanets WHERE disc_year = 2016 ORDER BY pl_name LIMIT 1',
    ],
    [
      "select * from ps where contains(point('icrs',ra,dec),circle('icrs',290.51,44.25,0.02 degree))=1",
      'SELECT * FROM exoplanets WHERE sky_distance(ra, dec, 290.51, 44.25) <= 0.02',
    ],
    [
      "select pl_name,ra,dec from ps where contains(point('icrs',ra,dec),circle('icrs',290.25,45.0,1.5))=1",
      'SELECT pl_name, ra, dec FROM exoplanets WHERE sky_distance(ra, dec, 290.25, 45.0) <= 1.5',
    ],
    ['select * from Ps', 'SELECT * FROM exoplanets'],
    ['select * from StellarHosts', 'SELECT * FROM stellarhosts'],
    [
      'select top 9 pl_name,hostname,pl_rade,sy_dist from ps where sy_dist is not null and pl_rade is not null order by disc_year desc, pl_name, ra',
      'SELECT pl_name, hostname, pl_rade, sy_dist FROM exoplanets WHERE sy_dist IS NOT NULL AND pl_rade IS NOT NULL ORDER BY disc_year IS NOT NULL, disc_year DESC, pl_name, ra IS NULL, ra LIMIT 9',
    ],
    [
      'select pl_name,pl_rade,pl_orbper from ps where pl_rade < 1.9 and pl_orbper > 0.7 and pl_orbper < 340',
      'SELECT pl_name, pl_rade, pl_orbper FROM exoplanets WHERE pl_rade < 1.9 AND pl_orbper > 0.7 AND pl_orbper < 340',
    ],
    [
      'select disc_facility, count(*) from ps group by disc_facility',
      'SELECT disc_facility, count(*) FROM exoplanets GROUP BY 1',
      'disc_facility,count(*)',
    ],
    [
      "select top 5 pl_name,pl_rade from ps where (pl_name='GJ 1 B b' or pl_name='GJ1Bb') or (replace(pl_name,' ','')='GJ1Bb') order by pl_rade",
      "SELECT pl_name, pl_rade FROM exoplanets WHERE pl_name = 'GJ 1 B b' ORDER BY pl_rade IS NULL, pl_rade LIMIT 5",
    ],
    ['select top 20000 pl_name, hostname from ps', 'SELECT pl_name, hostname FROM exoplanets'],
    [
      'select TOP 6 hostname, sy_dist from stellarhosts where sy_dist<250 order by sy_dist, hostname',
      'SELECT hostname, sy_dist FROM stellarhosts WHERE sy_dist < 250 ORDER BY sy_dist, hostname LIMIT 6',
    ],
    [
      "select sy_name,hostname,st_mass from stellarhosts where sy_pnum >= 1 and (sy_name in ('GJ 1 system','51 Peg system') or hostname in ('Größe'))",
      "SELECT sy_name, hostname, st_mass FROM stellarhosts WHERE sy_pnum >= 1 AND hostname IN ('GJ 1', '51 Peg', 'Größe')",
    ],
    [
      'select toi, pl_name from ps order by toi desc, pl_name',
      'SELECT toi, pl_name FROM exoplanets ORDER BY toi IS NOT NULL, toi DESC, pl_name',
    ],
    ['select pl_name from ps where toi=2136.01', 'SELECT pl_name FROM exoplanets WHERE toi = 2136.01'],
    [
      "SELECT pl_name, toi FROM ps WHERE discoverymethod IN ('Transit', 'Imaging') AND pl_rade < 1.8 ORDER BY pl_rade, pl_name",
      "SELECT pl_name, toi FROM exoplanets WHERE discoverymethod IN ('Transit', 'Imaging') AND pl_rade < 1.8 ORDER BY pl_rade, pl_name",
    ],
    [
      "select * from ps where pl_rade<1.5 and disc_year>2000 and disc_year<2020 and discoverymethod like 'Transit'",
      "SELECT * FROM exoplanets WHERE pl_rade < 1.5 AND disc_year BETWEEN 2001 AND 2019 AND discoverymethod = 'Transit'",
    ],
    [
      "SELECT pl_name FROM ps WHERE discoverymethod LIKE 'Imaging' ",
      "SELECT pl_name FROM exoplanets WHERE discoverymethod = 'Imaging'",
    ],
    [
      "select hostname, pl_refname from ps where discoverymethod != 'Transit'",
      "SELECT hostname, pl_refname FROM exoplanets WHERE discoverymethod <> 'Transit'",
    ],
    [
      'select pl_name, pl_orbper from ps where hostname=700',
      "SELECT pl_name, pl_orbper FROM exoplanets WHERE hostname = '700'",
    ],
    [
      "select pl_name, pl_rade from ps where rowupdate > '2014-12-31' and default_flag = '1'",
      "SELECT pl_name, pl_rade FROM exoplanets WHERE rowupdate > '2014-12-31' AND default_flag = 1",
    ],
    [
      'select disc_year, count(distinct pl_name) as n, min(disc_year) as disc_year from ps group by disc_year order by n desc, 1',
      'SELECT disc_year, count(DISTINCT pl_name) AS n, min(disc_year) FROM exoplanets GROUP BY 1 ORDER BY n DESC, disc_year IS NULL, disc_year',
      'disc_year,n,disc_year',
    ],
    [
      'select * from (select t.*, rownum rn from (select pl_name, ra from ps order by pl_name, ra) t where rownum <= 50) where rn > 25',
      'SELECT pl_name, ra, n FROM (SELECT pl_name, ra, row_number() OVER (ORDER BY pl_name, ra IS NULL, ra) AS n FROM exoplanets) WHERE n BETWEEN 26 AND 50 ORDER BY n',
      'pl_name,ra,rn',
    ],
    [
      'select avg(pl_rade), max(pl_bmasse), count(*) from ps where hostname in (select hostname from stellarhosts where st_teff > 4000)',
      'SELECT avg(pl_rade), max(pl_bmasse), count(*) FROM exoplanets WHERE hostname IN (SELECT hostname FROM stellarhosts WHERE st_teff > 4000)',
    ],
    ["select count(*) from ps where hostname = '%CONF%'", 'SELECT 0'],
  ],
}
