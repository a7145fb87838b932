import type { DriverAct, DriverActKind, DriverDay, DriverStop, DriverTrip } from '@cartage/contract/doors/app/driver'

/** `Omit` that keeps the members of a union apart. */
type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never

/** Act as stored on the phone: its file is uploaded once there is signal. */
export type KeptAct = Without<DriverAct, 'upload_id'> & { upload_id?: string }

/** Owner of an act: a phone that stays in the truck serves several drivers a day. */
export interface ActOwner {
  /** Token of the link it was made under. */
  token: string
  /** Undefined until the day of the link was loaded. */
  driver_id?: string
  driver_name?: string
}

/**
 * Act in the phone's queue. WAITING: not confirmed yet. SENT: confirmed, until the day includes it. REFUSED: the
 * planner must decide; it stays visible.
 */
export interface QueuedAct {
  act: KeptAct
  state: 'WAITING' | 'SENT' | 'REFUSED'
  reason: string | null
  /** When its file was uploaded, in milliseconds since 1970. */
  uploaded_at?: number
  /** Position in the queue, because the phone's clock may be set back between two acts. */
  order?: number
  owner?: ActOwner
  /** Name of the stop at that time: the plan may no longer contain it. */
  stop_name?: string
  /** Failed uploads of its file. */
  attempts?: number
}

/** One reported act, from the phone or the server. */
export interface ShownAct {
  act_id: string
  kind: DriverActKind
  happened_at: string
  state: 'WAITING' | 'SENT' | 'REFUSED'
  reason: string | null
  /** Refusal code; undefined if only the phone has the act. */
  refusal?: string | null
  /** Name of the stop when the act was made. */
  stop_name?: string | undefined
  /** Ids of the acts shown as this one: the same act for each order of a visit. */
  act_ids?: readonly string[]
  /** The phone still stores its file. */
  has_file: boolean
}

/** A stop with its state on the server and the acts waiting on the phone. */
export interface ShownStop {
  stop: DriverStop
  state: 'OPEN' | 'ARRIVED' | 'DONE' | 'LEFT'
  arrived_at: string | null
  left_at: string | null
  acts: readonly ShownAct[]
}

/** Consecutive stops with one activity at one place: the driver arrives, finishes and leaves once for all of them. */
export interface ShownVisit extends Omit<ShownStop, 'stop'> {
  /** First stop, for shared details. */
  stop: DriverStop
  stops: readonly ShownStop[]
}

/** A trip with its stops. */
export interface ShownTrip {
  trip: Omit<DriverTrip, 'stops'>
  stops: readonly ShownStop[]
}

/** Content of the page. */
export interface ShownDay {
  trips: readonly ShownTrip[]
  /** Acts of the phone at stops that left the plan, and refused acts without a stop. */
  elsewhere: readonly ShownAct[]
  /** Number of acts waiting to be sent. */
  waiting: number
  refused: number
  /** Acts of other drivers on this phone that wait to be sent under their own links. */
  ofOthers: readonly { driver_name: string; waiting: number }[]
}

/**
 * The server's day, updated with the acts of the phone.
 * @param all the phone's queue
 * @param hidden ids of refused acts that the driver dismissed
 * @param isOwn whether an act belongs to the driver of this day
 */
export function shownDay(
  day: DriverDay | undefined,
  all: readonly QueuedAct[],
  hidden: readonly string[] = [],
  isOwn: (queued: QueuedAct) => boolean = () => true,
): ShownDay {
  const queue = all.filter(isOwn)
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
    ofOthers: waitingOfOthers(all.filter((queued) => !isOwn(queued))),
  }
}

function waitingOfOthers(queue: readonly QueuedAct[]): ShownDay['ofOthers'] {
  const waiting = queue.filter(({ state }) => state === 'WAITING')
  const byName = Map.groupBy(waiting, ({ owner }) => owner?.driver_name ?? '')
  return [...byName].map(([driver_name, acts]) => ({ driver_name, waiting: acts.length }))
}

type ActAtStop = ShownAct & { stop_id: string }

