import type { WarningCode } from '../../../../src/sql/warnings/warning.ts'

/** Statements of ACCEPTED that are warned of on the sample archive, and why that is right; no other one may be. */
export const WARNED: readonly {
  readonly why: string
  readonly codes: readonly WarningCode[]
  readonly statements: readonly string[]
}[] = [
  {
    why: 'They list planets once for each reference.',
    codes: ['several_rows_per_planet'],
    statements: [
      'SELECT * FROM exoplanets LIMIT 3',
      'select pl_name from exoplanets limit 5',
      'SELECT pl_name, pl_orbper FROM exoplanets WHERE pl_orbper IS NOT NULL ORDER BY pl_orbper DESC LIMIT 10 OFFSET 5',
      'SELECT e.hostname FROM exoplanets e LEFT OUTER JOIN stellarhosts s ON s.hostname = e.hostname WHERE s.hostname IS NULL ORDER BY 1 LIMIT 5',
      'SELECT (SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 1) AS first, (SELECT hostname FROM stellarhosts ORDER BY hostname DESC LIMIT 1) AS last',
      "SELECT typeof(1), typeof(1.5), typeof('a'), typeof(x'00'), typeof(NULL), typeof(pl_rade) FROM exoplanets WHERE pl_rade IS NOT NULL LIMIT 1",
      'SELECT "pl_name" FROM "exoplanets" ORDER BY "pl_name" LIMIT 1',
      'SELECT [pl_name] FROM [exoplanets] ORDER BY [pl_name] LIMIT 1',
      'SELECT `pl_name` FROM `exoplanets` ORDER BY `pl_name` LIMIT 1',
      'SELECT pl_name AS "a ""quoted"" name", 1 AS \'single\' FROM exoplanets ORDER BY 1 LIMIT 1',
      'SELECT EXOPLANETS.PL_NAME FROM Exoplanets ORDER BY 1 LIMIT 1',
      'SELECT "alias" FROM (SELECT pl_rade AS alias FROM exoplanets) WHERE "alias" > 20 ORDER BY "alias" LIMIT 3',
      "SELECT pl_name FROM exoplanets INDEXED BY exoplanets_pl_name WHERE pl_name > 'A' ORDER BY pl_name LIMIT 1",
    ],
  },
  {
    why: 'They count or average references, not planets.',
    codes: ['several_rows_per_planet'],
    statements: [
      'SELECT COUNT(*) AS count FROM exoplanets',
      'SELECT discoverymethod, COUNT(*) AS count FROM exoplanets GROUP BY discoverymethod ORDER BY count DESC, 1',
      'SELECT avg(pl_rade), min(pl_rade), max(pl_rade), sum(pl_rade), total(pl_rade), count(pl_rade) FROM exoplanets',
      'SELECT m, n FROM (SELECT discoverymethod AS m, count(*) AS n FROM exoplanets GROUP BY 1) WHERE n > 1 ORDER BY n DESC, m',
      'WITH hot AS (SELECT pl_name, pl_eqt FROM exoplanets WHERE pl_eqt > 1500) SELECT count(*) FROM hot',
      'WITH m AS MATERIALIZED (SELECT hostname, count(*) n FROM exoplanets GROUP BY 1) SELECT max(n) FROM m',
      'WITH a AS (SELECT hostname FROM exoplanets), b AS (SELECT hostname FROM stellarhosts) SELECT count(*) FROM a WHERE hostname IN (SELECT hostname FROM b)',
      "SELECT 'planet' AS kind, count(*) FROM exoplanets UNION ALL SELECT 'host', count(*) FROM stellarhosts",
      'SELECT disc_year, sum(count(*)) OVER (ORDER BY disc_year) AS so_far FROM exoplanets WHERE disc_year IS NOT NULL GROUP BY disc_year ORDER BY disc_year',
      'SELECT disc_year, avg(n) OVER (ORDER BY disc_year ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS mean FROM (SELECT disc_year, count(*) AS n FROM exoplanets WHERE disc_year IS NOT NULL GROUP BY 1) ORDER BY 1',
      'SELECT disc_year, n, sum(n) OVER (ORDER BY disc_year RANGE BETWEEN 3 PRECEDING AND 3 FOLLOWING) FROM (SELECT disc_year, count(*) AS n FROM exoplanets WHERE disc_year IS NOT NULL GROUP BY 1) ORDER BY 1',
      'SELECT disc_year, n, sum(n) OVER (ORDER BY disc_year GROUPS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) FROM (SELECT disc_year, count(*) AS n FROM exoplanets WHERE disc_year IS NOT NULL GROUP BY 1) ORDER BY 1',
      "SELECT count(*) FILTER (WHERE discoverymethod = 'Transit') AS transits, count(*) FILTER (WHERE disc_year < 2000) AS early FROM exoplanets",
      "SELECT string_agg(hostname, '|') FROM (SELECT hostname FROM exoplanets WHERE disc_year < 2000 ORDER BY 1)",
      'SELECT json_group_array(pl_name ORDER BY pl_name) FROM exoplanets WHERE disc_year = 1999',
      'SELECT json_group_object(hostname, n) FROM (SELECT hostname, count(*) AS n FROM exoplanets WHERE disc_year < 2000 GROUP BY 1 ORDER BY 1)',
      'SELECT hostname, count(*) n FROM exoplanets GROUP BY hostname HAVING n > 3 AND max(pl_rade) IS NOT NULL ORDER BY n DESC, hostname LIMIT 5',
      'SELECT disc_year / 10 * 10 AS decade, count(*) FROM exoplanets GROUP BY decade ORDER BY decade NULLS LAST',
      'SELECT total(pl_rade), sum(pl_rade) FROM exoplanets WHERE 0',
      "SELECT sum(pl_rade > 4 AND pl_rade < 10) AS middling, avg(discoverymethod = 'Transit') FROM exoplanets",
      'SELECT CASE WHEN pl_rade < 2 THEN 1 WHEN pl_rade < 4 THEN 2 ELSE 3 END AS class, count(*) FROM exoplanets GROUP BY class ORDER BY class',
      "SELECT CASE discoverymethod WHEN 'Transit' THEN 't' WHEN 'Radial Velocity' THEN 'r' END AS short, count(*) FROM exoplanets GROUP BY 1 ORDER BY 2 DESC, 1",
      'SELECT count(*) AS count, max(pl_rade) AS max, min(pl_rade) AS min FROM exoplanets',
      "SELECT substr(pl_name, 1, instr(pl_name, ' ')) AS head, count(*) FROM exoplanets GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5",
    ],
  },
  {
    why: 'No row has the name that they compare with.',
    codes: ['unknown_name'],
    statements: [
      "SELECT hostname FROM stellarhosts WHERE hostname IN ('51 Peg', 'HD 209458', 'nobody') ORDER BY hostname",
    ],
  },
  {
    why: 'They take upper limits of masses for masses, once for each reference.',
    codes: ['several_rows_per_planet', 'limits_as_values'],
    statements: [
      'SELECT pl_name, pl_bmasse / 317.8 AS mass_in_jupiters FROM exoplanets WHERE pl_bmasse > 1000 ORDER BY pl_bmasse DESC, pl_name LIMIT 7',
    ],
  },
  {
    why: 'They pair every row of a planet with every row of its host.',
    codes: ['several_rows_per_planet', 'join_multiplies_rows'],
    statements: [
      'SELECT e.pl_name, s.st_teff FROM exoplanets e JOIN stellarhosts s ON s.hostname = e.hostname ORDER BY e.pl_name, s.st_teff, e.pl_rade LIMIT 20',
      'SELECT e.pl_name, s.sy_dist FROM exoplanets AS e INNER JOIN stellarhosts AS s USING (hostname) ORDER BY s.sy_dist, 1 LIMIT 10',
      'SELECT s.hostname, e.pl_name FROM stellarhosts s LEFT JOIN exoplanets e ON e.hostname = s.hostname AND e.pl_rade > 20 ORDER BY 1, 2 LIMIT 30',
      'SELECT s.hostname, e.pl_name FROM exoplanets e RIGHT JOIN stellarhosts s ON e.hostname = s.hostname AND e.disc_year = 1995 ORDER BY 1, 2 LIMIT 30',
      'SELECT e.hostname AS a, s.hostname AS b FROM exoplanets e FULL JOIN stellarhosts s ON e.hostname = s.hostname AND e.disc_year < 1999 ORDER BY 1 NULLS LAST, 2 NULLS LAST LIMIT 40',
      'SELECT e.hostname FROM exoplanets e FULL OUTER JOIN stellarhosts s USING (hostname) WHERE s.st_mass IS NULL ORDER BY 1 LIMIT 9',
      'SELECT (e.pl_name) FROM (exoplanets e JOIN stellarhosts s ON s.hostname = e.hostname) ORDER BY 1 LIMIT 3',
    ],
  },
  {
    why: 'They pair a planet with every row of its host.',
    codes: ['join_multiplies_rows'],
    statements: [
      'SELECT count(*) FROM exoplanets e, stellarhosts s WHERE e.hostname = s.hostname AND e.default_flag = 1',
    ],
  },
  {
    why: 'They compare with NULL by =.',
    codes: ['null_comparison'],
    statements: [
      'SELECT NULL IS NULL, NULL = NULL, NULL IS NOT 1, 1 IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL',
    ],
  },
]
