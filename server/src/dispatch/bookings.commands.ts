import { msg } from '@cartage/contract/message'
import { type By, bySystem, type Change } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import {
  type IntermodalBooking,
  intermodalBookingsForUpdate,
  updateIntermodalBookings,
} from '../bookings/intermodal.store.ts'
import { type LocationBooking, locationBookingsForUpdate, updateLocationBookings } from '../bookings/location.store.ts'
import { followBooking } from '../bookings/notify.commands.ts'
import { stopsOfSlot } from '../bookings/plan.rules.ts'
import {
  findTripOfSlot,
  intermodalBookingsById,
  intermodalBookingsOfTrip,
  locationBookingsById,
  locationBookingsOfTrip,
} from '../bookings/views.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { forgetFollowers } from '../jobs/followers.ts'
import { findLocationOutputs } from '../locations/views.ts'
import { tripsForUpdate } from '../trips/store.ts'
import { type Destination, findDestination, liveDestinations } from './destinations.store.ts'
import { lookAfter } from './next-check.rules.ts'
import { intermodalPayload, locationPayload } from './payloads/booking.rules.ts'
import type { Json } from './payloads/difference.rules.ts'
import type { SentTrip } from './payloads/trip.rules.ts'
import { loadPlace, loadSentResources, loadSentTrip } from './payloads/trip.views.ts'
import { checkDestination, chooseForAccount, chooseForLocation, conflict, isEnded } from './rules.ts'
import { rememberTrouble, type Subject, sendUpdate } from './send.commands.ts'
import { type DispatchRow, dispatchesForUpdate, findPayload, saveDispatch } from './store.ts'

/** A booking of either type, with its type-specific members. */
type Booked =
  | { type: 'LOCATION'; booking: LocationBooking; id: string }
  | { type: 'INTERMODAL'; booking: IntermodalBooking; id: string }

const nouns = { LOCATION: 'location_booking', INTERMODAL: 'intermodal_booking' } as const
const subjects = { LOCATION: 'LOCATION_BOOKING', INTERMODAL: 'INTERMODAL_BOOKING' } as const

/**
 * Requests a time slot from a location, or sends changes (LB-1).
 * @throws Problem not_found; state_conflict for one that is cancelled, or when no destination is found
 */
export async function requestLocationBooking(ctx: Context, tenantId: string, by: By, id: string) {
  return await change(ctx, tenantId, { by, id, type: 'LOCATION' }, request, locationBookingsById)
}

/**
 * Requests a main leg from a carrier, or sends changes (IM-1).
 * @throws Problem not_found; state_conflict for one that is cancelled or finalised, or when no destination is found
 */
export async function requestIntermodalBooking(ctx: Context, tenantId: string, by: By, id: string) {
  return await change(ctx, tenantId, { by, id, type: 'INTERMODAL' }, request, intermodalBookingsById)
}

/**
 * Cancels a time slot and notifies the location that it was requested from. A cancelled one stays as it is.
 * @throws Problem not_found
 */
export async function cancelLocationBooking(ctx: Context, tenantId: string, by: By, id: string) {
  return await change(ctx, tenantId, { by, id, type: 'LOCATION' }, closeBooking, locationBookingsById)
}

/**
 * Cancels a main leg and notifies the carrier that it was requested from. A cancelled one stays as it is.
 * @throws Problem not_found
 */
export async function cancelIntermodalBooking(ctx: Context, tenantId: string, by: By, id: string) {
  return await change(ctx, tenantId, { by, id, type: 'INTERMODAL' }, closeBooking, intermodalBookingsById)
}

interface Named {
  by: By
  id: string
  type: Booked['type']
}

/** Locks the trip before the booking, changes it and returns its output. */
async function change<Output>(
  ctx: Context,
  tenantId: string,
  { by, id, type }: Named,
  work: (ctx: Context, tx: Tx, booked: Booked, sent: SentTrip | undefined, by: By) => Promise<Change[]>,
  read: (tx: Tx, ids: readonly string[]) => Promise<Output[]>,
): Promise<Output> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const locked = await lockBooking(tx, type, id)
    if (!locked) throw new Problem('not_found')
    const changes = await work(ctx, tx, locked.booked, locked.sent, by)
    const [output] = await read(tx, [id])
    await recordChanges(tx, by, changes)
    return output!
  })
}

