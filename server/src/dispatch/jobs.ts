import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Job } from '../jobs/kinds.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueue } from '../jobs/queue.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { dispatchLine } from '../trips/dispatch.commands.ts'
import { updatePartnerOfBooking } from './bookings.commands.ts'
import { takeDueLooks } from './store.ts'
import { updatePartnersOfTrip } from './trip.commands.ts'

/** Dispatches of one tenant taken at a time. */
const batch = 200

/**
 * Compares what partners have with what is true when it is time: drafts that have waited long enough, what could not be
 * sent before, and everything once a day, whatever may have changed it.
 */
export function dispatchLoop(ctx: Context): Loop {
  return batchLoop(ctx, {
    name: 'dispatch',
    pollMs: 15_000,
    due: 'dispatches_to_look_at',
    work: (tx) => lookAtTenant(ctx, tx),
  })
}

async function lookAtTenant(ctx: Context, tx: Tx): Promise<boolean> {
  const { tripIds, isFull } = await takeDueLooks(tx, batch)
  await Promise.all(
    tripIds.map((trip_id) => enqueue(tx, 'dispatch.follow_trip', { trip_id }, { serialKey: dispatchLine(trip_id) })),
  )
  tx.afterCommit(() => ctx.wake('jobs'))
  return isFull || tripIds.length > 0
}

/** Job: notifies the partners of a trip of what changed. */
export async function followTrip(ctx: Context, job: Job<'dispatch.follow_trip'>): Promise<void> {
  await job.finishing((tx) => updatePartnersOfTrip(ctx, tx, job.payload.trip_id))
}

/** Job: notifies the partner of a booking of what changed. */
export async function followBooking(ctx: Context, job: Job<'dispatch.follow_booking'>): Promise<void> {
  const { booking_id, booking_type } = job.payload
  await job.finishing((tx) => updatePartnerOfBooking(ctx, tx, booking_type, booking_id))
}
