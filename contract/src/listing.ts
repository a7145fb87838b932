import { z } from 'zod'
import { Uuid, UuidOut } from './scalars.ts'

/** Query members for part of a long list: screens jump to any position, so they use an offset, not a cursor. */
export const windowMembers = {
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0).describe('Rows to pass over.'),
  limit: z.coerce.number().int().min(1).max(200).default(100).describe('Rows wanted; 100 when absent.'),
}

/** Comma-separated values of a fixed set: `status=TO_PLAN,PLANNED`. Absent or empty means all. */
export function someOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .max(2_000)
    .optional()
    .transform((text) => (text === undefined || text === '' ? [] : text.split(',')))
    .pipe(z.array(z.enum(values)))
}

/** Comma-separated ids or codes. Absent or empty means all. */
export const someTexts = z
  .string()
  .max(8_000)
  .optional()
  .transform((text) => (text === undefined || text === '' ? [] : text.split(',')))

/** Part of a list with the total number of matching rows. */
export function listWindow<Row extends z.ZodType>(row: Row) {
  return z.object({
    items: z.array(row).describe('The rows of the window, in the requested order.'),
    total: z.int().min(0).describe('Rows in all.'),
  })
}

/** Row counts by value. */
export const tally = z.record(z.string(), z.int().min(0))

/** Result for each record of a bulk request, in request order. */
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

/** Maximum number of records per bulk request. */
export const mostAtOnce = 200

/** Record ids of a bulk request. */
export const bulkIds = z.array(Uuid).min(1).max(mostAtOnce).describe('Ids of the records.')
