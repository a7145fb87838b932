import type { Tx } from '../db/tenant.ts'
import { enqueue } from '../jobs/queue.ts'

/** How long a change waits for the next one before others are told: a burst of changes makes one message. */
const followSeconds = 2

/**
 * Puts in line that whoever was told of a trip, or of a booking for it, hears what changed. Its own line, so that nothing
 * else about the trip waits for it.
 */
export async function followDispatch(tx: Tx, tripId: string): Promise<void> {
  const options = { serialKey: `dispatch ${tripId}`, inSeconds: followSeconds }
  await enqueue(tx, 'dispatch.follow_trip', { trip_id: tripId }, options)
}
