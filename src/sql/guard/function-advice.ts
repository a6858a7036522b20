const YEAR = 'Write CAST(substr(value, 1, 4) AS INTEGER), which works for partial dates too.'
const ANGLE =
  'Write sky_distance(ra, dec, A, D) for the angle in degrees to the position (A, D), for example sky_distance(ra, dec, A, D) <= 0.1. ADQL geometry is not supported.'
const POSITION = "Write instr(value, 'part')."
const PERCENTILE = 'Write percentile(x, p), with p from 0 to 1.'
const REGEXP = "Write value REGEXP 'pattern'."
const WHOLE_DATE = "For partial dates such as 2016-05, write substr(value || '-01-01', 1, 10) in place of the value."
const DAYS_LATER = `Write date(value, '+1 day') or '-3 months'. ${WHOLE_DATE}`

/** Functions of other databases and ADQL, in lower case, and how to write them here. All functions in the advice exist. */
export const FUNCTION_ADVICE: Readonly<Record<string, string>> = {
  year: YEAR,
  month: 'Write CAST(substr(value, 6, 2) AS INTEGER), which is 0 for a date without a month.',
  day: 'Write CAST(substr(value, 9, 2) AS INTEGER), which is 0 for a date without a day.',
  date_trunc: 'Write substr(value, 1, 4) for the year or substr(value, 1, 7) for the month.',
  date_part: YEAR,
  datepart: YEAR,
  dateadd: DAYS_LATER,
  date_add: DAYS_LATER,
  datediff: `Write julianday(a) - julianday(b) for the days from b to a. ${WHOLE_DATE}`,
  date_diff: `Write julianday(a) - julianday(b) for the days from b to a. ${WHOLE_DATE}`,
  to_char: "Write substr(value, 1, 7) for year and month of a date, or format('%.2f', value) for a number.",
  to_date: 'Dates are text here, as YYYY-MM-DD, YYYY-MM or YYYY; compare them as they are.',
  now: "Write datetime('now').",
  getdate: "Write datetime('now').",
  nvl: 'Write ifnull(a, b).',
  len: 'Write length(value).',
  char_length: 'Write length(value).',
  left: 'Write substr(value, 1, n).',
  right: 'Write substr(value, -n).',
  lpad: "Write format('%5s', value).",
  position: POSITION,
  strpos: POSITION,
  charindex: POSITION,
  locate: POSITION,
  split_part: "Write substr(value, 1, instr(value || '-', '-') - 1) for the part before the first hyphen.",
  starts_with: "Write value LIKE 'text%'.",
  regexp_like: REGEXP,
  regexp_matches: REGEXP,
  rand: 'Write random(), an integer; abs(random()) % 100 is from 0 to 99.',
  array_agg: 'Write json_group_array(value).',
  listagg: "Write group_concat(value, ', ').",
  json_agg: 'Write json_group_array(value).',
  bool_or: 'Write max(condition).',
  bool_and: 'Write min(condition).',
  stddev_samp: 'Write stddev(value).',
  stdev: 'Write stddev(value).',
  stdevp: 'Write stddev_pop(value).',
  std: 'Write stddev_pop(value).',
  var_samp: 'Write variance(value).',
  var: 'Write variance(value).',
  percentile_cont: PERCENTILE,
  quantile: PERCENTILE,
  approx_quantile: PERCENTILE,
  convert: 'Write CAST(value AS REAL).',
  cbrt: 'Write sign(value) * power(abs(value), 1.0 / 3).',
  square: 'Write value * value.',
  contains: ANGLE,
  point: ANGLE,
  circle: ANGLE,
  box: ANGLE,
  distance: ANGLE,
}
