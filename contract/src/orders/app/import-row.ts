import { z } from 'zod'
import { Message, type Sentence } from '../../message.ts'
import { RequiredText, SheetText, SheetTimes, sheetDay, sheetNumber } from '../../reading/cells.ts'
import type { Reading } from '../../reading/reading.ts'
import { isOverNight, minuteOf } from '../../reading/time.ts'
import { isDeliveryEarly } from '../early-delivery.ts'
import { eachEntryText } from '../entry-texts.ts'

type Side = 'pickup' | 'delivery'

function place<const S extends Side>(side: S, reading: Reading) {
  const day = sheetDay(reading)
  return {
    [`${side}_name`]: SheetText,
    [`${side}_address`]: SheetText,
    [`${side}_postal_code`]: SheetText,
    [`${side}_city`]: SheetText,
    [`${side}_country`]: SheetText,
    [`${side}_date`]: day,
    [`${side}_from`]: SheetTimes,
    [`${side}_to`]: SheetTimes,
    [`${side}_reference`]: SheetText,
  } as Record<`${S}_${'name' | 'address' | 'postal_code' | 'city' | 'country' | 'reference'}`, typeof SheetText> &
    Record<`${S}_date`, typeof day> &
    Record<`${S}_${'from' | 'to'}`, typeof SheetTimes>
}

/** Cells of a sheet line in the user's notation. */
export function importCells(reading: Reading) {
  const number = sheetNumber(reading)
  return z.object({
    order_identifier: SheetText,
    customer: RequiredText,
    transport_service: SheetText,
    service_level: SheetText,
    ...place('pickup', reading),
    ...place('delivery', reading),
    goods: SheetText,
    quantity: number,
    packaging: SheetText,
    weight_kg: number,
    loading_meters: number,
    un_number: SheetText,
    temperature: number,
    container_number: SheetText,
    container_type: SheetText,
    container_scenario: SheetText.transform((text) => text?.toUpperCase()).refine(
      (text) => text === undefined || text === 'IMPORT' || text === 'EXPORT',
      { error: 'must be import or export' },
    ),
    ...eachEntryText(() => SheetText),
  })
}
type Cells = z.output<ReturnType<typeof importCells>>

/** One sheet line: one order with one consignment. Cells are text, parsed in the user's notation. */
export function importRow(reading: Reading) {
  return importCells(reading)
    .superRefine((row, ctx) => {
      for (const side of ['pickup', 'delivery'] as const) {
        if (!row[`${side}_name`] && !row[`${side}_city`]) {
          ctx.addIssue({ code: 'custom', path: [`${side}_city`], message: 'is required: enter a name or a town' })
        }
        const fault = windowFault(row, side)
        if (fault !== undefined) ctx.addIssue({ code: 'custom', path: [`${side}_to`], ...fault })
      }
      if (row.pickup_date === undefined) {
        ctx.addIssue({ code: 'custom', path: ['pickup_date'], message: 'is required' })
      }
      if (row.delivery_date === undefined && row.service_level === undefined) {
        const message = 'is required, or a service level'
        ctx.addIssue({ code: 'custom', path: ['delivery_date'], message })
      }
    })
    .transform((row) => {
      const [pickup, delivery] = [windowOf(row, 'pickup'), windowOf(row, 'delivery')]
      return {
        ...row,
        pickup_date: row.pickup_date?.day,
        delivery_date: row.delivery_date?.day,
        pickup_from: pickup.start,
        pickup_to: pickup.end,
        delivery_from: delivery.start,
        delivery_to: delivery.end,
      }
    })
}
/** Schema that parses the cells of a line. */
export type ImportRowSchema = ReturnType<typeof importRow>
export type ImportRow = z.output<ImportRowSchema>

/**
 * A window may be in one cell, `8-12`, or split over two. It may start with the time behind the day. A time only in the
 * second cell is the end.
 */
