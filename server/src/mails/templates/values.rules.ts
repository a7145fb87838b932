import type { MailKind } from '@cartage/contract/mails/app/templates'
import type { StopTimes } from '@cartage/contract/orders/app/lateness'
import { isLate, punctualityOf } from '@cartage/contract/orders/app/lateness'
import { type Language, languages } from '@cartage/contract/reading/languages'
import { windowText } from '@cartage/contract/reading/window-text'
import { dayIn } from '../../languages/writing.ts'
import { localTime } from '../../locations/local-time.rules.ts'
import { weightOf } from '../../orders/goods-weight.rules.ts'
import type { PaperConsignment, PaperFacts, PaperOrder, PaperStop, PaperTripStop } from '../../papers/facts.rules.ts'
import { natureOf, packingOf } from '../../papers/goods.rules.ts'
import { paperLabels } from '../../papers/labels.ts'
import { numberText } from '../../papers/numbers.rules.ts'
import { addressLines } from '../../papers/parties.rules.ts'

/** Most items of a list in templates. */
const mostListed = 100

/** A text, or null when unknown, so that `if` treats it as missing. */
type Value = string | null

/** Sender and recipient. */
export interface Correspondents {
  readonly recipient: { readonly name: string }
  readonly sender: { readonly name: string; readonly phone: Value; readonly email: Value }
}

interface StopValues {
  readonly number: number
  readonly activity: Value
  readonly place: Value
  readonly address: Value
  readonly date: Value
  readonly window: Value
  readonly reference: Value
  readonly note: Value
  readonly order: Value
}

interface GoodsValues {
  readonly quantity: Value
  readonly packaging: Value
  readonly description: Value
  readonly weight_kg: Value
  readonly loading_meters: Value
}

type OwnStopValues = Omit<StopValues, 'number' | 'note' | 'order'>

/** Values for templates by kind: the variables of the contract and nothing else (MAIL-1). */
export interface MailValues extends Correspondents {
  readonly order?: { readonly number: string; readonly reference: Value; readonly container: Value }
  readonly trip?: { readonly name: Value; readonly note?: Value; readonly vehicle: Value; readonly begin?: Value }
  readonly stops?: readonly StopValues[]
  readonly goods?: readonly GoodsValues[]
  readonly stop?: OwnStopValues & { readonly expected?: Value; readonly late_minutes?: number }
  readonly proof?: { readonly reason: Value }
}

/** A stop of an order that is expected late. */
export interface LateStop {
  readonly stop_id: string
  /** Expected arrival, an instant. */
  readonly expected: string
  readonly minutes: number
  readonly time_zone: string
}

/** The first stop ahead that is expected late; undefined when there is none (MAIL-6). @param now milliseconds since 1970 */
export function lateStopOf(stops: readonly StopTimes[], now: number): LateStop | undefined {
  return stops
    .flatMap((stop): LateStop[] => {
      const verdict = punctualityOf(stop, now)
      const expected = stop.eta_start_at ?? stop.planned_start_at
      if (!verdict || verdict.basis === 'FACT' || !isLate(verdict) || expected === null) return []
      return [{ stop_id: stop.stop_id, expected, minutes: verdict.minutes, time_zone: stop.time_zone }]
    })
    .toSorted((one, other) => one.expected.localeCompare(other.expected))[0]
}

/** Values of an order confirmation. */
export function confirmationValues(who: Correspondents, from: PaperOrder, language: Language): MailValues {
  const { order } = from
  return {
    ...who,
    order: orderValues(from),
    stops: stopsOf(from)
      .slice(0, mostListed)
      .map((one, at) => ({
        ...ownStopValues(from, one, language),
        ...{ number: at + 1, note: one.note?.trim() || null, order: from.number },
      })),
    goods: goodsValues(order.consignments, language),
  }
}

