import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Uuid, UuidOut } from '../scalars.ts'
import { RequiredText, SheetDay, SheetNumber, SheetText, SheetTime } from './sheet-values.ts'

const place = <const Side extends 'pickup' | 'delivery'>(side: Side) =>
  ({
    [`${side}_name`]: SheetText,
    [`${side}_address`]: SheetText,
    [`${side}_postal_code`]: SheetText,
    [`${side}_city`]: SheetText,
    [`${side}_country`]: SheetText,
    [`${side}_date`]: SheetDay,
    [`${side}_from`]: SheetTime,
    [`${side}_to`]: SheetTime,
    [`${side}_reference`]: SheetText,
  }) as Record<`${Side}_${'name' | 'address' | 'postal_code' | 'city' | 'country' | 'reference'}`, typeof SheetText> &
    Record<`${Side}_date`, typeof SheetDay> &
    Record<`${Side}_${'from' | 'to'}`, typeof SheetTime>

/** One line of a sheet: one order with one consignment. Cells are text; the schema reads them. */
export const ImportRow = z
  .object({
    order_identifier: SheetText,
    customer: RequiredText,
    reference: SheetText,
    transport_service: SheetText,
    service_level: SheetText,
    ...place('pickup'),
    ...place('delivery'),
    goods: SheetText,
    quantity: SheetNumber,
    packaging: SheetText,
    weight_kg: SheetNumber,
    loading_meters: SheetNumber,
    un_number: SheetText,
    temperature: SheetNumber,
    container_number: SheetText,
    container_type: SheetText,
    container_scenario: SheetText.transform((text) => text?.toUpperCase()).refine(
      (text) => text === undefined || text === 'IMPORT' || text === 'EXPORT',
      { error: 'must be import or export' },
    ),
    instructions: SheetText,
  })
  .superRefine((row, ctx) => {
    for (const side of ['pickup', 'delivery'] as const) {
      if (row[`${side}_name`] || row[`${side}_city`]) continue
      ctx.addIssue({ code: 'custom', path: [`${side}_city`], message: 'is needed: a name or a town' })
    }
    if (row.pickup_date === undefined) {
      ctx.addIssue({ code: 'custom', path: ['pickup_date'], message: 'is needed' })
    }
    if (row.delivery_date === undefined && row.service_level === undefined) {
      const message = 'is needed, or a service level'
      ctx.addIssue({ code: 'custom', path: ['delivery_date'], message })
    }
    if (row.pickup_date !== undefined && row.delivery_date !== undefined && row.delivery_date < row.pickup_date) {
      ctx.addIssue({ code: 'custom', path: ['delivery_date'], message: 'is before the pickup' })
    }
  })
export type ImportRow = z.output<typeof ImportRow>

/** Columns a sheet may have, in the order of the template. */
export const importColumns = Object.keys(ImportRow.shape) as ImportColumn[]
export type ImportColumn = keyof z.input<typeof ImportRow>

/** What is wrong with one line of a sheet. */
export const RowFault = z
  .object({
    column: z.string().nullable().describe('Column it is about, null when the whole line is meant.'),
    message: z.string().describe('What is wrong and what to do next.'),
  })
  .meta({ id: 'AppRowFault' })
export type RowFault = z.output<typeof RowFault>

/** What is wrong with the cells of a line, empty when nothing is. For the screen, before anything is sent. */
export function rowFaults(values: Readonly<Record<string, string>>): RowFault[] {
  const result = ImportRow.safeParse(values)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => ({
    column: path[0] === undefined ? null : String(path[0]),
    message,
  }))
}

/** Lines sent in one request, if no order needs more. */
export const mostImportRows = 50
/** Lines one order of a sheet may have. */
export const mostOrderRows = 200

/** Takes lines of a sheet as orders. */
export const importOrders = endpoint({
  id: 'importOrders',
  method: 'POST',
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