function windowOf(row: Cells, side: Side): { start: string | undefined; end: string | undefined } {
  const [from, to] = [row[`${side}_from`], row[`${side}_to`]]
  if (to?.start_time && to.end_time) return { start: to.start_time, end: to.end_time }
  return { start: from?.start_time ?? row[`${side}_date`]?.time, end: to?.end_time ?? to?.start_time ?? from?.end_time }
}

function windowFault(row: Cells, side: Side): { message: string } | undefined {
  const [from, to] = [row[`${side}_from`], row[`${side}_to`]]
  const time = row[`${side}_date`]?.time
  const start_time = from?.start_time ?? (to?.end_time === undefined ? undefined : to.start_time)
  if (time !== undefined && start_time !== undefined && minuteOf(start_time) !== time) {
    return { message: 'has another time than the window: enter it in one of the cells' }
  }
  const hasWhole = to?.start_time !== undefined && to.end_time !== undefined
  if (to === undefined || (from === undefined && (time === undefined || hasWhole))) return undefined
  if (from?.end_time !== undefined || hasWhole) {
    return { message: 'repeats the end: enter the window in one cell, or its two times in two cells' }
  }
  return undefined
}

/** Error of a cell, or of the whole line. */
export interface CellFault {
  column: string | null
  message: Sentence
}

/** Errors of a line's cells, empty if valid. Used by the screen before anything is sent. */
export function rowFaults(values: Readonly<Record<string, string>>, schema: ImportRowSchema): CellFault[] {
  const result = schema.safeParse(values)
  if (result.success) return []
  return result.error.issues.map((issue) => ({
    column: issue.path[0] === undefined ? null : String(issue.path[0]),
    message: sentenceOfCustom(issue),
  }))
}

/** Sentence that an issue carries in addition to its English text. */
function sentenceOfCustom(issue: z.core.$ZodIssue): Sentence {
  const sentence: unknown = issue.code === 'custom' ? issue.params?.sentence : undefined
  return sentence instanceof Message ? sentence : issue.message
}

/** Suspicious cell that is imported anyway. */
export interface RowWarning {
  column: string
  kind: 'BEFORE_PICKUP' | 'NEXT_DAY'
}

/**
 * Suspicious columns of a line that is imported anyway: a delivery before its pickup, and a window that ends on the
 * next day (TIME-4), because its times may have been swapped.
 */
export function rowWarnings(values: Readonly<Record<string, string>>, schema: ImportRowSchema): RowWarning[] {
  const { data: row } = schema.safeParse(values)
  if (row === undefined) return []
  const nights = (['pickup', 'delivery'] as const).filter((side) =>
    isOverNight({ start_time: row[`${side}_from`], end_time: row[`${side}_to`] }),
  )
  return [
    ...(isEarly(row) ? [{ column: 'delivery_date', kind: 'BEFORE_PICKUP' as const }] : []),
    ...nights.map((side) => ({
      column: values[`${side}_to`] ? `${side}_to` : `${side}_from`,
      kind: 'NEXT_DAY' as const,
    })),
  ]
}

/** Maximum time difference between two countries: Portugal and Turkey. */
const mostApart = 3 * 3_600_000

/**
 * Whether the delivery of a line precedes its pickup in any time zones: the places' zones are only known after
 * geocoding. Zones within one country are treated as one.
 */
function isEarly(row: ImportRow): boolean {
  if (row.pickup_date === undefined || row.delivery_date === undefined) return false
  if (row.delivery_date < row.pickup_date) return true
  const { pickup_from, delivery_from, delivery_to } = row
  const isNight = isOverNight({ start_time: delivery_from, end_time: delivery_to })
  const at = (day: string, time: string) => Date.parse(`${day}T${minuteOf(time)}Z`)
  const begin = at(row.pickup_date, pickup_from ?? '00:00')
  const end = at(row.delivery_date, delivery_to ?? '23:59') + (isNight ? 86_400_000 : 0)
  const apart = row.pickup_country === row.delivery_country ? 0 : mostApart
  const asked = (instant: number) => ({ asked_from: utcText(instant), asked_to: utcText(instant) })
  return isDeliveryEarly(asked(begin), asked(end + apart))
}

const utcText = (instant: number) => new Date(instant).toISOString()
