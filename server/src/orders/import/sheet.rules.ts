import { isDeepStrictEqual } from 'node:util'
import { msg, type Sentence } from '@cartage/contract/message'
import type { RowFault as SentenceFault } from '@cartage/contract/orders/app/import'
import type { ImportRow, ImportRowSchema } from '@cartage/contract/orders/app/import-row'
import type { FilledLine } from '@cartage/contract/orders/app/sheet'
import { eachEntryMember, entryTextNames, entryTexts } from '@cartage/contract/orders/entry-texts'
import { OrderEntry } from '@cartage/contract/orders/order-input'
import { type KnownCompany, matchCompany } from '../../companies/rules.ts'
import { sentenceOfIssue, spokenIssues } from '../../http/render-problem.ts'
import type { Reference } from '../../tenants/reference.views.ts'
import { type Configured, matchConfigured } from '../matching.rules.ts'

/** An error of a cell, not translated to the caller's language yet. */
export type RowFault = Omit<SentenceFault, 'message'> & { message: Sentence }

/** Records that cells of a sheet may refer to. */
export interface Named {
  companies: readonly KnownCompany[]
  reference: Reference
  /** Parses cells in the notation of the person. */
  schema: ImportRowSchema
}

/** A line of a sheet as an order, or its errors. */
export type ReadRow = { order: OrderEntry; faults?: undefined } | { order?: undefined; faults: RowFault[] }

/** Parses the cells of a line, by column. */
export function readRow(values: Readonly<Record<string, string>>, named: Named): ReadRow {
  const read = named.schema.safeParse(values, { error: spokenIssues })
  if (!read.success) return { faults: read.error.issues.map((issue) => fault(issue.path[0], sentenceOfIssue(issue))) }
  const order = OrderEntry.safeParse(orderOf(read.data, named), { error: spokenIssues })
  if (order.success) return { order: order.data }
  return { faults: order.error.issues.map((issue) => fault(columnOf(issue.path.join('.')), sentenceOfIssue(issue))) }
}

/** A line with its errors. */
export interface Faulty {
  line: number
  faults: RowFault[]
}

/** An order of a sheet, or the errors of its lines. */
export type ReadOrder = { order: OrderEntry; faults?: undefined } | { order?: undefined; faults: Faulty[] }

/**
 * Combines several lines to one order: the first has the order data, each has goods, and a line with another pickup or
 * delivery starts a consignment.
 */
export function orderOfLines(lines: readonly FilledLine[], named: Named): ReadOrder {
  const read = lines.map(({ line, values, faults }) => {
    const row = readRow(values, named)
    return { line, order: row.order, faults: [...faults, ...(row.faults ?? [])] }
  })
  if (read.some(({ faults }) => faults.length > 0)) return { faults: read.map(withNeighbour) }
  const [first, ...others] = read.map(({ order }) => order!)
  const consignments = others.reduce(joined, first!.consignments ?? [])
  return { order: { ...first!, consignments } }
}

type Consignments = NonNullable<OrderEntry['consignments']>

function joined(consignments: Consignments, { consignments: more = [] }: OrderEntry): Consignments {
  const [added] = more ?? []
  if (!added) return consignments
  const at = consignments.findIndex(
    (one) =>
      isDeepStrictEqual(one.pickup_stop, added.pickup_stop) &&
      isDeepStrictEqual(one.delivery_stop, added.delivery_stop),
  )
  if (at < 0) return [...consignments, added]
  const goods = [...(consignments[at]!.goods ?? []), ...(added.goods ?? [])]
  return consignments.map((one, index) => (index === at && goods.length > 0 ? { ...one, goods } : one))
}

/** An order needs all of its lines, so correct lines point to the one with errors. */
function withNeighbour(one: Faulty, _: number, all: readonly Faulty[]): Faulty {
  if (one.faults.length > 0) return { line: one.line, faults: one.faults }
  const other = all.find(({ faults }) => faults.length > 0)!
  return { line: one.line, faults: [fault(null, msg`Line ${other.line} of the same order has errors.`)] }
}

