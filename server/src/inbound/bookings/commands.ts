import {
  IntermodalBookingStatusPayload,
  type IntermodalBookingUpdate,
  type IntermodalStatusResponse,
} from '@cartage/contract/inbound/intermodal-status'
import {
  type LocationBookingUpdate,
  LocationBookingUpdatePayload,
  type LocationBookingUpdateResponse,
} from '@cartage/contract/inbound/location-booking-update'
import type { BookingMatchTarget } from '@cartage/contract/inbound/matching'
import { longestList } from '@cartage/contract/scalars'
import { matchIntermodalBookings, matchLocationBookings } from '../../bookings/match.views.ts'
import { reportIntermodalBookings, reportLocationBookings } from '../../bookings/report.commands.ts'
import { intermodalBookingsById, locationBookingsById } from '../../bookings/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { type Placed, placed, updateParts } from '../../messages/parts.rules.ts'
import { readMessage } from '../../messages/receive.commands.ts'
import type { InboundMessage, Note, Receiver } from '../../messages/rules.ts'
import { readTenantSettings } from '../../tenants/tenants.views.ts'
import { applyAnswers, type Notes, type PreparedAnswers, prepareAnswers } from '../answers/commands.ts'
import type { ItemAnswers } from '../answers/rules.ts'
import { type Match, verdictOf } from '../matching.rules.ts'
import { bookingsOfSender, notTheirs } from '../partner.commands.ts'
import { type KnownStop, knownStops, stopsOfGroups } from '../status/views.ts'
import { type Misses, openMisses } from '../unmatched.rules.ts'
import { bookingCriteria, bookingEffectKey, intermodalReport, namedBooking, timeFault } from './rules.ts'

/** Items have more members than the default limit of a body with 2,000 entries. */
const mostEntries = longestList + 1

interface LocationPrepared {
  updates: Placed<LocationBookingUpdate>[]
  answers: PreparedAnswers
}

/** Receives reports of locations on bookings (LB-2). */
export const receiveLocationBooking: Receiver<LocationPrepared, LocationBookingUpdateResponse | null> = {
  async prepare(ctx, message) {
    const updates = placed(readMessage(LocationBookingUpdatePayload, message, mostEntries).updates)
    const given = updates.map(answersOf).filter(({ answers }) => answers)
    return { updates, answers: await prepareAnswers(ctx, message, given) }
  },
  parts: updateParts(),
  async apply(ctx, tx, note, message, { updates, answers }) {
    const misses = openMisses(note)
    const lookUp = { byId: locationSlots, byMatch: matchLocationBookings }
    const found = await firstReported(note, message, await findBookings(tx, message, updates, lookUp, misses))
    noteBookings(note, 'location_booking', found)
    await reportLocationBookings(
      ctx,
      tx,
      found.map(({ id, update }) => ({
        location_booking_id: id,
        event_at: update.event_time ?? undefined,
        status: update.status ?? undefined,
        execution_statuses: update.execution_status?.execution_statuses ?? undefined,
      })),
    )
    for (const one of found) await answer(ctx, tx, { note, misses }, one, answers)
    return misses.errors.length > 0 ? { errors: [...misses.errors] } : null
  },
}

function answersOf({ path, update }: Placed<LocationBookingUpdate>): ItemAnswers {
  return { path: `${path}.question_answers`, answers: update.question_answers }
}

async function answer(
  ctx: Context,
  tx: Tx,
  notes: Notes,
  { id, trip_id, ...one }: MatchedUpdate<LocationBookingUpdate>,
  prepared: PreparedAnswers,
): Promise<void> {
  const given = answersOf(one)
  if (Object.keys(given.answers ?? {}).length === 0) return
  const stops = await stopsOfSlot(tx, id)
  const subject = {
    kind: 'BOOKING' as const,
    trip_id,
    order_ids: [...new Set(stops.flatMap(({ order_id }) => order_id ?? []))],
    stop_ids: stops.map(({ stop_id }) => stop_id),
    booking_id: id,
  }
  await applyAnswers(ctx, tx, notes, subject, given, prepared)
}

/** The stops of a slot: one, or a group. */
async function stopsOfSlot(tx: Tx, id: string): Promise<KnownStop[]> {
  const [slot] = await locationBookingsById(tx, [id])
  if (slot?.stop_group_id) return (await stopsOfGroups(tx, [slot.stop_group_id])).get(slot.stop_group_id) ?? []
  return slot?.stop_id ? [...(await knownStops(tx, [slot.stop_id])).values()] : []
}

interface IntermodalPrepared {
  updates: Placed<IntermodalBookingUpdate>[]
}

