import { pythonString, rString, shellWord } from '../code/quoting.ts'

/** Code with which one program reads the files of whole tables. */
export interface DataSample {
  readonly title: string
  readonly code: string
}

/** One sample per program; `base` is the service URL without a slash at the end. */
export function dataSamples(base: string): readonly DataSample[] {
  const planets = `${base}/data/exoplanets`
  return [
    {
      title: 'pandas',
      code: ['import pandas as pd', '', `planets = pd.read_parquet(${pythonString(`${planets}.parquet`)})`].join('\n'),
    },
    {
      title: 'DuckDB',
      code: [
        'SELECT discoverymethod, count(DISTINCT pl_name) AS planets',
        `FROM read_parquet('${planets}.parquet')`,
        'GROUP BY discoverymethod',
        'ORDER BY planets DESC;',
      ].join('\n'),
    },
    {
      title: 'Polars',
      code: ['import polars as pl', '', `planets = pl.read_parquet(${pythonString(`${planets}.parquet`)})`].join('\n'),
    },
    { title: 'R', code: `planets <- read.csv(gzcon(url(${rString(`${planets}.csv.gz`)})))` },
    { title: 'TOPCAT', code: `topcat -f votable ${shellWord(`${planets}.vot.gz`)}` },
    {
      title: 'SQLite',
      code: [
        `curl -s ${shellWord(`${base}/data/catalog.sqlite.gz`)} | gunzip > catalog.sqlite`,
        "sqlite3 catalog.sqlite 'SELECT count(DISTINCT pl_name) FROM exoplanets'",
      ].join('\n'),
    },
  ]
}
