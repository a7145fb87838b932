import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueueOnce } from '../../jobs/queue.ts'
import { activeTripsOf } from './views.ts'

/** Minimum seconds between two estimates of a trip triggered by positions. */
const everySeconds = 60

/** When the next estimate for a resource may be queued, and whether it is already queued. */
interface Turn {
  nextAt: number
  isInLine: boolean
}

// Per-process cache that saves most messages the query for trips. Lives as long as its context.
const turns = new WeakMap<Context, Map<string, Turn>>()
const mostTurns = 200_000

/**
 * Queues new estimates for the trips of resources that sent positions: the first immediately, then once a minute, so
 * that the last position is always processed, even a late one.
 */
export async function followPositions(ctx: Context, tx: Tx, resourceIds: readonly string[]): Promise<void> {
  const book = turns.get(ctx) ?? new Map<string, Turn>()
  turns.set(ctx, book)
  const now = performance.now()
  const isDue = (turn: Turn | undefined) => turn === undefined || turn.nextAt <= now
  // Two tenants may have a resource with the same id.
  const turnOf = (id: string) => book.get(`${tx.tenantId} ${id}`)
  const requested = resourceIds.filter((id) => isDue(turnOf(id)) || !turnOf(id)!.isInLine)
  if (requested.length === 0) return
  const trips = await activeTripsOf(tx, requested)
  const atOnce = trips.filter(({ resource_id }) => isDue(turnOf(resource_id)))
  const later = trips.filter(({ resource_id }) => !isDue(turnOf(resource_id)))
  await Promise.all([queueAgain(tx, atOnce, 0), queueAgain(tx, later, everySeconds)])
  tx.afterCommit(() => {
    for (const id of requested) {
      const turn = turnOf(id)
      const key = `${tx.tenantId} ${id}`
      book.delete(key)
      book.set(
        key,
        isDue(turn) ? { nextAt: now + everySeconds * 1_000, isInLine: false } : { ...turn!, isInLine: true },
      )
    }
    while (book.size > mostTurns) book.delete(book.keys().next().value!)
    if (atOnce.length > 0) ctx.wake('jobs')
  })
}

async function queueAgain(tx: Tx, trips: readonly { trip_id: string }[], inSeconds: number): Promise<void> {
  const ids = [...new Set(trips.map(({ trip_id }) => trip_id))]
  const jobs = ids.map((trip_id) => ({ payload: { trip_id }, serialKey: `estimate ${trip_id}` }))
  await enqueueOnce(tx, 'trips.estimate', jobs, inSeconds)
}

/** Queues new estimates of trips after a report about them. */
export async function estimateAgain(tx: Tx, trips: readonly { trip_id: string }[]): Promise<void> {
  await queueAgain(tx, trips, 0)
}
