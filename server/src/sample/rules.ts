import { createDice } from '../../../seeds/dice.ts'
import type { SampleDocumentText } from '../../../seeds/documents.ts'
import { warm } from '../../../seeds/planted.ts'
import type { WorldOrder } from '../../../seeds/world.ts'
import { greatCircleKm } from '../locations/great-circle.rules.ts'
import type { TripStop } from '../trips/state.rules.ts'

/** A place on the map. */
export interface Point {
  latitude: number
  longitude: number
}

const minute = 60_000

/**
 * Driver reports about the stops of a trip up to a moment: arrival and departure at each reached stop.
 * @param delay minutes that the vehicle is late
 * @param stay minutes that it waits longer than planned
 */
export function reportsUntil(
  stops: readonly TripStop[],
  now: number,
  delay: (stop: number) => number,
  stay: (stop: number) => number = () => 0,
) {
  const reports: { stop_id: string; status: 'AT_STOP' | 'COMPLETED'; event_at: string }[] = []
  let last = 0
  for (const [at, stop] of stops.entries()) {
    if (stop.planned_start_at === null || stop.planned_end_at === null || stop.status === 'CANCELLED') continue
    const late = delay(at) * minute
    const start = Math.max(last + minute, Date.parse(stop.planned_start_at) + late)
    const end = Math.max(start + 10 * minute, Date.parse(stop.planned_end_at) + late) + stay(at) * minute
    if (start > now) break
    reports.push({ stop_id: stop.stop_id, status: 'AT_STOP', event_at: new Date(start).toISOString() })
    if (end > now) break
    reports.push({ stop_id: stop.stop_id, status: 'COMPLETED', event_at: new Date(end).toISOString() })
    last = end
  }
  return reports
}

/** Minutes between two positions of a vehicle. */
const every = 10
/** Maximum number of positions: half a day. */
const most = 72

/** Fields of a stop needed to locate its vehicle. */
type VisitedStop = Pick<TripStop, 'location_id' | 'status' | 'actual_end_at' | 'planned_end_at'>

/** Minimum speed in km/h as the crow flies: between towns, on winding roads. */
const slowest = 52

/**
 * Positions of a vehicle in a straight line from the stop it left to the next one, near which it waits until its
 * planned time; at a stop it is parked. Empty before the first departure and after the last arrival.
 */
export function trackOf(stops: readonly VisitedStop[], points: ReadonlyMap<string, Point>, now: number) {
  const reached = stops.findLastIndex((stop) => stop.status === 'AT_STOP' || stop.status === 'COMPLETED')
  const from = stops[reached]
  const to = stops[reached + 1]
  const start = from && points.get(from.location_id)
  if (!from || !start) return []
  if (from.status === 'AT_STOP' || !to) return [{ at: new Date(now - 2 * minute).toISOString(), ...start }]
  const goal = points.get(to.location_id) ?? start
  const left = Date.parse(from.actual_end_at ?? from.planned_end_at ?? '')
  const kmPerHour = slowest + createDice(Math.floor(left / minute)).below(18)
  const driving = Math.max(10, (greatCircleKm(start, goal) / kmPerHour) * 60) * minute
  // Newest first, back to the departure.
  const times = Array.from({ length: most }, (_, step) => now - (2 + step * every) * minute).filter(
    (time) => time >= left,
  )
  return times.reverse().map((time) => {
    const share = Math.min(0.97, (time - left) / driving)
    return {
      at: new Date(time).toISOString(),
      latitude: start.latitude + (goal.latitude - start.latitude) * share,
      longitude: start.longitude + (goal.longitude - start.longitude) * share,
    }
  })
}

/** Temperatures of the dairy's cold trailer until a moment: cold at first, then its unit failed. */
export function warmthUntil(now: number) {
  const sensor = 'return air'
  return Array.from({ length: 12 }, (_, at) => {
    const ago = (11 - at) * warm.every + 2
    const temperature = ago <= warm.since ? warm.degrees : warm.usual
    return {
      at: new Date(now - ago * minute).toISOString(),
      temperatures: [{ sensor, temperature }],
      temperature_setpoints: [{ sensor, temperature: warm.usual }],
    }
  })
}

/** Whether the address of this server is on its own machine. */
export function isOwnMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

const receivers = ['M. Vermeulen', 'K. de Boer', 'S. Hofmann', 'A. Girard', 'L. Jacobs', 'P. van Dam']

/**
 * A document that a driver handed in at a stop: its type, file name and text. One delivery in seven has none yet.
 * @param turn index of the pickup or delivery within the order, from 0
 */
export function documentOf({ upload }: WorldOrder, stop: TripStop, turn: number) {
  const identifier = upload.order_identifier
  const dice = createDice(Number(identifier.slice(-4)))
  const { consignments = [] } = upload
  const { pickup_stop, delivery_stop, goods } = consignments![Math.min(turn, consignments!.length - 1)]!
  const file = turn === 0 ? identifier : `${identifier}-${turn + 1}`
  const at = (stop.actual_end_at ?? '').slice(0, 16).replace('T', ' ')
  const lines = (goods ?? []).map((good) => `${good.quantity} x ${good.description}, ${good.total_weight_kg} kg`)
  const box = (caption: string, place: typeof pickup_stop.location) => ({
    caption,
    lines: [place?.name, place?.address, [place?.postal_code, place?.city, place?.country].join(' ')].map(String),
  })
  const boxes = [
    box('Sender', pickup_stop.location),
    box('Consignee', delivery_stop.location),
    { caption: 'Goods', lines },
    { caption: 'Carrier', lines: ['Demo Transport'] },
  ]
  const text = (title: string): SampleDocumentText => ({ title, number: file, boxes })
  if (stop.activity_label.startsWith('Pickup')) {
    return dice.isIn(35) ? undefined : { type: 'ORIGINAL_CMR', name: `CMR_${file}.pdf`, text: text('CMR') }
  }
  if (!stop.activity_label.startsWith('Delivery') || dice.isIn(14)) return undefined
  const signed = { by: dice.pick(receivers), at }
  const title = 'Proof of delivery'
  return { type: 'PROOF_OF_DELIVERY', name: `POD_${file}.pdf`, text: { ...text(title), signed } }
}
