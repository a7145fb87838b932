import { z } from 'zod'
import type { RowFault } from './order-import.ts'
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

/** What is wrong with the cells of a line, empty when nothing is. For the screen, before anything is sent. */
export function rowFaults(values: Readonly<Record<string, string>>): RowFault[] {
  const result = ImportRow.safeParse(values)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => ({
    column: path[0] === undefined ? null : String(path[0]),
    message,
  }))
}
