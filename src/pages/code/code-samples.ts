import { pythonString, rString, shellWord } from './quoting.ts'

/** The data that a code sample requests from the service. */
export type CodeView =
  /** A user's SQL query. */
  | { readonly kind: 'query'; readonly sql: string; readonly limit?: number }
  /** A table read, an insight or a list: a path below `/rest`, encoded, without `format`. `sql` returns the same rows. */
  | { readonly kind: 'rows'; readonly path: string; readonly sql?: string }
  /** A file, such as `/exoplanets/{name}.csv`, encoded. `json` is the path of the same data as JSON; `sql` returns its rows. */
  | { readonly kind: 'file'; readonly csv: string; readonly json?: string; readonly sql?: string }

/** One way to get the rows of a view. */
export interface CodeSample {
  readonly id: 'sql' | 'curl' | 'pandas' | 'astropy' | 'r'
  /** Heading of the tab. */
  readonly title: string
  readonly language: 'sql' | 'sh' | 'python' | 'r'
  readonly code: string
}

const sample = (
  id: CodeSample['id'],
  title: string,
  language: CodeSample['language'],
  ...lines: readonly string[]
): CodeSample => ({ id, title, language, code: lines.join('\n') })

/** Encodes the only character of an encoded URL that has a meaning in a shell or program: the single quotation mark. */
function inAddress(path: string): string {
  return path.replaceAll("'", '%27')
}

function querySamples({ sql, limit = 10_000 }: Extract<CodeView, { kind: 'query' }>, base: string): CodeSample[] {
  const address = `${base}/rest/query`
  const r = `${address}?format=csv&limit=${limit}&sql=`
  return [
    sample(
      'curl',
      'curl',
      'sh',
      `curl -sG ${shellWord(address)} -d format=csv -d limit=${limit} \\`,
      `  --data-urlencode ${shellWord(`sql=${sql}`)}`,
    ),
    sample(
      'pandas',
      'Python (pandas)',
      'python',
      'from urllib.parse import urlencode',
      '',
      'import pandas as pd',
      '',
      `sql = ${pythonString(sql)}`,
      `query = urlencode({"sql": sql, "format": "csv", "limit": ${limit}})`,
      `table = pd.read_csv(${pythonString(`${address}?`)} + query)`,
    ),
    sample(
      'astropy',
      'Python (astropy)',
      'python',
      'from urllib.parse import urlencode',
      '',
      'from astropy.table import Table',
      '',
      `sql = ${pythonString(sql)}`,
      `query = urlencode({"sql": sql, "format": "votable", "limit": ${limit}})`,
      `table = Table.read(${pythonString(`${address}?`)} + query, format="votable")`,
    ),
    sample(
      'r',
      'R',
      'r',
      `sql <- ${rString(sql)}`,
      `table <- read.csv(paste0(${rString(r)}, URLencode(sql, reserved = TRUE)))`,
    ),
  ]
}

/** Samples that read rows from URLs: as CSV, and as a VOTable if there is one. */
function rowSamples(csv: string, votable?: string): CodeSample[] {
  return [
    sample('curl', 'curl', 'sh', `curl -s ${shellWord(csv)}`),
    sample(
      'pandas',
      'Python (pandas)',
      'python',
      'import pandas as pd',
      '',
      `table = pd.read_csv(${pythonString(csv)})`,
    ),
    ...(votable === undefined
      ? []
      : [
          sample(
            'astropy',
            'Python (astropy)',
            'python',
            'from astropy.table import Table',
            '',
            `table = Table.read(${pythonString(votable)}, format="votable")`,
          ),
        ]),
    sample('r', 'R', 'r', `table <- read.csv(${rString(csv)})`),
  ]
}

/** Complete code samples for a view. `base` is the service URL without a slash at the end. The SQL comes first, if there is any. */
export function codeSamples(view: CodeView, base: string): readonly CodeSample[] {
  const sql = view.sql === undefined ? [] : [sample('sql', 'SQL', 'sql', view.sql)]
  if (view.kind === 'query') return [...sql, ...querySamples(view, base)]
  if (view.kind === 'file') return [...sql, ...rowSamples(`${base}${inAddress(view.csv)}`)]
  const address = (format: string) =>
    `${base}${inAddress(view.path)}${view.path.includes('?') ? '&' : '?'}format=${format}`
  return [...sql, ...rowSamples(address('csv'), address('votable'))]
}
