import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { IndexValue, indexMembers } from './tariff-table.ts'

const reads = {
  tag: 'application',
  auth: 'session',
  permission: 'rate.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const
const writes = { ...reads, permission: 'rate.write' } as const

/** A dated index with its values. */
export const PriceIndexRecord = z
  .object({
    price_index_id: UuidOut.describe('Id of the index.'),
    ...indexMembers,
    values: z.array(IndexValue).describe('Values, the latest first; at most 1,000.'),
  })
  .meta({ id: 'AppPriceIndex' })
export type PriceIndexRecord = z.output<typeof PriceIndexRecord>

/** All indexes. */
export const listPriceIndexes = endpoint({
  ...reads,
  id: 'listPriceIndexes',
  method: 'GET',
  path: '/app/rates/indexes',
  summary: 'List price indexes',
  response: z.object({ items: z.array(PriceIndexRecord).describe('By code.') }),
})

/** Creates an index. */
export const createPriceIndex = endpoint({
  ...writes,
  id: 'createPriceIndex',
  method: 'POST',
  creates: 'header',
  path: '/app/rates/indexes',
  summary: 'Create a price index',
  body: z.strictObject(indexMembers),
  response: PriceIndexRecord,
})

/** Adds or corrects values. */
export const addIndexValues = endpoint({
  ...writes,
  id: 'addIndexValues',
  method: 'PUT',
  path: '/app/rates/indexes/{price_index_id}/values',
  summary: 'Add values to a price index',
  description: 'A value for a day that has one replaces it; the others stay. The history shows both.',
  params: z.object({ price_index_id: Uuid.describe('Id of the index.') }),
  body: z.strictObject({
    values: z
      .array(IndexValue)
      .min(1)
      .max(1_000)
      .refine((values) => new Set(values.map(({ valid_from }) => valid_from)).size === values.length, {
        error: 'two values are for the same day',
      })
      .describe('The values.'),
  }),
  response: PriceIndexRecord,
})

/** Changes the descriptive members of an index. */
export const changePriceIndex = endpoint({
  ...writes,
  id: 'changePriceIndex',
  method: 'PATCH',
  path: '/app/rates/indexes/{price_index_id}',
  summary: 'Change a price index',
  description: 'Its code stays: rate cards name it. How long a value lasts stays too, because prices follow from it.',
  params: z.object({ price_index_id: Uuid.describe('Id of the index.') }),
  body: z.strictObject({
    name: indexMembers.name.optional().describe('What people see.'),
    source: z.string().trim().max(500).optional().describe('Who publishes it, and where.'),
  }),
  response: PriceIndexRecord,
})
