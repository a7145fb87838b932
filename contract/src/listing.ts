import { z } from 'zod'
import { Uuid, UuidOut } from './scalars.ts'

/**
 * Members of a query that requests a part of a long list: screens jump anywhere, so they ask by offset, not by cursor.
 */
export const windowMembers = {
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0).describe('Rows to pass over.'),
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('Rows wanted; 100 when absent.'),
}

/** Some of a list of values, with commas between them: `status=TO_PLAN,PLANNED`. Absent or empty means all. */
export function someOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .max(2_000)
    .optional()
    .transform((text) => (text === undefined || text === '' ? [] : text.split(',')))
    .pipe(z.array(z.enum(values)))
}

/** Ids or codes with commas between them. Absent or empty means all. */
export const someTexts = z
  .string()
  .max(8_000)
  .optional()
  .transform((text) => (text === undefined || text === '' ? [] : text.split(',')))

/** A part of a list with the number of all rows that fit the filters. */
export function listWindow<Row extends z.ZodType>(row: Row) {
  return z.object({
    items: z.array(row).describe('The rows of the window, in the requested order.'),
    total: z.int().min(0).describe('Rows in all.'),
  })
}

/** How many rows have each value of a member. */
export const tally = z.record(z.string(), z.int().min(0))

/** What happened to each of the records that one request was about, in the order they were sent. */
export const bulkAnswer = z
  .object({
    items: z
      .array(
        z.object({
          id: UuidOut.describe('Id of the record.'),
          is_done: z.boolean().describe('Whether it was done.'),
          message: z.string().nullable().describe('Why not, and what to do next.'),
        }),
      )
      .describe('One for each record, as they were sent.'),
  })
  .meta({ id: 'AppBulkAnswer' })
export type BulkAnswer = z.output<typeof bulkAnswer>

/** At most so many records are changed by one request. */
export const mostAtOnce = 200

/** Ids of the records that one request is about. */
export const bulkIds = z.array(Uuid).min(1).max(mostAtOnce).describe('Ids of the records.')
