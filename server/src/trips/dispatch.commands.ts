import type { Tx } from '../db/tenant.ts'
import { followSeconds } from '../jobs/followers.ts'
import { enqueue } from '../jobs/queue.ts'

/** Queue key for dispatch follow-ups of a trip. */
export const dispatchLine = (tripId: string) => `dispatch ${tripId}`

/**
 * Queues an update to the partners of a trip, or of a booking for it. Uses its own queue key, so that nothing else
 * about the trip waits for it.
 */
export async function followDispatch(tx: Tx, tripId: string): Promise<void> {
  const options = { serialKey: dispatchLine(tripId), inSeconds: followSeconds }
  await enqueue(tx, 'dispatch.follow_trip', { trip_id: tripId }, options)
}