async function lockBooking(
  tx: Tx,
  type: Booked['type'],
  id: string,
): Promise<{ booked: Booked; sent: SentTrip | undefined } | undefined> {
  const [found] = type === 'LOCATION' ? await locationBookingsById(tx, [id]) : await intermodalBookingsById(tx, [id])
  if (!found) return undefined
  const [trip] = await tripsForUpdate(tx, [found.trip_id])
  const booked: Booked =
    type === 'LOCATION'
      ? { type, id, booking: (await locationBookingsForUpdate(tx, [id]))[0]! }
      : { type, id, booking: (await intermodalBookingsForUpdate(tx, [id]))[0]! }
  return { booked, sent: trip && (await loadSentTrip(tx, trip)) }
}

async function request(ctx: Context, tx: Tx, booked: Booked, sent: SentTrip | undefined, by: By): Promise<Change[]> {
  const { booking, id } = booked
  if (booking.status === 'CANCELLED') throw conflict(msg`${booking.name} is cancelled. Create a new booking instead.`)
  if (isFinal(booked)) throw conflict(msg`The carrier has finalised ${booking.name}. Nothing more is sent.`)
  if (!sent || isOver(booked, sent))
    throw conflict(msg`The trip no longer has the stops that ${booking.name} is for. Cancel it.`)
  const known = (await dispatchesForUpdate(tx, id)).find(({ is_open }) => is_open)
  const destination = known ? await findDestination(tx, known.dispatch_destination_id) : await choose(tx, booked)
  if (!destination) throw conflict(msg`There is no destination for ${booking.name}. Add one first.`)
  checkDestination({ ...destination, is_archived: false }, [destination.kind])
  const own = known ?? (await dispatchesForUpdate(tx, id)).find((row) => isWith(row, destination))
  const wanted = await payloadOf(tx, booked, sent, destination)
  await sendUpdate(ctx, tx, { subject: subjectOf(booked), destination, known: own, wanted, by })
  return booking.status === 'TO_REQUEST' ? [await moveTo(tx, booked, 'REQUESTED')] : []
}

async function closeBooking(
  ctx: Context,
  tx: Tx,
  booked: Booked,
  _sent: SentTrip | undefined,
  by: By,
): Promise<Change[]> {
  if (booked.booking.status === 'CANCELLED') return []
  const known = (await dispatchesForUpdate(tx, booked.id)).find(({ is_open }) => is_open)
  if (known) await withdraw(ctx, tx, booked, known, by)
  return [await moveTo(tx, booked, 'CANCELLED')]
}

async function withdraw(ctx: Context, tx: Tx, booked: Booked, known: DispatchRow, by: By): Promise<void> {
  const destination = (await findDestination(tx, known.dispatch_destination_id))!
  if (isFinal(booked)) return await close(tx, known)
  if (destination.subscription_id === null) {
    const trouble = `The channel of ${destination.name} was removed, so it was not notified that this is cancelled.`
    return await rememberTrouble(tx, { ...known, is_open: false }, trouble)
  }
  await sendUpdate(ctx, tx, { subject: subjectOf(booked), destination, known, wanted: null, by })
}

/** Closes the dispatch: no message is owed to the partner. */
async function close(tx: Tx, known: DispatchRow): Promise<void> {
  await saveDispatch(tx, { ...known, is_open: false, trouble: null }, { differs: false, lookIn: null })
  await forgetFollowers(tx, [known.dispatch_id])
}

/** Notifies the partner that the booking was requested from; sends nothing if the message is unchanged. */
export async function updatePartnerOfBooking(ctx: Context, tx: Tx, type: Booked['type'], id: string): Promise<void> {
  const locked = await lockBooking(tx, type, id)
  if (locked) await recordChanges(tx, bySystem, await followOne(ctx, tx, locked.booked, locked.sent))
}

/**
 * Sends changes of the trip's bookings to their partners. The trip is locked.
 * @param sent undefined when the trip was deleted
 * @returns audit entries, to be recorded last: recording locks the end of the trail until the commit
 */
