import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { enqueue } from '../jobs/queue.ts'

/** Delay in seconds before a change is sent, so that a burst of changes becomes one message. */
const followSeconds = 2

/** Queues the message about changes of a booking to the partner it was requested from. */
export async function followBooking(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  type: 'LOCATION' | 'INTERMODAL',
): Promise<void> {
  const payload = { booking_id: bookingId, booking_type: type }
  await enqueue(tx, 'dispatch.follow_booking', payload, { serialKey: `booking ${bookingId}`, inSeconds: followSeconds })
  tx.afterCommit(() => ctx.wake('jobs'))
}
