import { type CarrierStanding, listTripAnswers } from '@cartage/contract/dispatch/app/answers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Maximum number of trips per request. */
const mostAtOnce = 100

/**
 * State of a trip at its carrier, for lists; null without a carrier. Simultaneous requests of visible rows are batched
 * into one.
 */
export const standingQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'standing', tripId],
    queryFn: () => standingOf(tripId),
    staleTime: 10_000,
  })

type Batch = Map<string, PromiseWithResolvers<CarrierStanding | null>>

let pending: Batch = new Map()

function standingOf(tripId: string): Promise<CarrierStanding | null> {
  if (pending.size === 0) {
    const batch = pending
    setTimeout(() => {
      pending = new Map()
      for (const some of inParts(batch)) void answer(some)
    }, 0)
  }
  const waiting = pending.get(tripId) ?? Promise.withResolvers<CarrierStanding | null>()
  pending.set(tripId, waiting)
  return waiting.promise
}

function inParts(batch: Batch): [string, PromiseWithResolvers<CarrierStanding | null>][][] {
  const all = [...batch]
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_, part) =>
    all.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  )
}

async function answer(some: ReturnType<typeof inParts>[number]): Promise<void> {
  try {
    const { items } = await call(listTripAnswers, { query: { trip_ids: some.map(([id]) => id).join(',') } })
    const byTrip = new Map(items.map((one) => [one.trip_id, one]))
    for (const [id, waiting] of some) waiting.resolve(byTrip.get(id) ?? null)
  } catch (error) {
    for (const [, waiting] of some) waiting.reject(error)
  }
}
