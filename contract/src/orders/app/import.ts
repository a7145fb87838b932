import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { PlaceQuestion } from '../../locations/app/answers.ts'
import { ReadingInput } from '../../reading/reading.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'
import { entryTextNames } from '../entry-texts.ts'
import type { importCells } from './import-row.ts'

/** Possible column of a sheet. */
export type ImportColumn = keyof z.input<ReturnType<typeof importCells>>

/** Possible columns of a sheet, in template order. Explicit, so that browsers have them without the schema. */
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
  ...entryTextNames.filter((name) => name !== 'reference'),
]

/** Error of one sheet line. */
export const RowFault = z
  .object({
    column: z.string().nullable().describe('Column it is about, null for the whole line.'),
    message: z.string().describe('What is wrong and what to do next.'),
  })
  .meta({ id: 'AppRowFault' })
export type RowFault = z.output<typeof RowFault>

/** Lines per request, unless one order needs more. */
export const mostImportRows = 50
/** Maximum number of lines of one order. */
export const mostOrderRows = 200

/** Submits sheet lines as orders. */
export const importOrders = endpoint({
  ...ofApplication,
  id: 'importOrders',
  method: 'POST',
  creates: 'body',
  path: '/app/orders/import',
  summary: 'Import lines of a sheet',
  description:
    'Lines with the same order_identifier are one order and are sent in one request. Each order on its own: one that is ' +
    'rejected does not stop the others.',
  permission: 'order.write',
  body: z.object({
    import_key: Uuid.describe(
      'Key of one sheet, for example its hash: a line sent again with it does not create a second order, unless the first one failed.',
    ),
    reading: ReadingInput.optional().describe('How the cells are read; absent, as the request’s language has it.'),
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
          is_repeat: z
            .boolean()
            .optional()
            .describe('It was imported before with this key: no second order is created.'),
          upload_id: UuidOut.nullable().describe('Poll it for the result; null when rejected.'),
          errors: z.array(RowFault).describe('Why the line was rejected; empty otherwise.'),
        }),
      )
      .describe('One for each line, as they were sent.'),
  }),
})

/** Maximum number of different customers per request: as many as a sheet has lines. */
const mostCustomers = 5_000

/** Finds unknown customers of a sheet before the import. */
export const findImportCustomers = endpoint({
  ...ofApplication,
  id: 'findImportCustomers',
  method: 'POST',
  path: '/app/orders/import/customers',
  summary: 'Customers of a sheet that are not known',
  description: 'Creates nothing. With creates_missing, importing the sheet creates them as approved customers.',
  permission: 'order.write',
  longestList: mostCustomers,
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    customers: z.array(z.string().max(2_000)).max(mostCustomers).describe('Codes or names, as in the cells.'),
  }),
  response: z.object({
    creates_missing: z.boolean().describe('Whether the tenant lets an import create customers.'),
    unknown: z
      .array(
        z.object({
          customer: z.string().describe('As the cell has it.'),
          nearest: z.array(z.string()).describe('Known customers with a similar name.'),
        }),
      )
      .describe('Those that no company has as a code or a name.'),
  }),
})

/** Finds sheet rows that resemble existing orders before the import. */
export const findImportSimilar = endpoint({
  ...ofApplication,
  id: 'findImportSimilar',
  method: 'POST',
  path: '/app/orders/import/similar',
  summary: 'Rows of a sheet that look like orders there are',
  description:
    'The same customer, reference and pickup day among orders of the last 30 days, as when an order is entered. Orders that ' +
    'were imported under the key of this sheet are left out: their rows are known to be repeats.',
  permission: 'order.write',
  longestList: mostCustomers,
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    import_key: Uuid.describe('Key of the sheet.'),
    rows: z
      .array(
        z.object({
          line: z.int().min(1).max(1_000_000).describe('Number of the row in the sheet.'),
          customer: z.string().max(2_000).describe('Code or name, as in the cell.'),
          reference: z.string().max(255).describe('Reference of the customer.'),
          pickup_on: LocalDate.describe('Day of the pickup.'),
        }),
      )
      .max(mostCustomers)
      .describe('Rows that have a customer, a reference and a day.'),
  }),
  response: z.object({
    items: z
      .array(
        z.object({
          line: z.int().describe('Number of the row.'),
          order_id: UuidOut.describe('Id of the order it looks like.'),
          order_number: z.string().describe('Number for people.'),
        }),
      )
      .describe('Rows that look like an order.'),
  }),
})

/** Requests of the application during an order import. */

/** Maximum number of places checked per request. */
export const mostImportPlaces = 2_000

/** Finds ambiguous places of a sheet. */
export const findImportPlaces = endpoint({
  ...ofApplication,
  id: 'findImportPlaces',
  method: 'POST',
  path: '/app/orders/import/places',
  summary: 'Places of a sheet that may be several',
  description:
    'Those whose name several places have, unless it was said before which one these customers mean. Nothing is stored.',
  permission: 'order.write',
  longestList: mostImportPlaces,
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    places: z
      .array(
        z.object({
          city: z.string().max(1_000).describe('Town, as in the cell.'),
          postal_code: z.string().max(1_000).describe('Postal code, as in the cell.'),
          country: z.string().max(1_000).describe('Country, as in the cell.'),
          customers: z.array(z.string().max(2_000)).max(20).describe('Codes or names of customers, as in the cells.'),
        }),
      )
      .max(mostImportPlaces)
      .describe('Places of the rows, each once.'),
  }),
  response: z.object({ questions: z.array(PlaceQuestion).describe('Which one it may be, of each.') }),
})