/** Each act once, oldest first: the phone's version overrides an earlier one of the server. */
function shownActs(day: DriverDay | undefined, queue: readonly QueuedAct[]): ActAtStop[] {
  const refusals = new Map((day?.acts ?? []).map(({ act_id, refusal }) => [act_id, refusal]))
  const own = queue.map(
    ({ act, state, reason, stop_name }): ActAtStop => ({
      refusal: refusals.get(act.act_id) ?? null,
      act_id: act.act_id,
      stop_id: act.stop_id,
      kind: act.kind,
      happened_at: act.happened_at,
      state,
      reason,
      stop_name,
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

const progress = ['OPEN', 'ARRIVED', 'DONE', 'LEFT'] as const

/** DOOR-11: groups the stops of a trip into visits, in order. */
export function visitsOf({ stops }: Pick<ShownTrip, 'stops'>): ShownVisit[] {
  const runs: ShownStop[][] = []
  for (const shown of stops) {
    const last = runs.at(-1)
    // Days stored by earlier versions have no visits.
    const id = shown.stop.visit_id as string | undefined
    if (last && id !== undefined && last[0]!.stop.visit_id === id) last.push(shown)
    else runs.push([shown])
  }
  return runs.map(visitOf)
}

function visitOf(stops: readonly ShownStop[]): ShownVisit {
  const [first] = stops
  const state = progress.find((one) => stops.some((shown) => shown.state === one))!
  return {
    stop: first!.stop,
    stops,
    state,
    arrived_at: stops.find(({ arrived_at }) => arrived_at !== null)?.arrived_at ?? null,
    left_at: stops.findLast(({ left_at }) => left_at !== null)?.left_at ?? null,
    acts: together(stops.flatMap(({ acts }) => acts)),
  }
}

const worst = ['SENT', 'WAITING', 'REFUSED'] as const

/** Merges acts of a visit that were reported for all its orders. */
function together(acts: readonly ShownAct[]): ShownAct[] {
  const groups = Map.groupBy(acts, ({ kind, happened_at }) => `${kind} ${happened_at}`)
  return [...groups.values()]
    .map((group) => {
      const shown = group.toSorted((one, other) => worst.indexOf(other.state) - worst.indexOf(one.state))[0]!
      return { ...shown, act_ids: group.map(({ act_id }) => act_id) }
    })
    .toSorted((one, other) => one.happened_at.localeCompare(other.happened_at))
}

/** Stops of a visit that still need an act. */
export function targetsOf({ stops }: Pick<ShownVisit, 'stops'>, kind: DriverActKind): DriverStop[] {
  return stops.filter((shown) => allowedActs(shown).includes(kind)).map(({ stop }) => stop)
}

const alsoBefore: readonly DriverActKind[] = ['PHOTO', 'REMARK']
const whenThere: readonly DriverActKind[] = ['SEAL', 'PHOTO', 'SIGNATURE', 'ANSWERS', 'REMARK', 'DEVIATION']

/**
 * Acts that a stop allows. Arrival, completion and departure happen once each; a driver may leave without reporting
 * completion. Photographs and remarks are always possible, proofs also after departure.
 */
export function allowedActs({ state, stop }: Pick<ShownStop, 'state' | 'stop'>): readonly DriverActKind[] {
  if (stop.status === 'CANCELLED') return ['REMARK']
  if (state === 'OPEN') return ['ARRIVE', ...alsoBefore]
  const there = stop.kind === 'OTHER' ? whenThere.filter((kind) => kind !== 'DEVIATION') : whenThere
  if (state === 'ARRIVED') return [...(stop.kind === 'OTHER' ? [] : ['DONE' as const]), 'LEAVE', ...there]
  return state === 'DONE' ? ['LEAVE', ...there] : there
}

/** Next act at a stop; undefined after departure. */
export function nextAct(shown: Pick<ShownStop, 'state' | 'stop'>): DriverActKind | undefined {
  return allowedActs(shown).find((kind) => kind === 'ARRIVE' || kind === 'DONE' || kind === 'LEAVE')
}

/** Next or current visit; undefined when all are done. */
export function currentVisit({ trips }: Pick<ShownDay, 'trips'>): ShownVisit | undefined {
  const visits = trips.flatMap(visitsOf)
  return (
    visits.find(({ state }) => state === 'ARRIVED' || state === 'DONE') ?? visits.find(({ state }) => state === 'OPEN')
  )
}
