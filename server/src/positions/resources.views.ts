import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { nameKey } from '../resources/names.rules.ts'
import { type KnownResource, type MatchValues, objectIdsOf } from './matching.rules.ts'

// Three index lookups instead of an "or", which would scan every resource.
const selectByValues = statement(
  'positions.select_wanted',
  `with wanted as (
     select resource_id from resource where tenant_id = $1 and not is_archived and name_key = any ($2::text[])
     union
     select resource_id from resource where tenant_id = $1 and not is_archived and external_id = any ($3::text[])
     union
     select unnest($4::uuid[])
   )
   select r.resource_id, r.resource_type, r.name, r.external_id, r.integrations
     from wanted w cross join lateral (
       select * from resource where tenant_id = $1 and resource_id = w.resource_id limit 1
     ) r
    where not r.is_archived`,
)
const selectIntegrated = statement(
  'positions.select_integrated',
  `select resource_id, integrations from resource
    where tenant_id = $1 and integrations is not null and not is_archived`,
)

/** Milliseconds after which cached ids in other systems are read again, periodically or after a miss. */
const rememberMs = 10_000
const missMs = 1_000
/** Maximum number of cached tenants; the least recently used one is evicted. */
const mostTenants = 500

interface Remembered {
  loadedAt: number
  byObjectId: ReadonlyMap<string, readonly string[]>
}

// Per-process cache that lives as long as its context.
const books = new WeakMap<Context, Map<string, Remembered>>()

/**
 * Candidate resources that are not archived. Ids in other systems are looked up in a cache, because they are inside
 * jsonb, where no index helps. Other processes see a new one within 10 seconds.
 */
export async function findByValues(ctx: Context, tx: Tx, values: MatchValues): Promise<KnownResource[]> {
  const ids = values.object_ids.length === 0 ? [] : await resourcesOfObjects(ctx, tx, values.object_ids)
  const names = [...new Set(values.names.map(nameKey))]
  return await tx.query<KnownResource>(selectByValues, names, values.external_ids, ids)
}

async function resourcesOfObjects(ctx: Context, tx: Tx, objectIds: readonly string[]): Promise<string[]> {
  const book = books.get(ctx) ?? new Map<string, Remembered>()
  books.set(ctx, book)
  const now = performance.now()
  const known = book.get(tx.tenantId)
  const misses = objectIds.some((id) => !known?.byObjectId.has(id))
  const isOld = known === undefined || now - known.loadedAt > (misses ? missMs : rememberMs)
  const current = isOld ? await load(tx, now) : known
  book.delete(tx.tenantId)
  book.set(tx.tenantId, current)
  if (book.size > mostTenants) book.delete(book.keys().next().value!)
  return [...new Set(objectIds.flatMap((id) => current.byObjectId.get(id) ?? []))]
}

async function load(tx: Tx, now: number): Promise<Remembered> {
  const rows = await tx.query<Pick<KnownResource, 'resource_id' | 'integrations'>>(selectIntegrated)
  const byObjectId = new Map<string, string[]>()
  for (const { resource_id, integrations } of rows) {
    for (const id of objectIdsOf(integrations)) {
      const others = byObjectId.get(id)
      if (others) others.push(resource_id)
      else byObjectId.set(id, [resource_id])
    }
  }
  return { loadedAt: now, byObjectId }
}
