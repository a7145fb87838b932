import type { TemperatureRange } from '@cartage/contract/temperatures/app'

const minute = 60_000

/** Tolerance of a tenant. */
export interface Tolerance {
  readonly tolerance_degrees: number
  /** How long goods may be outside of the range. */
  readonly minutes: number
}

/** Measurements of one vehicle's sensors at one time. */
export interface Measurement {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Degrees Celsius. */
  readonly degrees: readonly number[]
}

/** A period, in milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Goods with a temperature range, in one vehicle. */
export interface Carried extends Span {
  readonly range: TemperatureRange
  /** When the vehicle was at a stop: its doors may be open. */
  readonly stops: readonly Span[]
}

/** A period outside of the range, longer than tolerated. */
export interface Excursion extends Span {
  readonly worst: number
  /** Whether it ended, by a measurement inside the range or at a stop. */
  readonly is_over: boolean
}

/** Loose or broken probes report values (-273, -127, 850) that the air in a vehicle cannot have. */
const [coldest, hottest] = [-60, 70]
/** Minutes after a stop until the air is cooled down again. */
const recoveryMinutes = 20
/** The temperature is unknown between measurements farther apart. */
const longestGapMinutes = 90
/** Devices out of reach send their measurements within two days: then an excursion without an end is closed. */
const longestSilenceMinutes = 2 * 24 * 60

/** TEMP-2: whether nothing was measured for so long that the last measurement counts as the end. */
export function isSilent(last: number, now: number): boolean {
  return now - last >= longestSilenceMinutes * minute
}

/** TEMP-3: degrees outside of a range; 0 inside of it. */
export function degreesOutside({ least, most }: TemperatureRange, degrees: number): number {
  return Math.max(0, least === null ? 0 : least - degrees, most === null ? 0 : degrees - most)
}

/** Classification of a measurement. */
export interface Reading {
  readonly at: number
  readonly degrees: number
  readonly reading: 'INSIDE' | 'OUTSIDE' | 'DOORS_OPEN' | 'IMPOSSIBLE'
}

/**
 * Classifies one measurement (TEMP-2, TEMP-3): impossible values are not trusted. Of several sensors the one nearest to
 * the range counts, because the goods are in one unknown compartment. At a stop the doors may be open.
 * @returns undefined without a value, and outside of the transport
 */
export function readingOf(
  carried: Carried,
  measured: Measurement,
  { tolerance_degrees }: Tolerance,
): Reading | undefined {
  const { at, degrees } = measured
  if (at < carried.from || at > carried.until || degrees.length === 0) return undefined
  const possible = degrees.filter((one) => one >= coldest && one <= hottest)
  if (possible.length === 0) return { at, degrees: degrees[0]!, reading: 'IMPOSSIBLE' }
  const outside = (one: number) => degreesOutside(carried.range, one)
  const nearest = possible.reduce((best, one) => (outside(one) < outside(best) ? one : best))
  const isAtStop = carried.stops.some(({ from, until }) => at >= from && at <= until + recoveryMinutes * minute)
  if (isAtStop) return { at, degrees: nearest, reading: 'DOORS_OPEN' }
  return { at, degrees: nearest, reading: outside(nearest) > tolerance_degrees ? 'OUTSIDE' : 'INSIDE' }
}

/**
 * TEMP-1: periods in which goods were measured outside of their range, beyond the tolerance and for longer than it
 * allows. A measurement inside the range, a stop and a gap end such a period; an impossible value does not.
 * @param measured in any order
 */
export function excursionsOf(carried: Carried, measured: readonly Measurement[], tolerance: Tolerance): Excursion[] {
  const readings = measured
    .flatMap((one) => readingOf(carried, one, tolerance) ?? [])
    .filter(({ reading }) => reading !== 'IMPOSSIBLE')
    .toSorted((one, other) => one.at - other.at)
  const found: Excursion[] = []
  let run: Reading[] = []
  const end = (is_over: boolean) => {
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && last.at - first.at > tolerance.minutes * minute) {
      found.push({ from: first.at, until: last.at, worst: worstOf(run, carried.range), is_over })
    }
    run = []
  }
  for (const one of readings) {
    const before = run.at(-1)
    if (one.reading !== 'OUTSIDE') end(true)
    else if (before && one.at - before.at > longestGapMinutes * minute) end(true)
    if (one.reading === 'OUTSIDE') run.push(one)
  }
  end(false)
  return found
}

function worstOf(run: readonly Reading[], range: TemperatureRange): number {
  const outside = ({ degrees }: Reading) => degreesOutside(range, degrees)
  return run.reduce((worst, one) => (outside(one) > outside(worst) ? one : worst)).degrees
}

/** Temperatures of a good. */
export interface TemperedGood {
  readonly absolute_min_temperature_degrees?: number | undefined
  readonly absolute_max_temperature_degrees?: number | undefined
  readonly ordered_transport_temperature_degrees?: number | undefined
}

/**
 * TEMP-4: the ranges of goods without duplicates: the lowest and highest allowed, else the ordered one. Contradictory
 * limits do not apply.
 */
export function rangesOf(goods: readonly TemperedGood[]): TemperatureRange[] {
  const ranges = goods.flatMap((good): TemperatureRange[] => {
    const ordered = good.ordered_transport_temperature_degrees ?? null
    const least = good.absolute_min_temperature_degrees ?? null
    const most = good.absolute_max_temperature_degrees ?? null
    if (least === null && most === null) return ordered === null ? [] : [{ least: ordered, most: ordered }]
    return least !== null && most !== null && least > most ? [] : [{ least, most }]
  })
  return [...new Map(ranges.map((range) => [`${range.least} ${range.most}`, range])).values()]
}

/** Data of a trip stop that goods need; times in milliseconds since 1970. */
export interface StopOfGoods {
  readonly order_id: string | null
  readonly is_left: boolean
  readonly is_reached: boolean
  readonly planned_start: number | null
  readonly planned_end: number | null
  readonly actual_start: number | null
  readonly actual_end: number | null
}

/**
 * TEMP-5: period in which the goods of an order are in the vehicles of a trip: from departure at its first stop to
 * arrival at its last, else until now. A report without a time counts as planned.
 * @param stops of the trip, in their sequence
 * @returns undefined while they are not loaded
 */
export function onBoard(stops: readonly StopOfGoods[], orderId: string, now: number): Span | undefined {
  const own = stops.filter(({ order_id }) => order_id === orderId)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last || first === last || !first.is_left) return undefined
  const from = first.actual_end ?? first.planned_end
  if (from === null) return undefined
  const until = last.is_reached ? (last.actual_start ?? last.planned_start ?? now) : now
  return until > from ? { from, until } : undefined
}

/** Periods in which the vehicle of a trip was at a stop; until now if it has not left. */
export function standing(stops: readonly StopOfGoods[], now: number): Span[] {
  return stops.flatMap(({ is_reached, is_left, actual_start, actual_end, planned_start, planned_end }) => {
    const from = actual_start ?? planned_start
    if (!is_reached || from === null) return []
    return [{ from, until: is_left ? (actual_end ?? planned_end ?? from) : now }]
  })
}

/** At most `most` items, evenly chosen, including the first and the last. */
export function thinned<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))]!)
}
