import { createDice, dayAfter, isWeekend } from './dice.ts'
import { fleetSize, isNeeded, sampleId } from './fleet.ts'

/** How far a trip of the sample world has come. */
export type TripStage = 'COMPLETED' | 'IN_PROGRESS' | 'PLANNED' | 'CREATED'

/** A trip of the sample world. What carries it is named by the external ids of the fleet. */
export interface SampleTrip {
  stage: TripStage
  /** When its first stop is planned to begin; for trips of today no later than an hour or so ago. */
  starts_at: string
  /** Day whose orders it takes, as YYYY-MM-DD. */
  day: string
  /** What it carries: a container, cold goods, pallets over land, or pallets of a round with a rigid or a van. */
  load: 'BOX' | 'COLD' | 'DRY' | 'ROUND'
  /** How many orders it takes at most. */
  most: number
  resources: string[]
  /** Index of the carrier that drives it instead of our own driver. */
  carrier: number | undefined
}

const minute = 60_000

/**
 * The trips of a fortnight around a moment: those of past days completed, those of today on their way, those to come
 * planned, the last few drafts.
 */
export function sampleTrips(seed: number, now: Date): SampleTrip[] {
  const today = now.toISOString().slice(0, 10)
  const trips: SampleTrip[] = []
  let [haul, round] = [0, 0]
  for (let away = -7; away <= 6; away += 1) {
    const place = { now, day: dayAfter(today, away), away }
    const [hauls, rounds] = countsOf(place)
    for (let at = 0; at < hauls; at += 1) trips.push(haulOf(seed, haul++, { ...place, at }))
    for (let at = 0; at < rounds; at += 1) trips.push(roundOf(seed, round++, { ...place, at }))
  }
  return trips
}

/** Completed trips of the weeks before, whose orders are billed: one haul and one round on each working day. */
export function pastTrips(seed: number, now: Date): SampleTrip[] {
  const today = now.toISOString().slice(0, 10)
  return pastDays(today).flatMap((day, index) => {
    const place = { now, day, away: -8, at: index % 3 }
    return [haulOf(seed, 500 + index, place), roundOf(seed, 500 + index, place)]
  })
}

/** The working days of the four weeks before the last one. */
export function pastDays(today: string): string[] {
  const days = Array.from({ length: 28 }, (_, at) => dayAfter(today, at - 35))
  return days.filter((day) => !isWeekend(day))
}

interface Place {
  now: Date
  day: string
  away: number
}

/** How many trips of tractors and how many rounds of rigids and vans a day has. */
function countsOf({ day, away }: Place): [hauls: number, rounds: number] {
  if (away === 0) return [10, 5]
  if (isWeekend(day)) return [2, 0]
  return away === 1 ? [7, 4] : [4, 2]
}

function haulOf(seed: number, index: number, place: Place & { at: number }): SampleTrip {
  const load = index % 4 === 3 ? 'BOX' : index % 4 === 1 ? 'COLD' : 'DRY'
  const carrier = index % 7 === 5 ? index % 5 : undefined
  return {
    ...timed(createDice(seed * 31 + index), place),
    load,
    most: load === 'BOX' ? 1 : 2,
    resources: carrier === undefined ? crewOf(index, load) : [],
    carrier,
  }
}

function roundOf(seed: number, index: number, place: Place & { at: number }): SampleTrip {
  const isVan = index % 5 === 2 || index % 5 === 4
  const turn = Math.floor(index / 5) * (isVan ? 2 : 3) + [0, 1, 0, 2, 1][index % 5]!
  // The first nine rigids and six vans are not in the workshop.
  const vehicle = isVan ? sampleId('van', turn % 6) : sampleId('rigid', turn % 9)
  const drivers = Array.from({ length: fleetSize.driver }, (_, at) => at).filter((at) => at >= 40 && isNeeded(at))
  const driver = sampleId('driver', drivers[isVan ? 9 + (turn % 6) : turn % 9]!)
  return {
    ...timed(createDice(seed * 37 + index), place),
    ...{ load: 'ROUND', most: isVan ? 2 : 3, resources: [vehicle, driver], carrier: undefined },
  }
}

/** When a trip begins, and so how far it has come. */
function timed(dice: ReturnType<typeof createDice>, { now, day, away, at }: Place & { at: number }) {
  const morning = Date.parse(`${day}T05:00:00Z`) + (at * 45 + dice.below(4) * 15) * minute
  // Those of today are on their way at whatever time of the day the world is made.
  const early = Math.floor((now.getTime() - (70 + at * 25) * minute) / (15 * minute)) * 15 * minute
  const starts = away === 0 ? Math.min(morning, early) : morning
  const stage: TripStage =
    away < 0 ? 'COMPLETED' : away === 0 ? 'IN_PROGRESS' : away > 4 && at === 0 ? 'CREATED' : 'PLANNED'
  return { stage, starts_at: new Date(starts).toISOString(), day }
}

/** Vehicles take turns so that each has a day or two between its trips. */
function crewOf(index: number, load: SampleTrip['load']): string[] {
  const turn = Math.floor(index / 4)
  // Tractors of the port are every fourth one; so are their drivers.
  const own = (turn % 6) * 4 + (index % 4)
  const towed =
    load === 'BOX'
      ? sampleId('chassis', turn % Math.min(12, fleetSize.chassis))
      : sampleId('trailer', load === 'COLD' ? (turn % 7) * 4 + 1 : (turn % 7) * 4 + (index % 4))
  return [sampleId('tractor', own), sampleId('driver', own), towed]
}
