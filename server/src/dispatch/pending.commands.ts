import { type Dispatch, PendingDispatch } from '@cartage/contract/dispatch/app'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { tripsByIds } from '../trips/store.ts'
import { currentBookingPayload } from './bookings.commands.ts'
import { findDestination } from './destinations.store.ts'
import { withoutRecords } from './next-check.rules.ts'
import { differenceOf, isSame, type Json } from './payloads/difference.rules.ts'
import type { SentTrip } from './payloads/trip.rules.ts'
import { loadSentTrip } from './payloads/trip.views.ts'
import { isEnded, nextOperation } from './rules.ts'
import { lastMessage } from './send.commands.ts'
import { type DispatchRow, dispatchesWithTrip } from './store.ts'
import { currentTripPayload } from './trip.commands.ts'
import { dispatchesOfTrip, type ReadDispatch } from './views.ts'

/**
 * Compares sent messages with the current data, for a trip and its bookings: the message that each partner still has to
 * get, by dispatch. Partners that are up to date are left out. Read-only.
 */
async function pendingOfTrip(tx: Tx, tripId: string): Promise<Map<string, PendingDispatch>> {
  const rows = (await dispatchesWithTrip(tx, tripId)).filter(isLive)
  if (rows.length === 0) return new Map()
  const [trip] = await tripsByIds(tx, [tripId])
  const sent = trip && (await loadSentTrip(tx, trip))
  const found = new Map<string, PendingDispatch>()
  for (const row of rows) {
    const pending = await pendingOf(tx, row, sent)
    if (pending) found.set(row.dispatch_id, pending)
  }
  return found
}

/** Every dispatch of a trip and its bookings, with the message that each partner still has to get. */
export async function shownDispatches(tx: Tx, tripId: string): Promise<Dispatch[]> {
  const [items, pending] = [await dispatchesOfTrip(tx, tripId), await pendingOfTrip(tx, tripId)]
  return items.map((one) => ({ ...one, pending: pending.get(one.dispatch_id) ?? null }))
}

/** One dispatch, with the message that its partner still has to get. */
export async function shownDispatch(tx: Tx, dispatch: ReadDispatch): Promise<Dispatch> {
  const pending = await pendingOfTrip(tx, dispatch.trip_id)
  return { ...dispatch, pending: pending.get(dispatch.dispatch_id) ?? null }
}

/** The partner has it, or still has to be notified of the withdrawal. */
function isLive({ is_open, differs_seconds }: DispatchRow): boolean {
  return is_open || differs_seconds !== null
}

async function pendingOf(tx: Tx, row: DispatchRow, sent: SentTrip | undefined): Promise<PendingDispatch | undefined> {
  const last = await lastMessage(tx, row)
  const payload = await currentPayload(tx, row, sent)
  // The partner's format cannot express it: the dispatch has the reason.
  if (payload === undefined) return { operation: 'UPDATE', difference: [] }
  const operation = nextOperation(last, payload)
  if (operation === undefined) return undefined
  if (operation === 'UPDATE' && isEnded(sent?.trip) && isSame(withoutRecords(last.payload), withoutRecords(payload)))
    return undefined
  const difference = operation === 'UPDATE' ? differenceOf(last.payload, payload) : []
  return PendingDispatch.parse({ operation, difference })
}

async function currentPayload(tx: Tx, row: DispatchRow, sent: SentTrip | undefined): Promise<Json | undefined> {
  const destination = (await findDestination(tx, row.dispatch_destination_id))!
  try {
    if (row.subject_type !== 'TRIP') return await currentBookingPayload(tx, row, destination, sent)
    return currentTripPayload(row, destination, sent)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
