/** Maximum length of an SQL text, in bytes of UTF-8. */
export const MAX_SQL_BYTES = 16 * 1024

/** Maximum length of the SQL that an ADQL query is translated to: it can contain the tables that describe the others. */
export const MAX_TRANSLATED_BYTES = 4 * 1024 * 1024

/**
 * Maximum size of a query response, in bytes of JSON. The largest that the limits allow, 10,000 rows of all 355 columns,
 * takes 87 to 91 MB.
 */
export const MAX_RESULT_BYTES = 128 * 1024 * 1024