/** Receives reports of carriers on intermodal bookings (IM-1), if enabled for the tenant. */
export const receiveIntermodalStatus: Receiver<IntermodalPrepared, IntermodalStatusResponse> = {
  async prepare(ctx, message) {
    const settings = await ctx.db.asTenant(message.tenantId, readTenantSettings)
    if (!settings.intermodal_status) throw new Problem('intermodal_status_off')
    return { updates: placed(readMessage(IntermodalBookingStatusPayload, message, mostEntries).updates) }
  },
  parts: updateParts(),
  async apply(ctx, tx, note, message, { updates }) {
    const misses = openMisses(note)
    const lookUp = { byId: intermodalLegs, byMatch: matchIntermodalBookings }
    const found = await firstReported(note, message, await findBookings(tx, message, updates, lookUp, misses))
    noteBookings(note, 'intermodal_booking', found)
    await reportIntermodalBookings(
      ctx,
      tx,
      found.map(({ id, update }) => intermodalReport(id, update)),
    )
    return misses.errors.length > 0 ? { errors: [...misses.errors] } : {}
  },
}

/** An update with its matched booking. */
interface MatchedUpdate<Update> extends Placed<Update> {
  id: string
  trip_id: string | null
}

/** Trips of the existing bookings, by booking id. */
type Trips = ReadonlyMap<string, string | null>

async function locationSlots(tx: Tx, ids: readonly string[]): Promise<Trips> {
  const rows = ids.length === 0 ? [] : await locationBookingsById(tx, ids)
  return new Map(rows.map(({ location_booking_id, trip_id }) => [location_booking_id, trip_id]))
}

async function intermodalLegs(tx: Tx, ids: readonly string[]): Promise<Trips> {
  const rows = ids.length === 0 ? [] : await intermodalBookingsById(tx, ids)
  return new Map(rows.map(({ intermodal_booking_id, trip_id }) => [intermodal_booking_id, trip_id]))
}

interface LookUp {
  byId(tx: Tx, ids: readonly string[]): Promise<Trips>
  byMatch(tx: Tx, criteria: ReturnType<typeof bookingCriteria>): Promise<string[]>
}

interface Naming {
  id?: string | null | undefined
  booking_id?: string | null | undefined
  match?: BookingMatchTarget | null | undefined
  event_time?: string | null | undefined
  timestamp?: string | null | undefined
}

/** LB-2: by id, else by criteria that match exactly one booking. In message order. */
async function findBookings<Update extends Naming>(
  tx: Tx,
  message: InboundMessage,
  updates: readonly Placed<Update>[],
  { byId, byMatch }: LookUp,
  misses: Misses,
): Promise<MatchedUpdate<Update>[]> {
  const named = await Promise.all(
    updates.map(async ({ update }): Promise<Match<string>> => {
      const fault = timeFault(update)
      if (fault !== undefined) return { refusal: fault }
      const id = namedBooking(update)
      if (id !== undefined) return { found: id }
      if (!update.match) return { refusal: 'Identify the booking by id or match.' }
      const matching = await byMatch(tx, bookingCriteria(update.match))
      return verdictOf(matching, 'booking', message.partner && (await bookingsOfSender(tx, message, matching)))
    }),
  )
  const trips = await byId(tx, [...new Set(named.flatMap(({ found }) => found ?? []))])
  const isTheirs = await bookingsOfSender(tx, message, [...trips.keys()])
  return updates.flatMap(({ path, update }, at): MatchedUpdate<Update>[] => {
    const { found, refusal } = named[at]!
    const isKnown = found !== undefined && trips.has(found)
    if (isKnown && isTheirs(found)) return [{ id: found, trip_id: trips.get(found)!, path, update }]
    misses.add(path, update, isKnown ? notTheirs.booking : (refusal ?? 'Booking not found.'))
    return []
  })
}

/** Updates that were not reported before. Keys are claimed in a fixed order, so that two messages never deadlock. */
async function firstReported<Update extends object>(
  note: Note,
  message: InboundMessage,
  found: readonly MatchedUpdate<Update>[],
): Promise<MatchedUpdate<Update>[]> {
  const keyed = found.map((one) => ({ one, key: bookingEffectKey(message.kind, one.id, one.update) }))
  const isFirst = new Map<MatchedUpdate<Update>, boolean>()
  const inOrder = keyed.toSorted((left, right) => (left.key < right.key ? -1 : 1))
  await Promise.all(inOrder.map(async ({ one, key }) => isFirst.set(one, await note.isFirst(key))))
  return found.filter((one) => isFirst.get(one))
}

function noteBookings(note: Note, type: string, found: readonly MatchedUpdate<object>[]): void {
  for (const { id, trip_id } of found) {
    note.touched(type, id)
    if (trip_id) note.touched('trip', trip_id)
  }
}