export async function followBookingsOfTrip(
  ctx: Context,
  tx: Tx,
  tripId: string,
  sent: SentTrip | undefined,
): Promise<Change[]> {
  const changes: Change[] = []
  const [slots, legs] = await Promise.all([locationBookingsOfTrip(tx, tripId), intermodalBookingsOfTrip(tx, tripId)])
  const slotIds = slots.map(({ location_booking_id }) => location_booking_id)
  const legIds = legs.map(({ intermodal_booking_id }) => intermodal_booking_id)
  for (const booking of await locationBookingsForUpdate(tx, slotIds)) {
    const booked: Booked = { type: 'LOCATION', id: booking.location_booking_id, booking }
    changes.push(...(await followOne(ctx, tx, booked, sent)))
  }
  for (const booking of await intermodalBookingsForUpdate(tx, legIds)) {
    const booked: Booked = { type: 'INTERMODAL', id: booking.intermodal_booking_id, booking }
    changes.push(...(await followOne(ctx, tx, booked, sent)))
  }
  return changes
}

async function followOne(ctx: Context, tx: Tx, booked: Booked, sent: SentTrip | undefined): Promise<Change[]> {
  const rows = await dispatchesForUpdate(tx, booked.id)
  // It was cancelled while the channel was unavailable.
  for (const owed of rows.filter(({ is_open, differs_seconds }) => !is_open && differs_seconds !== null)) {
    await withdraw(ctx, tx, booked, owed, bySystem)
  }
  const known = rows.find(({ is_open }) => is_open)
  if (!known) return []
  if (isFinal(booked)) {
    await rest(tx, known)
    return []
  }
  if (booked.booking.status === 'CANCELLED') {
    // The partner has cancelled it, so there is nothing to send.
    await close(tx, known)
    return []
  }
  if (!sent || isOver(booked, sent)) {
    if (await movesAlong(ctx, tx, booked, known)) return []
    return await closeBooking(ctx, tx, booked, sent, bySystem)
  }
  await sendChange(ctx, tx, booked, sent, known)
  return []
}

async function sendChange(ctx: Context, tx: Tx, booked: Booked, sent: SentTrip, known: DispatchRow): Promise<void> {
  const destination = (await findDestination(tx, known.dispatch_destination_id))!
  if (destination.subscription_id === null) {
    return await rememberTrouble(tx, known, `The channel of ${destination.name} was removed.`)
  }
  const wanted = await payloadOf(tx, booked, sent, destination)
  const facts = { destination, known, wanted, by: bySystem, isEnded: isEnded(sent.trip) }
  await sendUpdate(ctx, tx, { subject: subjectOf(booked), ...facts })
}

/** The partner has finalised it and gets no more messages. */
async function rest(tx: Tx, known: DispatchRow): Promise<void> {
  await saveDispatch(tx, { ...known, trouble: null }, { differs: false, lookIn: null })
  await forgetFollowers(tx, [known.dispatch_id])
}

/** A slot moves with its stops to another trip; the location is notified when that trip can be locked. */
async function movesAlong(ctx: Context, tx: Tx, booked: Booked, known: DispatchRow): Promise<boolean> {
  if (booked.type !== 'LOCATION') return false
  const { booking, id } = booked
  const tripId = await findTripOfSlot(tx, booking)
  if (tripId === undefined || tripId === booking.trip_id) return false
  await updateLocationBookings(tx, [{ ...booking, trip_id: tripId }])
  await saveDispatch(tx, { ...known, trip_id: tripId }, { differs: true, lookIn: lookAfter.sent })
  await followBooking(ctx, tx, id, 'LOCATION')
  return true
}

/** Whether the trip no longer contains the booked stops. */
function isOver(booked: Booked, { trip }: SentTrip): boolean {
  if (trip.status === 'CANCELLED' || trip.stops.length === 0) return true
  return booked.type === 'LOCATION' && stopsOfSlot(trip, booked.booking).length === 0
}

/** Whether the carrier wants no further messages. */
function isFinal(booked: Booked): boolean {
  return booked.type === 'INTERMODAL' && booked.booking.skip_dispatch
}

