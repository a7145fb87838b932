import type { Tx } from '../db/tenant.ts'
import { followSeconds } from '../jobs/followers.ts'
import { enqueue } from '../jobs/queue.ts'

/** The line of what follows a trip. */
export const dispatchLine = (tripId: string) => `dispatch ${tripId}`

/**
 * Queues that the partners of a trip, or of a booking for it, get what changed. Its own line, so that nothing
 * else about the trip waits for it.
 */
export async function followDispatch(tx: Tx, tripId: string): Promise<void> {
  const options = { serialKey: dispatchLine(tripId), inSeconds: followSeconds }
  await enqueue(tx, 'dispatch.follow_trip', { trip_id: tripId }, options)
}
