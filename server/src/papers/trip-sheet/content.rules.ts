import type { LocationOutput } from '@cartage/contract/locations/location'
import type { Language } from '@cartage/contract/reading/languages'
import { hoursText } from '@cartage/contract/reading/time-units'
import { windowText } from '@cartage/contract/reading/window-text'
import { dayIn } from '../../languages/writing.ts'
import { localTime } from '../../locations/local-time.rules.ts'
import { secondLanguage } from '../consignment-note/labels.ts'
import type { PaperConsignment, PaperFacts, PaperOrder, PaperStop, PaperTrip, PaperTripStop } from '../facts.rules.ts'
import { type GoodsLine, type GoodsTotals, goodsLines, goodsTotals } from '../goods.rules.ts'
import { paperLabels } from '../labels.ts'
import { numberText } from '../numbers.rules.ts'
import { addressLines } from '../parties.rules.ts'
import { sheetLabels } from './labels.ts'

type Fact = readonly [label: string, value: string]

/** Content of a driver's trip sheet: stops in order with their activities, and room to sign (PAPER-14). */
export interface TripSheet {
  name: string
  facts: readonly Fact[]
  note: string
  hasDangerousGoods: boolean
  stops: readonly SheetStop[]
  /** Summary of the trip in a list of trips. */
  summary: { begin: string; end: string; route: string; stops: string; vehicle: string }
}

/** A stop on a trip sheet. */
export interface SheetStop {
  sequence: number
  /** Activity and location: `Load: Mill`. */
  title: string
  address: string
  facts: readonly Fact[]
  /** Texts printed in full: instructions, directions. */
  notes: readonly Fact[]
  goods: readonly SheetGoods[]
  totals: GoodsTotals | null
}

/** Goods of one consignment that are loaded or unloaded. */
export interface SheetGoods {
  /** Order number, customer and its reference. */
  order: string
  lines: readonly GoodsLine[]
}

/** Day of a trip: of its first planned stop in the haulier's time zone; null when nothing is planned (PAPER-14). */
export function dayOfTrip({ stops }: PaperTrip, zone: string): string | null {
  const first = stops.find(({ planned_start_at }) => planned_start_at !== null)?.planned_start_at
  return first ? localTime(first, zone).date : null
}

/** Content of the sheet of a trip; cancelled stops are left out and not numbered (PAPER-14). */
export function tripSheet(facts: PaperFacts, trip: PaperTrip, language: Language): TripSheet {
  const live = trip.stops.filter(({ status }) => status !== 'CANCELLED')
  const labels = sheetLabels(language)
  const when = (instant: string | null | undefined) => (instant ? momentText(instant, facts.time_zone, language) : '')
  const begin = when(live[0]?.planned_start_at)
  const end = when(live.at(-1)?.planned_end_at)
  const towns = [live[0], live.at(-1)].map((stop) => townOf(facts.places.get(stop?.location_id ?? '')))
  const vehicle = trip.plates.join(' / ')
  const known: (readonly [string, string | null])[] = [
    [labels.begin, begin],
    [labels.end, end],
    [paperLabels(language).vehicle, vehicle],
    [paperLabels(language).driver, trip.drivers.join(', ')],
    [paperLabels(language).carrier, trip.subcontractor?.name ?? facts.carrier.name],
    [labels.distance, trip.distance_km === null ? null : `${numberText(Math.round(trip.distance_km), language)} km`],
  ]
  const stops = live.map((stop, at) => sheetStop(facts, stop, at + 1, language))
  return {
    name: trip.name,
    facts: known.filter((one): one is [string, string] => Boolean(one[1])),
    note: trip.note.trim(),
    hasDangerousGoods: live.some((stop) => handledAt(facts, stop).some(({ consignment }) => isDangerous(consignment))),
    stops,
    summary: { begin, end, route: towns.filter(Boolean).join(' – '), stops: String(stops.length), vehicle },
  }
}

function isDangerous({ goods }: PaperConsignment): boolean {
  return (goods ?? []).some(({ packaged_items }) => (packaged_items ?? []).some(({ adr }) => adr))
}

/** A consignment that is loaded or unloaded at a stop. */
interface Handled {
  from: PaperOrder
  consignment: PaperConsignment
  isLoaded: boolean
}

/** Goods loaded and unloaded at a stop; at a transfer all goods of the order. */
function handledAt({ orders }: PaperFacts, { stop_id, kind, order_id }: PaperTripStop): Handled[] {
  return orders.flatMap((from) =>
    from.order.consignments.flatMap((consignment): Handled[] => {
      if (consignment.pickup_stop.id === stop_id) return [{ from, consignment, isLoaded: true }]
      if (consignment.delivery_stop.id === stop_id) return [{ from, consignment, isLoaded: false }]
      const isTransfer = kind.startsWith('TRANSFER_') && from.order.id === order_id
      return isTransfer ? [{ from, consignment, isLoaded: kind === 'TRANSFER_PICKUP' }] : []
    }),
  )
}