async function choose(tx: Tx, booked: Booked): Promise<Destination | undefined> {
  const live = await liveDestinations(tx)
  if (booked.type === 'INTERMODAL') return chooseForAccount(live, booked.booking.account_code)
  const { location_id: place } = booked.booking
  // A merged location is compared by the id of the location that replaced it.
  const shown = await findLocationOutputs(tx, [place, ...live.flatMap(({ location_id }) => location_id ?? [])])
  const idOf = (id: string | null) => (id === null ? null : (shown.get(id)?.id ?? id))
  const known = live.map((one) => ({ ...one, location_id: idOf(one.location_id) }))
  return chooseForLocation(known, idOf(place)!)
}

async function payloadOf(tx: Tx, booked: Booked, sent: SentTrip, destination: Destination): Promise<Json> {
  const payload =
    booked.type === 'LOCATION'
      ? await slotPayload(tx, booked.booking, sent, destination)
      : await legPayload(tx, booked.booking, sent)
  return JSON.parse(JSON.stringify(payload)) as Json
}

/**
 * What the partner of a booking should have; null for nothing. For a booking that the carrier has finalised, it is what
 * was last sent.
 */
export async function currentBookingPayload(
  tx: Tx,
  row: DispatchRow,
  destination: Destination,
  sent: SentTrip | undefined,
): Promise<Json> {
  const booked = await readBooking(tx, row)
  if (!booked || !sent || !row.is_open) return null
  if (isFinal(booked)) return await findPayload(tx, row.dispatch_id, row.revision)
  if (booked.booking.status === 'CANCELLED' || isOver(booked, sent)) return null
  return await payloadOf(tx, booked, sent, destination)
}

async function readBooking(tx: Tx, { subject_type, subject_id: id }: DispatchRow): Promise<Booked | undefined> {
  if (subject_type === 'LOCATION_BOOKING') {
    const [booking] = await locationBookingsById(tx, [id])
    return booking && { type: 'LOCATION', id, booking }
  }
  const [booking] = await intermodalBookingsById(tx, [id])
  return booking && { type: 'INTERMODAL', id, booking }
}

async function slotPayload(tx: Tx, booking: LocationBooking, sent: SentTrip, destination: Destination) {
  const stops = stopsOfSlot(sent.trip, booking)
  const location = await loadPlace(tx, stops[0]?.location_id ?? booking.location_id)
  return locationPayload({ booking, sent, location, stops, trackingLink: destination.tracking_link })
}

async function legPayload(tx: Tx, booking: IntermodalBooking, sent: SentTrip) {
  const { trailer_id, container_id, vehicle_id } = booking
  const wanted = [trailer_id, container_id, vehicle_id].flatMap((id) => {
    if (id === null) return []
    const onTrip = sent.trip.resources.find(({ resource_id }) => resource_id === id)
    return [onTrip ?? { resource_id: id, name: null, license_plate: null, container_number: null }]
  })
  const [start, end, resources] = await Promise.all([
    loadPlace(tx, booking.start_location_id),
    loadPlace(tx, booking.end_location_id),
    loadSentResources(tx, wanted),
  ])
  const units = new Map(resources.map((resource) => [resource.row.resource_id, resource]))
  return intermodalPayload({ booking, sent, start, end, units })
}

function subjectOf({ type, id, booking }: Booked): Subject {
  return { subject_type: subjects[type], subject_id: id, trip_id: booking.trip_id, partner_id: null }
}

async function moveTo(tx: Tx, booked: Booked, status: 'REQUESTED' | 'CANCELLED'): Promise<Change> {
  const { type, id, booking } = booked
  if (type === 'LOCATION') await updateLocationBookings(tx, [{ ...booking, status }])
  else await updateIntermodalBookings(tx, [{ ...booking, status }])
  const about = { entity_type: nouns[type], entity_id: id }
  return { ...about, action: 'updated', before: { status: booking.status }, after: { status } }
}

function isWith(row: DispatchRow, destination: Destination): boolean {
  return row.dispatch_destination_id === destination.dispatch_destination_id
}
