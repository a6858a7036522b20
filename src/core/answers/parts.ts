import { z } from 'zod'

/** A count. */
export const count = (description: string) => z.int().min(0).describe(description)

export const text = (description: string) => z.string().describe(description)

/** The names of the columns of `data`. */
export const columnNames = z.array(z.string()).describe('Column names, in order.')
