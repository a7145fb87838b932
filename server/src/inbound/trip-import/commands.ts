import {
  type TripImportInput as Import,
  TripImportInput,
  type TripImportResponse,
} from '@cartage/contract/inbound/trip-import'
import { longestList } from '@cartage/contract/scalars'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { findLocationOutputs } from '../../locations/views.ts'
import { readMessage } from '../../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../../messages/rules.ts'
import { readResources } from '../../resources/views.ts'
import { changeTrips } from '../../trips/change/commands.ts'
import { newTripName } from '../../trips/names.commands.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { findTripIdByIdentifier, tripsForUpdate } from '../../trips/store.ts'
import { applyAnswers, type Notes, type PreparedAnswers, prepareAnswers } from '../answers/commands.ts'
import type { ItemAnswers } from '../answers/rules.ts'
import { notTheirs, resourcesOfSender, stopsForSender, tripsOfSender } from '../partner.commands.ts'
import { bySender } from '../sender.rules.ts'
import { openMisses } from '../unmatched.rules.ts'
import { decideTripImport, type ImportFault, type ImportWorld } from './rules.ts'
import { importableStops, lockTripIdentifier, partnerStops } from './views.ts'

/** A parsed message, with the stored files of its answers. */
interface Prepared {
  input: Import
  /** Name of the trip if it is new. */
  name: string
  answers: PreparedAnswers
}

/** Imports a planned trip as a whole or not at all (TRIP-1 to TRIP-5). */
export const receiveTrip: Receiver<Prepared, TripImportResponse | null> = {
  async prepare(ctx, message) {
    // A stop has several members, so 2,000 of them exceed the default limit of a body.
    const input = readMessage(TripImportInput, message, longestList + 1)
    const given = input.planned_stops.map((_, at) => answersOf(input, at)).filter(({ answers }) => answers)
    const isNamed = Boolean(input.trip_identifier) || input.status === 'CANCELLED' || input.failure != null
    // The sender's name of the trip: subcontractors may refer to it in reports (SU-3).
    const name = isNamed ? (input.trip_identifier ?? '') : await newTripName(ctx, message.tenantId)
    return { input, name, answers: await prepareAnswers(ctx, message, given) }
  },
  apply: applyImport,
}

function answersOf({ planned_stops }: Import, at: number): ItemAnswers {
  return { path: `planned_stops.${at}.question_answers`, answers: planned_stops[at]!.question_answers }
}

async function applyImport(
  ctx: Context,
  tx: Tx,
  note: Note,
  message: InboundMessage,
  { input, name, answers }: Prepared,
): Promise<TripImportResponse | null> {
  if (input.failure) {
    note.unmatched('failure', input, input.failure.error_message || 'The sender could not plan the trip.')
    return null
  }
  const world = await loadWorld(ctx, tx, input)
  const foreign = await foreignParts(tx, message, input, world)
  if (foreign.length > 0) return refusal(note, foreign)
  const { faults, trip } = decideTripImport(input, { ...world, name })
  if (faults) return refusal(note, faults)
  const before = world.trip ? [world.trip] : []
  const saved = trip ? await carryOut(ctx, tx, message, before, trip) : undefined
  if (saved instanceof Problem) return refusal(note, [{ path: 'planned_stops', item: input, message: saved.message }])
  noteRecords(note, saved ?? world.trip, input)
  if (input.status === 'CANCELLED') return null
  const misses = openMisses(note)
  await answer(ctx, tx, { note, misses }, { input, name, answers }, world, saved)
  return misses.errors.length > 0 ? { errors: [...misses.errors] } : null
}

/** A partner plans only trips it drives, with its own orders and resources. */
async function foreignParts(
  tx: Tx,
  message: InboundMessage,
  { planned_stops, primary_resources, trip_identifier }: Import,
  { trip, stops }: Pick<ImportWorld, 'trip' | 'stops'>,
): Promise<ImportFault[]> {
  if (!message.partner) return []
  const known = planned_stops.flatMap(({ id }) => stops.get(id ?? '') ?? [])
  const resources = primary_resources ?? []
  const [isTheirTrip, isTheirStop, isTheirResource] = await Promise.all([
    tripsOfSender(tx, message, trip ? [trip.trip_id] : []),
    stopsForSender(tx, message, known),
    resourcesOfSender(
      tx,
      message,
      resources.map(({ id }) => id),
    ),
  ])
  if (trip && !isTheirTrip(trip.trip_id)) {
    return [{ path: 'trip_identifier', item: trip_identifier, message: notTheirs.trip }]
  }
  const ofStops = planned_stops.flatMap((stop, at): ImportFault[] => {
    const stored = stops.get(stop.id ?? '')
    if (!stored || isTheirStop(stored)) return []
    return [
      { path: `planned_stops.${at}`, item: stop, message: stored.trip_id === null ? notTheirs.plan : notTheirs.stop },
    ]
  })
  const ofResources = resources.flatMap((item, at): ImportFault[] =>
    isTheirResource(item.id) ? [] : [{ path: `primary_resources.${at}`, item, message: notTheirs.resource }],
  )
  return [...ofStops, ...ofResources]
}

