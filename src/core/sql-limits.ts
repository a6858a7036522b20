/** Longest SQL text, in bytes of UTF-8. */
export const MAX_SQL_BYTES = 16 * 1024

/** Longest SQL text that a query in ADQL is translated to: it may hold the tables that describe the others. */
export const MAX_TRANSLATED_BYTES = 4 * 1024 * 1024

/**
 * Largest answer to a query, in bytes of JSON. The largest that limits allow, 10,000 rows of all 355 columns, takes 87
 * to 91 MB.
 */
export const MAX_RESULT_BYTES = 128 * 1024 * 1024
