import { type EventType, eventTypes } from '@cartage/contract/events/endpoints'
import type { OperationalVisibilityUpdate, VisibilityEvent } from '@cartage/contract/outbound/visibility-event'
import type { VisibilityOrder, VisibilityStop } from '@cartage/contract/outbound/visibility-parts'
import type { EdiMessage, EdiParties, Reportable } from './edi-message.format.ts'
import { type EdifactMessage, instant, type Segment, upTo } from './edifact.format.ts'

/** Types of events in status reports: those of orders and stops, without measurements. */
const types: readonly EventType[] = eventTypes.filter(
  (type) => (type.startsWith('order.') && !type.startsWith('order.temperature_')) || type.startsWith('stop.'),
)

/**
 * The status report of one event: IFTSTA of directory D.01B, with one consignment (CNI) per order and one status (STS)
 * per reported stop. Stops beyond the limit of a consignment continue under the same number.
 * @param parties ids of sender and recipient
 * @param at time of the report
 * @returns undefined when this kind of event has no report
 */
export function statusReport(event: Reportable, parties: EdiParties, at: Date): EdifactMessage | undefined {
  const { order, events } = JSON.parse(event.payload) as OperationalVisibilityUpdate
  // Messages about invoices have no events.
  const [eventType] = events ?? []
  const statuses = eventType && statusesOf(eventType)
  if (!eventType || !statuses) return undefined
  const segments: Segment[] = [
    // 23 is a status report, 9 an original.
    ['BGM', '23', bareId(event.event_id), '9'],
    instant('137', at.toISOString()),
    ['NAD', 'MS', parties.sender],
    ['NAD', 'MR', parties.recipient],
    ...consignments(statuses).flatMap((part, index): Segment[] => [
      ['CNI', String(index + 1), elementText(35, order?.order_name) || bareId(order?.id ?? event.event_id)],
      ...part.flatMap((status) => statusSegments(status, eventType, order)),
    ]),
  ]
  return { type: ['IFTSTA', 'D', '01B', 'UN'], segments }
}

/** Status reports for partners about orders and stops. */
export const iftsta: EdiMessage = { types, compose: statusReport }

/** Most statuses of one consignment, segment group 5. */
const mostStatuses = 99

function consignments(statuses: readonly Status[]): Status[][] {
  return Array.from({ length: Math.ceil(statuses.length / mostStatuses) }, (_, index) =>
    statuses.slice(index * mostStatuses, (index + 1) * mostStatuses),
  )
}

/** Without dashes an id has 32 characters; the limit is 35. */
function bareId(id: string): string {
  return id.replaceAll('-', '')
}

/** Text for an element, which is left out when nothing readable remains. */
function elementText(length: number, text: string | null | undefined): string {
  return upTo(length, text ?? '').trim()
}

/** One status of the consignment. */
interface Status {
  /** Code of UN/ECE Recommendation 24, or our own where it has none. */
  code: string
  /** The code is our own: ZZZ (mutually defined) is its code list and its responsible agency. */
  isOwn?: boolean
  words: string
  stop?: VisibilityStop
  /** Time of the status, if other than the time of the event. */
  at?: string
  /** Estimated arrival. */
  estimated?: string
}

// Maps, because a status may equal a property name of every object.
const orderStatuses: ReadonlyMap<string, Status> = new Map([
  ['ACCEPTED', { code: '6', words: 'BOOKED' }],
  ['REJECTED', { code: '7', words: 'BOOKING REJECTED' }],
  ['CANCELLED', { code: '7', words: 'BOOKING CANCELLED' }],
  ['COMPLETED', { code: '14', words: 'COMPLETED' }],
])

/** Statuses without a code in the recommendation. Partners rely on these codes, so they never change. */
const ownCodes: ReadonlyMap<string, string> = new Map([
  ['BLOCKED', 'BLK'],
  ['DRAFT', 'DRF'],
  ['QUOTE', 'QUO'],
  ['TO_PLAN', 'TPL'],
  ['PLANNED', 'PLN'],
  ['DEPARTED', 'DEP'],
  ['IN_TRANSIT', 'TRA'],
])

