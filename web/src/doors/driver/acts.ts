import type { DriverAct, DriverActKind, DriverDay, DriverStop, DriverTrip } from '@cartage/contract/doors/app/driver'

/** Leaves out members of each kind alone. */
type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never

/** An act as the phone keeps it: its file is uploaded when there is signal. */
export type KeptAct = Without<DriverAct, 'upload_id'> & { upload_id?: string }

/**
 * An act in the queue of the phone. WAITING: not confirmed yet. SENT: confirmed, until the day shows it. REFUSED: the planner
 * has to decide; it stays in sight.
 */
export interface QueuedAct {
  act: KeptAct
  state: 'WAITING' | 'SENT' | 'REFUSED'
  reason: string | null
  /** When its file was uploaded, in milliseconds since 1970. */
  uploaded_at?: number
}

/** One thing that happened at a stop, wherever it is known from. */
export interface ShownAct {
  act_id: string
  kind: DriverActKind
  happened_at: string
  state: 'WAITING' | 'SENT' | 'REFUSED'
  reason: string | null
  /** The phone still has its file. */
  has_file: boolean
}

/** A stop with what the server knows and what waits in the phone. */
export interface ShownStop {
  stop: DriverStop
  state: 'OPEN' | 'ARRIVED' | 'DONE' | 'LEFT'
  arrived_at: string | null
  left_at: string | null
  acts: readonly ShownAct[]
}

/** A trip with its stops. */
export interface ShownTrip {
  trip: Omit<DriverTrip, 'stops'>
  stops: readonly ShownStop[]
}

/** What the page shows. */
export interface ShownDay {
  trips: readonly ShownTrip[]
  /** Acts of the phone at stops that the plan does not have any more, and refused ones whose stop is gone. */
  elsewhere: readonly ShownAct[]
  /** Acts that wait to be sent. */
  waiting: number
  refused: number
}

/**
 * The day as the server has it, with everything that the phone knows better.
 * @param hidden ids of refused acts that the driver removed
 */
export function shownDay(
  day: DriverDay | undefined,
  queue: readonly QueuedAct[],
  hidden: readonly string[] = [],
): ShownDay {
  const known = shownActs(day, queue).filter(({ act_id, state }) => state !== 'REFUSED' || !hidden.includes(act_id))
  const byStop = Map.groupBy(known, ({ stop_id }) => stop_id)
  const trips = (day?.trips ?? []).map(({ stops, ...trip }) => ({
    trip,
    stops: stops.map((stop) => shownStop(stop, byStop.get(stop.stop_id) ?? [])),
  }))
  const planned = new Set(trips.flatMap(({ stops }) => stops.map(({ stop }) => stop.stop_id)))
  const isOpen = ({ state }: ShownAct) => state !== 'SENT'
  return {
    trips,
    elsewhere: known.filter((act) => !planned.has(act.stop_id) && isOpen(act)),
    waiting: queue.filter(({ state }) => state === 'WAITING').length,
    refused: known.filter(({ state }) => state === 'REFUSED').length,
  }
}

type ActAtStop = ShownAct & { stop_id: string }

/** Each act once, the oldest first: what the phone says of it goes before what the server said earlier. */
function shownActs(day: DriverDay | undefined, queue: readonly QueuedAct[]): ActAtStop[] {
  const own = queue.map(
    ({ act, state, reason }): ActAtStop => ({
      act_id: act.act_id,
      stop_id: act.stop_id,
      kind: act.kind,
      happened_at: act.happened_at,
      state,
      reason,
      has_file: 'sha256' in act && state !== 'SENT',
    }),
  )
  const ids = new Set(own.map(({ act_id }) => act_id))
  const others = (day?.acts ?? []).flatMap((act): ActAtStop[] => {
    if (ids.has(act.act_id)) return []
    const state = act.outcome === 'REFUSED' ? 'REFUSED' : 'SENT'
    return [{ ...act, kind: act.kind as DriverActKind, state, has_file: false }]
  })
  return [...own, ...others].toSorted((one, other) => one.happened_at.localeCompare(other.happened_at))
}

function shownStop(stop: DriverStop, acts: readonly ActAtStop[]): ShownStop {
  const last = (kind: DriverActKind) => acts.findLast((act) => act.kind === kind && act.state !== 'REFUSED')
  const arrived_at = stop.actual_start_at ?? last('ARRIVE')?.happened_at ?? null
  const left_at = stop.actual_end_at ?? last('LEAVE')?.happened_at ?? null
  return { stop, arrived_at, left_at, acts, state: stateOf(stop, last) }
}

function stateOf({ status }: DriverStop, last: (kind: DriverActKind) => ShownAct | undefined): ShownStop['state'] {
  if (status === 'COMPLETED' || last('LEAVE')) return 'LEFT'
  if (last('DONE')) return 'DONE'
  return status === 'AT_STOP' || last('ARRIVE') ? 'ARRIVED' : 'OPEN'
}

const alsoBefore: readonly DriverActKind[] = ['PHOTO', 'REMARK']
const whenThere: readonly DriverActKind[] = ['SEAL', 'PHOTO', 'SIGNATURE', 'ANSWERS', 'REMARK']

/**
 * Which acts a stop allows. A driver arrives, is done and leaves, each once; who forgot to say that the goods are done may
 * leave. A photograph and a remark are possible at any time, proofs also after the stop was left.
 */
export function allowedActs({ state, stop }: Pick<ShownStop, 'state' | 'stop'>): readonly DriverActKind[] {
  if (stop.status === 'CANCELLED') return ['REMARK']
  if (state === 'OPEN') return ['ARRIVE', ...alsoBefore]
  if (state === 'ARRIVED') return [...(stop.kind === 'OTHER' ? [] : ['DONE' as const]), 'LEAVE', ...whenThere]
  return state === 'DONE' ? ['LEAVE', ...whenThere] : whenThere
}

/** The act that comes next at a stop; undefined when it was left. */
export function nextAct(shown: Pick<ShownStop, 'state' | 'stop'>): DriverActKind | undefined {
  return allowedActs(shown).find((kind) => kind === 'ARRIVE' || kind === 'DONE' || kind === 'LEAVE')
}

/** The stop that the driver goes to or is at; undefined when all of them are done. */
export function currentStop({ trips }: ShownDay): ShownStop | undefined {
  const stops = trips.flatMap((trip) => trip.stops)
  return (
    stops.find(({ state }) => state === 'ARRIVED' || state === 'DONE') ?? stops.find(({ state }) => state === 'OPEN')
  )
}
