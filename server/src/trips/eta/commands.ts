import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueueOnce } from '../../jobs/queue.ts'
import { activeTripsOf } from './views.ts'

/** Seconds between two estimates of a trip that positions cause. */
const everySeconds = 60

/** When the next estimate for a resource may be queued, and whether it has been already. */
interface Turn {
  nextAt: number
  isInLine: boolean
}

// Of a process: spares most messages the look for trips. Kept with its context and gone with it.
const turns = new WeakMap<Context, Map<string, Turn>>()
const mostTurns = 200_000

/**
 * Has the trips of resources that sent positions estimated again: the first time at once, then once a minute, so that the
 * last of them is always looked at, and one that came late as well.
 */
export async function followPositions(ctx: Context, tx: Tx, resourceIds: readonly string[]): Promise<void> {
  const book = turns.get(ctx) ?? new Map<string, Turn>()
  turns.set(ctx, book)
  const now = performance.now()
  const isDue = (turn: Turn | undefined) => turn === undefined || turn.nextAt <= now
  // Two tenants may have a resource of the same id.
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

/** Has trips estimated again after what someone reported of them. */
export async function estimateAgain(tx: Tx, trips: readonly { trip_id: string }[]): Promise<void> {
  await queueAgain(tx, trips, 0)
}
