import type { ScanAnswer } from '@cartage/contract/inbound/question-answers'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { type NewEvent, publishEvents } from '../../deliveries/publish.ts'
import { currentEpoch } from '../../events/views.ts'
import type { Note } from '../../messages/rules.ts'
import type { StoredUnit } from '../content.rules.ts'
import { visibleStop } from '../publish.ts'
import { stopsOf } from '../record/row.views.ts'
import { listedStops } from '../stops/sequence.rules.ts'
import { type OrderRow, ordersByIdForUpdate } from '../store.ts'
import { scanEvent } from './publish.ts'
import { publishedStatus, scannedBarcode, scannedStop, scannedUnit, scanStatus, unitsOf } from './rules.ts'
import { insertScans, lastScanNumbers, type NewScan } from './store.ts'

/** Subject of reported scans. */
export interface ScanSubject {
  /** Orders whose units are searched for the barcodes. */
  order_ids: readonly string[]
  stop_ids: readonly string[]
  handling_unit_id?: string | undefined
  /** Kind of the webhook that reported them. */
  source: string
}

/**
 * Stores scans and publishes their events, in the caller's transaction (PU-5, ST-12). Each is stored whether or not it
 * matches; repeating a scan has no effect. Trips must be locked before.
 */
export async function recordScans(
  ctx: Context,
  tx: Tx,
  note: Note,
  about: ScanSubject,
  answers: readonly ScanAnswer[],
): Promise<void> {
  const facts = await factsOf(tx, about)
  const scans: NewScan[] = []
  const events: NewEvent[] = []
  for (const answer of answers) {
    const seen = recognised(facts, about, answer)
    const who = seen.unit?.id ?? `${seen.order?.order_id}:${seen.barcode.value}`
    if (!(await note.isFirst(`scan:${who}:${answer.timestamp}:${answer.status ?? ''}`))) continue
    const scan = toScan(ctx, facts, about, answer, seen)
    scans.push(scan)
    events.push(toEvent(ctx, facts, scan, seen))
    if (seen.order) note.touched('order', seen.order.order_id)
    if (seen.unit) note.touched('handling_unit', seen.unit.id)
  }
  await Promise.all([insertScans(tx, scans), publishEvents(tx, events)])
  if (events.length === 0) return
  tx.afterCommit(() => {
    ctx.wake('deliveries')
    ctx.wake('seal')
  })
}

/** Data that scans are matched with. The numbers grow with each scan. */
interface ScanFacts {
  orders: OrderRow[]
  places: Map<string, Place[]>
  numbers: Map<string, number>
  epoch: number
}
type Place = Awaited<ReturnType<typeof placesOf>>[number]

/** Matched records of a scan, which is stored even if some are missing. */
interface Seen {
  barcode: ReturnType<typeof scannedBarcode>
  order: OrderRow | undefined
  unit: StoredUnit | undefined
  place: Place | undefined
}

async function factsOf(tx: Tx, about: ScanSubject): Promise<ScanFacts> {
  const [orders, epoch] = await Promise.all([ordersByIdForUpdate(tx, about.order_ids), currentEpoch(tx)])
  const units = orders.flatMap(({ document }) => unitsOf(document))
  const [places, numbers] = await Promise.all([
    Promise.all(orders.map(async (order): Promise<[string, Place[]]> => [order.order_id, await placesOf(tx, order)])),
    lastScanNumbers(
      tx,
      units.map(({ id }) => id),
    ),
  ])
  return { orders, places: new Map(places), numbers, epoch }
}

/** The stops of an order with their members in its document. */
async function placesOf(tx: Tx, order: OrderRow) {
  const stored = new Map(listedStops(order.document).map(({ stop }) => [stop.id, stop]))
  const rows = await stopsOf(tx, order.order_id)
  return rows.flatMap((row, at) => {
    const stop = stored.get(row.stop_id)
    if (!stop) return []
    return [{ ...row, sequence: at + 1, stored: stop, reference_number: stop.reference_number ?? null }]
  })
}

function recognised({ orders, places }: ScanFacts, about: ScanSubject, answer: ScanAnswer): Seen {
  const barcode = scannedBarcode(answer)
  const order = orderOf(orders, barcode.value, about)
  return {
    barcode,
    order,
    unit: order && scannedUnit(order.document, barcode.value, about.handling_unit_id),
    place: order && scannedStop(places.get(order.order_id) ?? [], answer.stop_match, about.stop_ids),
  }
}

function toScan(
  ctx: Context,
  { numbers }: ScanFacts,
  about: ScanSubject,
  answer: ScanAnswer,
  { barcode, order, unit, place }: Seen,
): NewScan {
  const number = unit ? (numbers.get(unit.id) ?? 0) + 1 : 1
  if (unit) numbers.set(unit.id, number)
  const known = barcode.value === null ? unit?.barcode : undefined
  return {
    handling_unit_scan_id: ctx.newId(),
    order_id: order?.order_id ?? null,
    handling_unit_id: unit?.id ?? null,
    stop_id: place?.stop_id ?? null,
    barcode: known?.value ?? barcode.value,
    barcode_source: known?.source ?? barcode.source,
    ...scanStatus(answer.status),
    stop_location_code: answer.stop_location_code ?? null,
    description: answer.description ?? null,
    scanned_at: answer.timestamp,
    source: about.source,
    event_sequence: number,
  }
}

function toEvent(ctx: Context, { epoch }: ScanFacts, scan: NewScan, { place }: Seen): NewEvent {
  return scanEvent(scan, {
    event_id: ctx.newId(),
    epoch,
    status: publishedStatus(scan.status, place?.role),
    stop: place ? visibleStop(place.stored, place) : null,
  })
}

/** The order with a unit of this barcode; without a barcode, the only order. */
function orderOf(orders: readonly OrderRow[], barcode: string | null, about: ScanSubject): OrderRow | undefined {
  const known = orders.find(({ document }) => scannedUnit(document, barcode, about.handling_unit_id))
  return known ?? (orders.length === 1 ? orders[0] : undefined)
}
