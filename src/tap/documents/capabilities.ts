import { XML_DECLARATION, xmlText } from '../../formats/xml.ts'

const NAMESPACES = [
  'xmlns:vosi="http://www.ivoa.net/xml/VOSICapabilities/v1.0"',
  'xmlns:tr="http://www.ivoa.net/xml/TAPRegExt/v1.0"',
  'xmlns:vr="http://www.ivoa.net/xml/VOResource/v1.0"',
  'xmlns:vs="http://www.ivoa.net/xml/VODataService/v1.1"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
].join(' ')

/** Optional ADQL features by their TAPRegExt types. */
const FEATURES: readonly (readonly [kind: string, forms: readonly string[]])[] = [
  [
    'adqlgeo',
    ['AREA', 'BOX', 'CENTROID', 'CIRCLE', 'CONTAINS', 'COORD1', 'COORD2', 'COORDSYS', 'DISTANCE', 'INTERSECTS'].concat([
      'POINT',
      'POLYGON',
    ]),
  ],
  ['adql-string', ['LOWER', 'UPPER', 'ILIKE']],
  ['adql-sets', ['UNION', 'EXCEPT', 'INTERSECT']],
  ['adql-common-table', ['WITH']],
  ['adql-type', ['CAST']],
  ['adql-unit', ['IN_UNIT']],
  ['adql-offset', ['OFFSET']],
]

type Format = readonly [id: string | undefined, mime: string, aliases: readonly string[]]
const FORMATS: readonly Format[] = [
  ['output-votable-binary2', 'application/x-votable+xml', ['votable', 'votable/b2']],
  ['output-votable-binary2', 'application/x-votable+xml;serialization=BINARY2', []],
  ['output-votable-td', 'application/x-votable+xml;serialization=TABLEDATA', ['votable/td']],
  ['output-votable-td', 'text/xml', []],
  [undefined, 'text/csv;header=present', ['csv']],
  [undefined, 'text/tab-separated-values', ['tsv']],
  [undefined, 'application/json', ['json']],
  [undefined, 'text/plain', ['ipac']],
]

function formatXml([id, mime, aliases]: Format): string {
  const attribute = id === undefined ? '' : ` ivo-id="ivo://ivoa.net/std/TAPRegExt#${id}"`
  return `<outputFormat${attribute}><mime>${mime}</mime>${aliases.map((alias) => `<alias>${alias}</alias>`).join('')}</outputFormat>\n`
}

function interfaceXml(type: string, url: string, use: 'base' | 'full', more = ''): string {
  return `<interface xsi:type="${type}"${more}><accessURL use="${use}">${xmlText(url)}</accessURL></interface>\n`
}

function resource(standardId: string, url: string): string {
  return `<capability standardID="ivo://ivoa.net/std/${standardId}">${interfaceXml('vs:ParamHTTP', url, 'full', ' role="std"')}</capability>\n`
}

/** Retention time and maximum running time of jobs, in seconds. */
interface JobTimes {
  readonly keepS: number
  readonly timeoutS: number
}

function limitXml(name: string, seconds: number): string {
  return `<${name}><default>${seconds}</default><hard>${seconds}</hard></${name}>\n`
}

/** A document of the service, by its path relative to the service and its IVOA standard. */
interface DeclaredDocument {
  readonly name: string
  readonly standardId: string
}

/**
 * The capabilities of the service at `base` (without a trailing slash). `maxRows`: maximum number of rows of a result; `jobs`:
 * the time limits of jobs, if jobs are available.
 */
export function capabilitiesXml(
  base: string,
  maxRows: number,
  documents: readonly DeclaredDocument[],
  jobs?: JobTimes,
): string {
  const times =
    jobs === undefined
      ? ''
      : `${limitXml('retentionPeriod', jobs.keepS)}${limitXml('executionDuration', jobs.timeoutS)}`
  const features = FEATURES.map(
    ([kind, forms]) =>
      `<languageFeatures type="ivo://ivoa.net/std/TAPRegExt#features-${kind}">${forms
        .map((form) => `<feature><form>${form}</form></feature>`)
        .join('')}</languageFeatures>\n`,
  )
  return `${XML_DECLARATION}<vosi:capabilities ${NAMESPACES}>
<capability standardID="ivo://ivoa.net/std/TAP" xsi:type="tr:TableAccess">
${interfaceXml('vs:ParamHTTP', base, 'base', ' role="std" version="1.1"')}<language>
<name>ADQL</name>
<version ivo-id="ivo://ivoa.net/std/ADQL#v2.0">2.0</version>
<version ivo-id="ivo://ivoa.net/std/ADQL#v2.1">2.1</version>
<description>Astronomical Data Query Language, with the extensions that scripts use at the archive</description>
${features.join('')}</language>
${FORMATS.map(formatXml).join('')}${times}<outputLimit><default unit="row">${maxRows}</default><hard unit="row">${maxRows}</hard></outputLimit>
</capability>
${documents.map(({ name, standardId }) => resource(standardId, `${base}/${name}`)).join('')}</vosi:capabilities>
`
}

/** Availability document of a running service. */
export function availabilityXml(note: string): string {
  return `${XML_DECLARATION}<vosi:availability xmlns:vosi="http://www.ivoa.net/xml/VOSIAvailability/v1.0">
<vosi:available>true</vosi:available>
<vosi:note>${xmlText(note)}</vosi:note>
</vosi:availability>
`
}
