import type { ListedDelivery } from '@cartage/contract/deliveries/app/record'
import type { Tx } from '../../db/tenant.ts'
import { type DeliveryFilters, findSearchedEvents, listDeliveryRows, listPlaces, type Place } from './list.views.ts'

/** Where a walk through deliveries is. Many end in the same instant: those of the last one that were read are kept. */
export interface WalkPlace {
  beyond: string
  seen: ReadonlySet<string>
}

const keyOf = ({ event_id, subscription_id }: Pick<Place, 'event_id' | 'subscription_id'>) =>
  `${event_id}.${subscription_id}`

/** The next deliveries that fit, newest first, after a place. */
export async function walkDeliveries(
  tx: Tx,
  filters: DeliveryFilters & { state: readonly string[] },
  after: WalkPlace | undefined,
  limit: number,
): Promise<{ rows: ListedDelivery[]; next: WalkPlace | undefined }> {
  const found = await findSearchedEvents(tx, filters.q)
  const upTo = after ? { ...filters, to: after.beyond } : filters
  const wanted = limit + (after?.seen.size ?? 0)
  const places = await listPlaces(tx, upTo, found, { states: filters.state, offset: 0, limit: wanted })
  const fresh = places.filter((place) => !after?.seen.has(keyOf(place))).slice(0, limit)
  const next = places.length < wanted ? undefined : placeAfter(fresh.at(-1), places)
  return { rows: await listDeliveryRows(tx, fresh), next }
}

function placeAfter(last: Place | undefined, places: readonly Place[]): WalkPlace | undefined {
  if (!last) return undefined
  return { beyond: last.beyond, seen: new Set(places.filter((place) => place.at === last.at).map(keyOf)) }
}
