import { createDice, type Dice, isWeekend } from './dice.ts'
import { fleetSize, sampleId } from './fleet.ts'
import { samplePlaces } from './places.ts'
import { type OrderKind, orderOf } from './sample-orders.ts'
import { shippers } from './shippers.ts'
import type { SampleTrip } from './trips.ts'
import { services, type WorldOrder, type WorldTrip } from './world.ts'

const quarter = 15 * 60_000

/** How many trips of tractors and how many rounds of rigids and vans a day has when it is planned as it comes. */
export function tripsOn(day: string): { hauls: number; rounds: number } {
  return isWeekend(day) ? { hauls: 2, rounds: 0 } : { hauls: 9, rounds: 4 }
}

/**
 * Orders and trips of one more day of the sample haulier: the same seed, day and free resources give the same day.
 * @param available external ids of resources that are not on trips or away around that day
 * @param counts how many trips at most
 */
export function simulatedDay(
  seed: number,
  day: string,
  available: ReadonlySet<string>,
  counts: { hauls: number; rounds: number },
): { orders: WorldOrder[]; trips: WorldTrip[] } {
  const free = (kind: keyof typeof fleetSize, from = 0, to = fleetSize[kind]) =>
    Array.from({ length: to - from }, (_, at) => sampleId(kind, from + at)).filter((id) => available.has(id))
  const crews = {
    tractor: free('tractor'),
    long: free('driver', 0, 40),
    trailer: free('trailer'),
    chassis: free('chassis'),
  }
  const rounds = { rigid: free('rigid'), short: free('driver', 40) }
  const plan: Pick<SampleTrip, 'load' | 'resources' | 'carrier'>[] = []
  // A carrier takes every fifth haul.
  const hauls = Math.min(counts.hauls, Math.ceil(crews.tractor.length * 1.25))
  for (let at = 0; at < hauls; at += 1) {
    const load = (['DRY', 'COLD', 'DRY', 'BOX'] as const)[at % 4]!
    // Trailers for cold goods are every fourth one.
    const isFit = (id: string) => load !== 'COLD' || Number(id.slice(-2)) % 4 === 2
    const towed = load === 'BOX' ? crews.chassis.shift() : take(crews.trailer, isFit)
    const isCarried = at % 5 === 4 || !towed || crews.tractor.length === 0 || crews.long.length === 0
    const resources = isCarried ? [] : [crews.tractor.shift()!, crews.long.shift()!, towed]
    plan.push({ load, resources, carrier: isCarried ? at % 3 : undefined })
  }
  for (let at = 0; at < counts.rounds; at += 1) {
    const resources = [rounds.rigid.shift(), rounds.short.shift()].filter((id) => id !== undefined)
    if (resources.length === 2) plan.push({ load: 'ROUND', resources, carrier: undefined })
  }
  return fill(seed, day, plan)
}

function take(ids: string[], isFit: (id: string) => boolean): string | undefined {
  const at = ids.findIndex(isFit)
  return at < 0 ? undefined : ids.splice(at, 1)[0]
}

const kinds = { DRY: ['ROAD'], COLD: ['REEFER'], BOX: ['IMPORT', 'EXPORT'], ROUND: ['LOCAL'] } as const

function fill(seed: number, day: string, plan: readonly Pick<SampleTrip, 'load' | 'resources' | 'carrier'>[]) {
  const orders: WorldOrder[] = []
  const trips = plan.map((trip, index): WorldTrip => {
    const dice = createDice(seed * 101 + Number(day.replaceAll('-', '')) * 7 + index)
    const most = trip.load === 'ROUND' ? 3 : 1
    const own = Array.from({ length: most }, (_, turn) =>
      orderFor(dice, day, dice.pick(kinds[trip.load]), orders.length + turn),
    )
    orders.push(...own)
    const starts = Date.parse(`${day}T05:00:00Z`) + ((index * 3) % 26) * quarter + dice.below(3) * quarter
    return {
      ...{ ...trip, most, day, stage: 'PLANNED', starts_at: new Date(starts).toISOString() },
      orders: own.map(({ upload }) => upload.order_identifier),
    }
  })
  return { orders, trips }
}

function orderFor(dice: Dice, day: string, kind: OrderKind, index: number): WorldOrder {
  const shipper = dice.pick(shippers.filter((one) => one.kinds.includes(kind)))
  const site = samplePlaces.find(({ code }) => code === shipper.site)
  const input = {
    identifier: `${shipper.code}-${day.slice(2).replaceAll('-', '')}-${String(7_001 + index)}`,
    ...{ kind, customer: shipper.name, day, service: dice.pick(services[kind]), goods: shipper.goods },
  }
  return { upload: orderOf({ ...input, ...(site && { site }) }, dice), kind, day, fate: { kind: 'PLAN' } }
}