function statusesOf({ update }: VisibilityEvent): Status[] | undefined {
  if (update.type === 'Order' && update.temperature) return undefined
  if (update.type === 'Order') return [orderStatus(update.status ?? '')]
  if (update.type === 'Stop') return [stopStatus(update.stop)]
  if (update.type === 'Eta') return update.stops.map(estimate)
  return undefined
}

/** A status without a code is reported by its own name: an order released from hold has its earlier status. */
function orderStatus(status: string): Status {
  const known = orderStatuses.get(status)
  if (known) return known
  return {
    code: ownCodes.get(status) ?? 'OTH',
    isOwn: true,
    words: elementText(35, status.replaceAll('_', ' ')) || 'CHANGED',
  }
}

function stopStatus(stop: VisibilityStop): Status {
  const { status, stop_type, actual_start_timestamp: begun, actual_end_timestamp: ended } = stop
  if (status !== 'COMPLETED') return { code: '1', words: 'ARRIVED', stop, ...(begun && { at: begun }) }
  const time = ended ? { at: ended } : {}
  if (stop_type === 'PICKUP') return { code: '13', words: 'COLLECTED', stop, ...time }
  if (stop_type === 'DELIVERY') return { code: '21', words: 'DELIVERY COMPLETED', stop, ...time }
  return { code: '14', words: 'COMPLETED', stop, ...time }
}

function estimate(stop: VisibilityStop): Status {
  const reported = { code: 'ETA', isOwn: true, words: 'ESTIMATED ARRIVAL', stop }
  return { ...reported, ...(stop.eta_start_time && { estimated: stop.eta_start_time }) }
}

/** Segment group 5, in the order of the segment table: STS, RFF, DTM, LOC, TDT, EQD. */
function statusSegments(
  status: Status,
  eventType: VisibilityEvent,
  order: VisibilityOrder | null | undefined,
): Segment[] {
  const { stop } = status
  return [
    // 1: transport status.
    ['STS', '1', [status.code, ...(status.isOwn ? ['ZZZ', 'ZZZ'] : ['', '']), status.words]],
    ...references(order, stop),
    // 334: time of the status; 132: estimated arrival.
    instant('334', status.at ?? eventType.timestamp),
    ...(status.estimated ? [instant('132', status.estimated)] : []),
    ...(stop ? [place(stop)] : []),
    ...(stop?.resources ?? [])
      .filter((resource) => elementText(35, resource.license_plate) !== '')
      .slice(0, 99)
      .map(vehicle),
    ...containers(order, stop).map((number): Segment => ['EQD', 'CN', number]),
  ]
}

function references(order: VisibilityOrder | null | undefined, stop: VisibilityStop | undefined): Segment[] {
  const own = elementText(35, order?.customer_reference_number)
  const ofStop = elementText(35, stop?.stop_reference)
  return [
    // CR: the customer's number; ACD: an additional one, of the stop.
    ...(own ? [['RFF', ['CR', own]] as const] : []),
    ...(ofStop ? [['RFF', ['ACD', ofStop]] as const] : []),
  ]
}

/** Location: 5 is the place of departure, 7 the place of delivery, 14 any other. */
function place({ location, stop_type }: VisibilityStop): Segment {
  const kind = stop_type === 'PICKUP' ? '5' : stop_type === 'DELIVERY' ? '7' : '14'
  const words = [location.name ?? location.address, location.city, location.country_code].filter((part) => part)
  return ['LOC', kind, ['', '', '', elementText(70, words.join(', '))]]
}

/** Container numbers without duplicates: of the order and of the resources at the stop. */
function containers(order: VisibilityOrder | null | undefined, stop: VisibilityStop | undefined): string[] {
  const given = [order?.container_number, ...(stop?.resources ?? []).map((resource) => resource.container_number)]
  const numbers = given.map((number) =>
    (number ?? '')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 17),
  )
  return [...new Set(numbers.filter((number) => number !== ''))].slice(0, 99)
}

/** Road transport (3) with its licence plate. */
function vehicle({ license_plate }: { license_plate?: string | null | undefined }): Segment {
  return ['TDT', '20', '', '3', '', '', '', '', ['', '', '', elementText(35, license_plate)]]
}