/** Values of a delay notice. */
export function delayValues(who: Correspondents, from: PaperOrder, late: LateStop, language: Language): MailValues {
  const stop = stopsOf(from).find(({ id }) => id === late.stop_id)
  const values = stop ? ownStopValues(from, stop, language) : noStop
  const expected = momentText(late.expected, late.time_zone, language)
  return { ...who, order: orderValues(from), stop: { ...values, expected, late_minutes: late.minutes } }
}

/** A proof of delivery that is requested from a carrier. */
interface MissingProof {
  readonly stop_id: string | null
  readonly trip_name: Value
  readonly vehicle: Value
  /** Reason of the latest rejection. */
  readonly reason: Value
}

/** Values of a request for a proof of delivery (MAIL-9). */
export function proofValues(
  who: Correspondents,
  from: PaperOrder,
  proof: MissingProof,
  language: Language,
): MailValues {
  const stop = stopsOf(from).find(({ id }) => id === proof.stop_id)
  const { trip_name: name, vehicle, reason } = proof
  const trip = { name, vehicle }
  return {
    ...who,
    order: orderValues(from),
    trip,
    stop: stop ? ownStopValues(from, stop, language) : noStop,
    proof: { reason },
  }
}

/** Values of the dispatch of a trip: its stops with their planned times. */
export function dispatchValues(who: Correspondents, facts: PaperFacts, language: Language): MailValues {
  const trip = facts.trip!
  const live = trip.stops.filter(({ status }) => status !== 'CANCELLED').slice(0, mostListed)
  const begin = live[0]?.planned_start_at
  const ids = new Set(live.map(({ stop_id }) => stop_id))
  const carried = facts.orders.flatMap(({ order }) =>
    order.consignments.filter(({ pickup_stop, delivery_stop }) => ids.has(pickup_stop.id) || ids.has(delivery_stop.id)),
  )
  return {
    ...who,
    trip: {
      ...{ name: trip.name, note: trip.note.trim() || null, vehicle: trip.plates.join(' / ') || null },
      begin: begin ? dayIn(language, localTime(begin, facts.time_zone).date) : null,
    },
    stops: live.map((stop, at) => ({ ...tripStopValues(facts, stop, language), number: at + 1 })),
    goods: goodsValues(carried, language),
  }
}

function orderValues({ number, order }: PaperOrder) {
  const { customer_reference_number: reference, container } = order
  return { number, reference: reference?.trim() || null, container: container?.container_number?.trim() || null }
}

function stopsOf({ order }: PaperOrder): PaperStop[] {
  const ends = order.consignments.flatMap(({ pickup_stop, delivery_stop }) => [pickup_stop, delivery_stop])
  return [...new Map([...(order.stops ?? []), ...ends].map((stop) => [stop.id, stop])).values()]
}

const noStop = { activity: null, place: null, address: null, date: null, window: null, reference: null }

function ownStopValues({ order }: PaperOrder, stop: PaperStop, language: Language) {
  const labels = paperLabels(language)
  const isEnd = (end: 'pickup_stop' | 'delivery_stop') => order.consignments.some((one) => one[end].id === stop.id)
  const activity = isEnd('pickup_stop') ? labels.loadAt : isEnd('delivery_stop') ? labels.unloadAt : stop.activity_label
  const { location, date, time_window, reference_number } = stop
  const window = windowText(language, time_window?.start_time, time_window?.end_time)
  return {
    activity: activity || null,
    place: location.name || location.display_name || location.city || null,
    address: addressLines(location).join(', ') || null,
    date: date ? dayIn(language, date) : null,
    window: window || null,
    reference: reference_number?.trim() || null,
  }
}

