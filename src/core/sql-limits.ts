/** Longest SQL text, in bytes of UTF-8. */
export const MAX_SQL_BYTES = 16 * 1024

/** Largest answer to a query: 64 MiB of JSON. */
export const MAX_RESULT_BYTES = 64 * 1024 * 1024