function refusal(note: Note, faults: readonly ImportFault[]): TripImportResponse {
  const misses = openMisses(note)
  for (const { path, item, message } of faults) misses.add(path, item, message)
  return { errors: [...misses.errors] }
}

/** Planning errors, such as an order on hold, reject the import before anything is written. */
async function carryOut(
  ctx: Context,
  tx: Tx,
  message: InboundMessage,
  before: readonly TripState[],
  trip: TripState,
): Promise<TripState | Problem> {
  try {
    const why = { by: bySender(message), at: ctx.now().toISOString() }
    const saved = await changeTrips(ctx, tx, before, [trip], why)
    return saved.find(({ trip_id }) => trip_id === trip.trip_id) ?? trip
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error
    throw error
  }
}

async function loadWorld(ctx: Context, tx: Tx, input: Import): Promise<Omit<ImportWorld, 'name'>> {
  const { trip_identifier, planned_stops, primary_resources } = input
  if (trip_identifier) await lockTripIdentifier(tx, trip_identifier)
  const tripId = trip_identifier ? await findTripIdByIdentifier(tx, trip_identifier) : undefined
  const [trip] = tripId === undefined ? [] : await tripsForUpdate(tx, [tripId])
  const [stops, locations, resources] = await Promise.all([
    importableStops(tx, [...new Set(planned_stops.flatMap(({ id }) => id ?? []))]),
    findLocationOutputs(tx, [...new Set(planned_stops.flatMap(({ location }) => location?.id ?? []))]),
    readResources(tx, [...new Set(primary_resources?.map(({ id }) => id) ?? [])]),
  ])
  const partners = await partnerStops(tx, [...new Set([...stops.values()].map(({ order_id }) => order_id))])
  const usable = resources.filter(({ is_archived }) => !is_archived)
  // A resource that is already on the trip may stay on it.
  const known = trip?.resources.map(({ resource_id }) => resource_id) ?? []
  return {
    trip,
    stops,
    partners,
    locations: new Map([...locations].map(([requested, { id }]) => [requested, id ?? requested])),
    resources: new Set([...usable.map(({ resource_id }) => resource_id), ...known]),
    newId: ctx.newId,
  }
}

function noteRecords(note: Note, trip: TripState | undefined, { unassigned_stops }: Import): void {
  if (!trip) return
  note.touched('trip', trip.trip_id)
  for (const { stop_id, order_id } of trip.stops) {
    note.touched('stop', stop_id)
    if (order_id) note.touched('order', order_id)
  }
  unassigned_stops?.forEach((item, at) => {
    note.touched('stop', item.stop_id)
    note.unmatched(`unassigned_stops.${at}`, item, item.reason || 'The optimiser left this stop unplanned.')
  })
}

/** Answers are repeated with each import of the trip; each takes effect once. */
async function answer(
  ctx: Context,
  tx: Tx,
  notes: Notes,
  { input, answers }: Prepared,
  world: Pick<ImportWorld, 'stops'>,
  trip: TripState | undefined,
): Promise<void> {
  const inOrder = input.planned_stops
    .map((stop, at) => ({ stop, at }))
    .toSorted((a, b) => a.stop.sequence - b.stop.sequence)
  for (const [place, { stop, at }] of inOrder.entries()) {
    const planned = trip?.stops[place]
    if (!planned || Object.keys(stop.question_answers ?? {}).length === 0) continue
    const { stop_id, order_id } = planned
    if (!(await notes.note.isFirst(JSON.stringify(['trip-import', stop_id, stop.question_answers])))) continue
    const subject = {
      kind: 'STOP' as const,
      trip_id: trip.trip_id,
      order_ids: order_id ? [order_id] : [],
      stop_ids: [stop_id],
      consignment_id: world.stops.get(stop_id)?.consignment_id ?? undefined,
    }
    await applyAnswers(ctx, tx, notes, subject, answersOf(input, at), answers)
  }
}
