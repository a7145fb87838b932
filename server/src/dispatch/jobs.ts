import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Job } from '../jobs/kinds.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueue } from '../jobs/queue.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { createRests, type Rests, togetherOrApart } from '../jobs/together.ts'
import { dispatchLine } from '../trips/dispatch.commands.ts'
import { updatePartnerOfBooking } from './bookings.commands.ts'
import { type DueLook, dueLooksForUpdate, putOffLooks } from './store.ts'
import { updatePartnersOfTrip } from './trip.commands.ts'

/** Dispatches of one tenant taken at once. */
const batch = 200

/**
 * Compares due dispatches with the current data: drafts that have waited long enough, messages that could not be sent,
 * and everything once a day as a safety net.
 */
export function dispatchLoop(ctx: Context): Loop {
  const rests = createRests(ctx, 'dispatch')
  return batchLoop(ctx, {
    name: 'dispatch',
    pollMs: 15_000,
    due: 'dispatches_to_look_at',
    work: (tx) => lookAtTenant(ctx, tx, rests),
  })
}

/** A dispatch that cannot be queued is delayed, and the others are compared (EACH-3). */
async function lookAtTenant(ctx: Context, tx: Tx, rests: Rests): Promise<boolean> {
  const due = await dueLooksForUpdate(tx, batch, rests.of(tx.tenantId))
  await togetherOrApart(
    due,
    async (some) => {
      await tx.apart((part) => putInLine(part, some))
      rests.done(some.map(({ dispatch_id }) => dispatch_id))
    },
    ({ dispatch_id }, error) => rests.leave(tx.tenantId, dispatch_id, error),
  )
  tx.afterCommit(() => ctx.wake('jobs'))
  return due.length > 0
}

async function putInLine(tx: Tx, due: readonly DueLook[]): Promise<void> {
  const live = due.filter(({ is_live }) => is_live)
  await putOffLooks(
    tx,
    due.map(({ dispatch_id }) => dispatch_id),
  )
  for (const trip_id of new Set(live.map((one) => one.trip_id)))
    await enqueue(tx, 'dispatch.follow_trip', { trip_id }, { serialKey: dispatchLine(trip_id) })
}

/** Job: notifies the partners of a trip of changes. */
export async function followTrip(ctx: Context, job: Job<'dispatch.follow_trip'>): Promise<void> {
  await job.finishing((tx) => updatePartnersOfTrip(ctx, tx, job.payload.trip_id))
}

/** Job: notifies the partner of a booking of changes. */
export async function followBooking(ctx: Context, job: Job<'dispatch.follow_booking'>): Promise<void> {
  const { booking_id, booking_type } = job.payload
  await job.finishing((tx) => updatePartnerOfBooking(ctx, tx, booking_type, booking_id))
}