function tripStopValues(facts: PaperFacts, stop: PaperTripStop, language: Language): Omit<StopValues, 'number'> {
  const from = facts.orders.find(({ order }) => order.id === stop.order_id)
  const own = from && stopsOf(from).find(({ id }) => id === stop.stop_id)
  const place = facts.places.get(stop.location_id)
  const labels = paperLabels(language)
  const transfer = { TRANSFER_PICKUP: labels.loadAt, TRANSFER_DROP: labels.unloadAt, ORDER: null, STANDALONE: null }
  const values = from && own ? ownStopValues(from, own, language) : undefined
  const begin = stop.planned_start_at && localTime(stop.planned_start_at, facts.time_zone)
  const end = stop.planned_end_at && localTime(stop.planned_end_at, facts.time_zone)
  return {
    activity: values?.activity ?? transfer[stop.kind] ?? (stop.activity_label || null),
    place: values?.place ?? place?.name ?? place?.display_name ?? place?.city ?? null,
    address: values?.address ?? ((place && addressLines(place).join(', ')) || null),
    date: begin ? dayIn(language, begin.date) : (values?.date ?? null),
    window: begin ? [begin.time, end ? end.time : ''].filter(Boolean).join('–') : (values?.window ?? null),
    reference: values?.reference ?? (stop.reference_number || null),
    note: [...new Set([own?.note?.trim(), stop.note.trim()])].filter(Boolean).join('\n') || null,
    order: from?.number ?? null,
  }
}

function goodsValues(consignments: readonly PaperConsignment[], language: Language): GoodsValues[] {
  const text = (value: number | null | undefined) => (value == null ? null : numberText(value, language))
  return consignments
    .flatMap(({ goods }) => goods ?? [])
    .slice(0, mostListed)
    .map((good) => ({
      quantity: text(good.quantity),
      packaging: packingOf(good) || null,
      description: natureOf(good) || null,
      weight_kg: text(weightOf(good)),
      loading_meters: text(good.total_loading_meters),
    }))
}

function momentText(instant: string, zone: string, language: Language): string {
  const { date, time } = localTime(instant, zone)
  return `${dayIn(language, date)} ${time}`
}

/** The language of the first known locale, else English. */
export function readerLanguage(...locales: readonly (string | null)[]): Language {
  const known = locales.map((locale) => languages.find((one) => one === locale?.slice(0, 2)))
  return known.find((one) => one !== undefined) ?? 'en'
}

/** Values of an example order or trip, for tenants without one. */
export function exampleValues(kind: MailKind, language: Language): MailValues {
  const labels = paperLabels(language)
  const day = dayIn(language, '2026-11-25')
  const stop = {
    ...{ activity: labels.unloadAt, place: 'Brico Depot', address: 'Kaai 12, BE – 9000 Gent', date: day },
    ...{ window: '08:00–10:00', reference: 'DEL-4711' },
  }
  const first = { ...stop, activity: labels.loadAt, place: 'Molens van Halle', reference: 'LOAD-815' }
  const more = { note: null, order: 'O-2026-00417' }
  const who = {
    recipient: { name: 'Alpha' },
    sender: { name: 'Transport Vermeulen BV', phone: '+32 9 111 22 33', email: 'plan@vermeulen.example' },
  }
  const order = { number: 'O-2026-00417', reference: 'PO-1122', container: null }
  if (kind === 'DELAY') return { ...who, order, stop: { ...stop, expected: `${day} 11:20`, late_minutes: 80 } }
  const trip = { name: 'T-2026-0099', note: null, vehicle: '1-AAA-111', begin: day }
  if (kind === 'PROOF_REQUEST') {
    return { ...who, order, trip: { name: trip.name, vehicle: trip.vehicle }, stop, proof: { reason: null } }
  }
  return {
    ...who,
    ...(kind === 'DISPATCH' ? { trip } : { order }),
    stops: [
      { ...first, ...more, number: 1 },
      { ...stop, ...more, number: 2 },
    ],
    goods: [
      {
        ...{ quantity: numberText(24, language), packaging: 'EUR', description: 'Flour' },
        ...{ weight_kg: numberText(18000, language), loading_meters: numberText(9.6, language) },
      },
    ],
  }
}
