/** The SQL functions that a query may use, by what they are for. Everything else is refused, whoever registered it. */
export const FUNCTION_GROUPS = {
  aggregate:
    'avg count group_concat max min string_agg sum total json_group_array json_group_object jsonb_group_array jsonb_group_object',
  statistics: 'stddev variance stddev_pop var_pop median percentile corr',
  window: 'cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number',
  math: 'abs acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians round sign sin sinh sqrt tan tanh trunc greatest least random',
  text: 'char concat concat_ws format glob hex instr length like lower ltrim octet_length printf quote randomblob regexp replace rtrim substr substring trim unhex unicode unistr unistr_quote upper zeroblob',
  choice: 'coalesce if ifnull iif likelihood likely nullif typeof unlikely',
  date: 'current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch',
  json: '-> ->> json json_array json_array_insert json_array_length json_error_position json_extract json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set subtype',
} as const

/** Every allowed function, in lower case. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set(
  Object.values(FUNCTION_GROUPS).flatMap((names) => names.split(' ')),
)

/** Functions whose result differs from one run to the next whatever they are given. */
export const RANDOM_FUNCTIONS: ReadonlySet<string> = new Set(['random', 'randomblob'])