/** Errors of an order by path, placed on the first of its lines; the other lines point to it. */
export function placedFaults(
  lines: readonly FilledLine[],
  faults: readonly { path: string | null; message: Sentence }[],
): Faulty[] {
  const reported = faults.map(({ path, message }) => fault(path === null ? null : columnOf(path), message))
  return lines.map(({ line }, at) => ({ line, faults: at === 0 ? reported : [] })).map(withNeighbour)
}

function fault(column: PropertyKey | null | undefined, message: Sentence): RowFault {
  return { column: column === undefined || column === null ? null : String(column), message }
}

function orderOf(row: ImportRow, { companies, reference }: Named) {
  const isContainer = row.container_number ?? row.container_type ?? row.container_scenario
  return {
    order_identifier: row.order_identifier,
    customer: customerOf(row.customer!, companies),
    transport_service: namedOf(row.transport_service, reference.transportServices),
    service_level: namedOf(row.service_level, reference.serviceLevels),
    ...eachEntryMember((column) => row[column]),
    ...(isContainer !== undefined && { container: containerOf(row, reference) }),
    consignments: [
      { pickup_stop: stopOf(row, 'pickup'), delivery_stop: stopOf(row, 'delivery'), goods: goodsOf(row, reference) },
    ],
  }
}

/** A cell has a code or a name; a known code wins. */
function customerOf(cell: string, companies: readonly KnownCompany[]) {
  return matchCompany(companies, { code: cell }) ? { code: cell } : { name: cell }
}

function namedOf(cell: string | undefined, known: readonly Configured[]) {
  if (cell === undefined) return undefined
  const match = matchConfigured(known, { code: cell, name: cell })
  return match?.code ? { code: match.code } : { name: cell }
}

function containerOf(row: ImportRow, reference: Reference) {
  return {
    container_number: row.container_number?.replace(/[\s-]/g, ''),
    container_type: namedOf(row.container_type, reference.containerTypes),
    container_scenario: row.container_scenario,
  }
}

function stopOf(row: ImportRow, side: 'pickup' | 'delivery') {
  const [start_time, end_time] = [row[`${side}_from`], row[`${side}_to`]]
  return {
    location: {
      name: row[`${side}_name`],
      address: row[`${side}_address`],
      postal_code: row[`${side}_postal_code`],
      city: row[`${side}_city`],
      country: row[`${side}_country`],
    },
    date: row[`${side}_date`],
    reference_number: row[`${side}_reference`],
    ...((start_time ?? end_time) && { time_window: { start_time, end_time } }),
  }
}

function goodsOf(row: ImportRow, reference: Reference) {
  const good = {
    description: row.goods,
    quantity: row.quantity,
    packaging_type: namedOf(row.packaging, reference.packagingTypes),
    total_weight_kg: row.weight_kg,
    total_loading_meters: row.loading_meters,
    ordered_transport_temperature_degrees: row.temperature,
    ...(row.un_number !== undefined && {
      adr_type: 'ADR' as const,
      packaged_items: [{ adr: { un_number: row.un_number.replace(/^UN\s*/i, '') } }],
    }),
  }
  return Object.values(good).some((value) => value !== undefined) ? [good] : undefined
}

const columnsByPath: readonly (readonly [RegExp, string])[] = [
  [/^customer\b/, 'customer'],
  ...entryTextNames.map((name) => [new RegExp(`^${entryTexts[name]}$`), name] as const),
  [/^order_identifier$/, 'order_identifier'],
  [/^transport_service\b/, 'transport_service'],
  [/^service_level\b/, 'service_level'],
  [/^container\.container_type/, 'container_type'],
  [/^container\b/, 'container_number'],
  [/pickup_stop\.date$/, 'pickup_date'],
  [/pickup_stop\.time_window/, 'pickup_from'],
  [/pickup_stop\b/, 'pickup_name'],
  [/delivery_stop\.date$/, 'delivery_date'],
  [/delivery_stop\.time_window/, 'delivery_from'],
  [/delivery_stop\b/, 'delivery_name'],
  [/packaging_type/, 'packaging'],
  [/\badr\b/, 'un_number'],
  [/temperature/, 'temperature'],
  [/total_weight/, 'weight_kg'],
  [/goods\b/, 'goods'],
]

/** The column of a path in an order; null when no column has it. */
export function columnOf(path: string): string | null {
  return columnsByPath.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