function sheetStop(facts: PaperFacts, stop: PaperTripStop, sequence: number, language: Language): SheetStop {
  const handled = handledAt(facts, stop)
  const order = facts.orders.find((one) => one.order.id === stop.order_id)
  const own = order && stopOfOrder(order, stop.stop_id)
  const place = own?.location ?? facts.places.get(stop.location_id)
  const known: (readonly [string, string])[] = [
    ...timesOf(facts, stop, own, language),
    ...crossingFacts(facts, stop, language),
    ...stopFacts(stop, order, own, handled, language),
  ]
  const goods = handled.map(({ from, consignment }) => ({
    order: [from.number, from.order.customer.name, from.order.customer_reference_number].filter(Boolean).join(' · '),
    lines: goodsLines(from, consignment, { language, second: secondLanguage(language) }),
  }))
  const all = handled.flatMap(({ consignment }) => consignment.goods ?? [])
  return {
    sequence,
    title: titleOf(stop, handled, place, language),
    address: place ? addressLines(place).join(', ') : '',
    facts: known.filter(([, value]) => value !== ''),
    notes: notesOf(stop, own, language),
    goods,
    totals: all.length > 1 ? goodsTotals(all, language) : null,
  }
}

function stopOfOrder({ order }: PaperOrder, stopId: string): PaperStop | undefined {
  const ends = order.consignments.flatMap(({ pickup_stop, delivery_stop }) => [pickup_stop, delivery_stop])
  return [...ends, ...(order.stops ?? [])].find(({ id }) => id === stopId)
}

function titleOf(
  stop: PaperTripStop,
  handled: readonly Handled[],
  place: LocationOutput | undefined,
  language: Language,
): string {
  const labels = paperLabels(language)
  const [first] = handled
  const activity = first
    ? first.isLoaded
      ? labels.loadAt
      : labels.unloadAt
    : activityLabel(stop.activity_label, language)
  const name = place?.name || place?.display_name || townOf(place)
  return [activity, name].filter(Boolean).join(': ')
}

function timesOf(
  { time_zone }: PaperFacts,
  { planned_start_at, planned_end_at, status }: PaperTripStop,
  own: PaperStop | undefined,
  language: Language,
): Fact[] {
  const labels = sheetLabels(language)
  const begin = planned_start_at === null ? '' : momentText(planned_start_at, time_zone, language)
  const end = planned_end_at === null ? '' : localTime(planned_end_at, time_zone).time
  const planned = [begin, end].filter((text) => text !== '').join('–')
  const { start_time, end_time } = own?.time_window ?? {}
  const window = windowText(language, start_time, end_time)
  const requested = [own?.date && dayIn(language, own.date), window].filter(Boolean).join(' ')
  const isDone = status === 'COMPLETED' ? labels.completed : ''
  return [
    [labels.planned, [planned, isDone].filter((text) => text !== '').join(' · ')],
    [labels.requested, requested],
  ]
}

function activityLabel(label: string, language: Language): string {
  const labels = sheetLabels(language)
  const crossings: Readonly<Record<string, string>> = {
    'Board ferry': labels.boardFerry,
    'Leave ferry': labels.leaveFerry,
    'Board train': labels.boardTrain,
    'Leave train': labels.leaveTrain,
  }
  return crossings[label] ?? label
}

/** CROSS-6: the ferry or train boarded at a stop. */
function crossingFacts({ time_zone }: PaperFacts, { crossing }: PaperTripStop, language: Language): Fact[] {
  if (!crossing) return []
  const labels = sheetLabels(language)
  const { kind, line, minutes, departs_at, berth } = crossing
  const parts = [
    line,
    hoursText(language, minutes),
    departs_at && `${labels.departs} ${momentText(departs_at, time_zone, language)}`,
    berth === 'CABIN' ? labels.cabin : berth === 'BUNK' ? labels.bunk : null,
  ]
  return [[kind === 'TRAIN' ? labels.train : labels.ferry, parts.filter(Boolean).join(' · ')]]
}

function stopFacts(
  stop: PaperTripStop,
  order: PaperOrder | undefined,
  own: PaperStop | undefined,
  handled: readonly Handled[],
  language: Language,
): Fact[] {
  const labels = paperLabels(language)
  const references = [
    own?.reference_number,
    stop.reference_number,
    ...handled.map(({ consignment }) => consignment.consignment_reference_number),
  ]
  const reach = [own?.mobile_number, own?.phone_number, own?.email]
  return [
    [labels.reference, unique(references).join(' / ')],
    [labels.order, handled.length === 0 && order ? order.number : ''],
    [sheetLabels(language).contact, unique(reach).join(' · ')],
  ]
}

/** Instructions for planners are not printed. */
function notesOf(stop: PaperTripStop, own: PaperStop | undefined, language: Language): Fact[] {
  const labels = sheetLabels(language)
  const known: Fact[] = [[labels.instructions, unique([own?.note, stop.note]).join('\n')]]
  return known.filter(([, value]) => value !== '')
}

function unique(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text?.trim() || []))]
}

function townOf(place: LocationOutput | undefined): string {
  return place?.city || place?.name || place?.display_name || ''
}

/** Date and time in the time zone of the haulier. */
function momentText(instant: string, zone: string, language: Language): string {
  const { date, time } = localTime(instant, zone)
  return `${dayIn(language, date)} ${time}`
}
