/** Longest SQL text, in bytes of UTF-8. */
export const MAX_SQL_BYTES = 16 * 1024

/**
 * Largest answer to a query, in bytes of JSON. The largest that limits allow, 10,000 rows of all 355 columns, takes 87
 * to 91 MB.
 */
export const MAX_RESULT_BYTES = 128 * 1024 * 1024
