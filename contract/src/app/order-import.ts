import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Uuid, UuidOut } from '../scalars.ts'
import type { ImportRow } from './import-row.ts'

/** A column a sheet may have. */
export type ImportColumn = keyof z.input<typeof ImportRow>

/** Columns a sheet may have, in the order of the template. Written out: browsers have them without the schema. */
export const importColumns: readonly ImportColumn[] = [
  'order_identifier',
  'customer',
  'reference',
  'transport_service',
  'service_level',
  'pickup_name',
  'pickup_address',
  'pickup_postal_code',
  'pickup_city',
  'pickup_country',
  'pickup_date',
  'pickup_from',
  'pickup_to',
  'pickup_reference',
  'delivery_name',
  'delivery_address',
  'delivery_postal_code',
  'delivery_city',
  'delivery_country',
  'delivery_date',
  'delivery_from',
  'delivery_to',
  'delivery_reference',
  'goods',
  'quantity',
  'packaging',
  'weight_kg',
  'loading_meters',
  'un_number',
  'temperature',
  'container_number',
  'container_type',
  'container_scenario',
  'instructions',
]

/** What is wrong with one line of a sheet. */
export const RowFault = z
  .object({
    column: z.string().nullable().describe('Column it is about, null when the whole line is meant.'),
    message: z.string().describe('What is wrong and what to do next.'),
  })
  .meta({ id: 'AppRowFault' })
export type RowFault = z.output<typeof RowFault>

/** Lines sent in one request, if no order needs more. */
export const mostImportRows = 50
/** Lines one order of a sheet may have. */
export const mostOrderRows = 200

/** Takes lines of a sheet as orders. */
export const importOrders = endpoint({
  id: 'importOrders',
  method: 'POST',
  creates: 'body',
  path: '/app/orders/import',
  tag: 'application',
  summary: 'Import lines of a sheet',
  description:
    'Lines with the same order_identifier are one order and come in one request. Each order on its own: one that is ' +
    'refused does not keep the others from being made.',
  auth: 'session',
  permission: 'order.write',
  limit: 'none',
  since: '0.1.0',
  added: true,
  body: z.object({
    import_key: Uuid.describe('Made by the screen for one sheet; a line sent again under it makes no second order.'),
    rows: z
      .array(
        z.object({
          line: z.int().min(1).max(1_000_000).describe('Number of the line in the sheet.'),
          values: z.record(z.string().max(100), z.string().max(2_000)).describe('Cells by column.'),
        }),
      )
      .min(1)
      .max(mostOrderRows)
      .describe('Lines.'),
  }),
  response: z.object({
    items: z
      .array(
        z.object({
          line: z.int().describe('Number of the line.'),
          upload_id: UuidOut.nullable().describe('Poll it to see what became of the order; null when refused.'),
          errors: z.array(RowFault).describe('Why the line was refused; empty otherwise.'),
        }),
      )
      .describe('One for each line, as they were sent.'),
  }),
})
