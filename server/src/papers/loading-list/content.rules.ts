import type { LocationOutput } from '@cartage/contract/locations/location'
import type { Language } from '@cartage/contract/reading/languages'
import { windowText } from '@cartage/contract/reading/window-text'
import { dayIn } from '../../languages/writing.ts'
import { secondLanguage } from '../consignment-note/labels.ts'
import {
  dayOf,
  loadingStop,
  type PaperFacts,
  type PaperGood,
  type PaperStop,
  type PrintedConsignment,
  tripOf,
  unloadingStop,
} from '../facts.rules.ts'
import { type GoodsLine, type GoodsTotals, goodsLines, goodsTotals } from '../goods.rules.ts'
import { paperLabels } from '../labels.ts'
import { addressLines, partyLines, placeParty } from '../parties.rules.ts'

/** Content of a loading list: goods by stop, in loading order (PAPER-11). */
export interface LoadingList {
  language: Language
  /** Name of the trip, or number of the order. */
  number: string
  date: string
  /** Label and value of each known fact of the transport. */
  facts: readonly (readonly [label: string, value: string])[]
  hasDangerousGoods: boolean
  stops: readonly LoadingStop[]
  totals: GoodsTotals
}

/** A stop where goods are loaded. */
export interface LoadingStop {
  /** Its position among the stops of the trip; null for goods already on board. */
  sequence: number | null
  place: readonly string[]
  when: string
  loads: readonly Load[]
  totals: GoodsTotals
}

/** Goods of one consignment. */
export interface Load {
  /** Counted across the whole list. */
  position: number
  order: string
  unloadAt: string
  note: string | null
  goods: readonly GoodsLine[]
}

/** @param printed at least one, in loading order */
export function loadingList(
  facts: PaperFacts,
  printed: readonly [PrintedConsignment, ...PrintedConsignment[]],
  language: Language,
): LoadingList {
  const groups = Map.groupBy(printed, (one) => stopKey(facts, one))
  let position = 0
  const stops = [...groups.values()].map((group) => {
    const stop = stopOf(facts, group, position, language)
    position += group.length
    return stop
  })
  const goods = goodsOf(printed)
  return {
    language,
    number: facts.trip?.name ?? printed[0].from.number,
    date: dayOf(facts, printed[0]),
    facts: transportOf(facts, printed[0], language),
    hasDangerousGoods: goods.some(isDangerous),
    stops,
    totals: goodsTotals(goods, language),
  }
}

function goodsOf(printed: readonly PrintedConsignment[]): PaperGood[] {
  return printed.flatMap(({ consignment }) => consignment.goods ?? [])
}

function isDangerous({ adr_type, packaged_items }: PaperGood): boolean {
  return adr_type !== 'LIMITED_QUANTITY' && (packaged_items ?? []).some(({ adr }) => adr)
}

/** Consecutive consignments that are loaded at the same place share one heading. */
function stopKey({ trip }: PaperFacts, printed: PrintedConsignment): string {
  if (trip === null) return printed.consignment.pickup_stop.location.id ?? printed.consignment.pickup_stop.id
  return loadingStop(trip, printed)?.location_id ?? ''
}

function stopOf(
  facts: PaperFacts,
  group: readonly PrintedConsignment[],
  before: number,
  language: Language,
): LoadingStop {
  const first = group[0]!
  const loaded = facts.trip && loadingStop(facts.trip, first)
  const own = first.consignment.pickup_stop
  const isOwn = facts.trip === null || loaded?.isOwn === true
  const sequence = facts.trip ? (loaded?.sequence ?? null) : placeInOrder(first, own)
  return {
    sequence,
    place: isOwn ? partyLines(placeParty(own)) : locationLines(facts.places.get(loaded?.location_id ?? '')),
    when: isOwn ? whenOf(own, language) : '',
    loads: group.map((one, at) => loadOf(facts, one, before + at + 1, language)),
    totals: goodsTotals(goodsOf(group), language),
  }
}

function placeInOrder({ from }: PrintedConsignment, { id }: PaperStop): number {
  return (from.order.stops ?? []).findIndex((stop) => stop.id === id) + 1
}

function locationLines(location: LocationOutput | undefined): string[] {
  if (!location) return []
  return [location.name, ...addressLines(location)].filter((line): line is string => Boolean(line))
}

function whenOf({ date, time_window, reference_number }: PaperStop, language: Language): string {
  const window = windowText(language, time_window?.start_time, time_window?.end_time)
  const reference = reference_number && `Ref. ${reference_number}`
  return [date && dayIn(language, date), window, reference].filter(Boolean).join(' · ')
}

function loadOf(facts: PaperFacts, one: PrintedConsignment, position: number, language: Language): Load {
  const { from, consignment } = one
  const { customer_reference_number: reference } = from.order
  return {
    position,
    order: [one.number, from.order.customer.name, reference].filter(Boolean).join(' · '),
    unloadAt: unloadAtOf(facts, one, language),
    note: consignment.pickup_stop.note?.trim() || null,
    goods: goodsLines(from, consignment, { language, second: secondLanguage(language) }),
  }
}

/** Unloading place with the position of that stop: the last to be unloaded is loaded first. */
function unloadAtOf({ trip, places }: PaperFacts, one: PrintedConsignment, language: Language): string {
  const own = one.consignment.delivery_stop
  const unloaded = trip && unloadingStop(trip, one)
  if (trip && !unloaded) return paperLabels(language).staysOnBoard
  const sequence = unloaded?.sequence ?? placeInOrder(one, own)
  const location = unloaded && !unloaded.isOwn ? places.get(unloaded.location_id) : own.location
  const { name, city, country } = location ?? {}
  return `${sequence}: ${[name, city, country].filter(Boolean).join(', ')}`
}

function transportOf(facts: PaperFacts, first: PrintedConsignment, language: Language): [string, string][] {
  const labels = paperLabels(language)
  const trip = tripOf(facts, first)
  const known: [string, string | null | undefined][] = [
    [labels.date, dayIn(language, dayOf(facts, first))],
    [labels.trip, facts.trip === null ? trip?.name : null],
    [labels.carrier, trip?.subcontractor?.name ?? facts.carrier.name],
    [labels.vehicle, trip?.plates.join(' / ')],
    [labels.driver, trip?.drivers.join(', ')],
    [labels.customer, facts.trip === null ? first.from.order.customer.name : null],
  ]
  return known.filter((one): one is [string, string] => Boolean(one[1]))
}
