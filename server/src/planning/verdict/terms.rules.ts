import { type Weekday, weekdays } from '@cartage/contract/companies/app/carrier-terms'
import { type Message, msg } from '@cartage/contract/message'
import { dateAfter, localTime } from '../../locations/local-time.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { type CarrierFacts, type Facts, liveStops, ordersOf } from '../facts/rules.ts'
import type { OrderFacts } from '../rules.ts'
import { rangeOf } from '../schedule.rules.ts'
import { loadsAlong } from './load.rules.ts'

const dayLabels: Readonly<Record<Weekday, Message>> = {
  MON: msg`on Mondays`,
  TUE: msg`on Tuesdays`,
  WED: msg`on Wednesdays`,
  THU: msg`on Thursdays`,
  FRI: msg`on Fridays`,
  SAT: msg`on Saturdays`,
  SUN: msg`on Sundays`,
}

/** Maximum number of days checked; a longer trip covers every day of the week. */
const mostDays = 7

/** FIT-11: terms of a carrier that a trip, as planned, violates. */
export function termsFaults(
  trip: TripState,
  { name, terms }: CarrierFacts,
  facts: Pick<Facts, 'orders' | 'places' | 'time_zone'>,
): Message[] {
  return [
    ...weightFaults(trip, name, terms.max_weight_kg, facts),
    ...goodsFaults(trip, name, terms, facts),
    ...placeFaults(trip, name, terms.countries, facts),
    ...dayFaults(trip, name, terms.days, facts.time_zone),
  ]
}

function weightFaults(trip: TripState, name: string, most: number | null, facts: Pick<Facts, 'orders'>): Message[] {
  if (most === null) return []
  const { start, after } = loadsAlong(trip, facts)
  const heaviest = Math.max(start.weight_kg, ...after.map(({ load }) => load.weight_kg))
  if (heaviest <= most) return []
  return [msg`${name} takes at most ${most} kg, and ${Math.round(heaviest)} kg are on board. Choose another carrier.`]
}

function goodsFaults(
  trip: TripState,
  name: string,
  terms: CarrierFacts['terms'],
  facts: Pick<Facts, 'orders'>,
): Message[] {
  const orders = ordersOf(trip, facts)
  const dangerous = orders.find(({ consignments }) => consignments.some(({ is_dangerous }) => is_dangerous))
  const tempered = orders.find(
    ({ consignments, container }) => container?.is_reefer || consignments.some(({ is_tempered }) => is_tempered),
  )
  const boxed = orders.find(({ container }) => container !== null)
  return [
    ...(dangerous && !terms.takes_adr
      ? [msg`${name} takes no dangerous goods, and ${dangerous.order_number} has some. Choose another carrier.`]
      : []),
    ...(tempered && !terms.takes_tempered
      ? [msg`${name} takes no goods with a temperature, and ${tempered.order_number} has some. Choose another carrier.`]
      : []),
    ...(terms.takes_tempered ? degreesFaults(orders, name, terms) : []),
    ...(boxed && !terms.takes_containers
      ? [msg`${name} takes no containers, and ${boxed.order_number} has one. Choose another carrier.`]
      : []),
  ]
}

/** FIT-11: goods that must be kept colder, or warmer, than the carrier's equipment can. */
function degreesFaults(
  orders: readonly OrderFacts[],
  name: string,
  { least_degrees: coldest, most_degrees: warmest }: CarrierFacts['terms'],
): Message[] {
  const each = orders.flatMap(({ order_number, consignments }) =>
    consignments.flatMap(({ ranges = [] }) => ranges.map((range) => ({ ...range, order_number }))),
  )
  const cold = coldest === null ? undefined : each.find(({ most }) => most !== null && most < coldest)
  const warm = warmest === null ? undefined : each.find(({ least }) => least !== null && least > warmest)
  return [
    ...(cold
      ? [
          msg`${name} cools to ${coldest} °C, and ${cold.order_number} may have at most ${cold.most} °C. Choose another carrier.`,
        ]
      : []),
    ...(warm
      ? [
          msg`${name} keeps at most ${warmest} °C, and ${warm.order_number} needs at least ${warm.least} °C. Choose another carrier.`,
        ]
      : []),
  ]
}

function placeFaults(
  trip: TripState,
  name: string,
  countries: readonly string[],
  { places }: Pick<Facts, 'places'>,
): Message[] {
  if (countries.length === 0) return []
  const abroad = liveStops(trip).flatMap(({ location_id }) => {
    const place = places.get(location_id)
    return place?.country && !countries.includes(place.country) ? [place] : []
  })
  return [...new Map(abroad.map((place) => [place.country, place])).values()].map(
    (place) => msg`${name} does not drive in ${place.country}, where ${place.name} is. Choose another carrier.`,
  )
}

function dayFaults(trip: TripState, name: string, days: readonly Weekday[], zone: string): Message[] {
  const { starts_at, ends_at } = rangeOf(trip)
  if (days.length === 0 || starts_at === null || ends_at === null) return []
  const [first, last] = [localTime(starts_at, zone).date, localTime(ends_at, zone).date]
  const driven = Array.from({ length: mostDays }, (_, at) => dateAfter(first, at)).filter((date) => date <= last)
  const off = driven.map(weekdayOf).find((day) => !days.includes(day))
  return off ? [msg`${name} does not drive ${dayLabels[off]}. Choose another carrier or other times.`] : []
}

function weekdayOf(date: string): Weekday {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!
}
