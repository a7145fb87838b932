import type { SearchResult } from '@cartage/contract/app/shell'
import type { Permission } from '@cartage/contract/endpoint'
import type { Tx } from '../db/tenant.ts'
import type { SearchKind } from '../search/key.rules.ts'
import { findBest } from '../search/views.ts'
import { shownOf } from './search.rules.ts'

/** Maximum per kind. */
const most = 8

/**
 * Record kinds of the global search with the required permission: records that the caller may not read are not found
 * (SEARCH-7).
 */
const kinds: readonly (readonly [SearchKind, Permission])[] = [
  ['order', 'order.read'],
  ['trip', 'trip.read'],
  ['resource', 'resource.read'],
  ['company', 'company.read'],
  ['location', 'location.read'],
  ['invoice', 'invoice.read'],
]

/** Readable records that contain each word of a text, best first; at most eight of each kind. */
export async function searchAll(
  tx: Tx,
  permissions: readonly Permission[],
  text: string,
  now: Date,
): Promise<SearchResult[]> {
  const allowed = kinds.filter(([, permission]) => permissions.includes(permission)).map(([kind]) => kind)
  return (await findBest(tx, allowed, text, { now, most })).map((found) => shownOf(found, text))
}
