import type { Database } from '../db/open.ts'

/** Kinds of background work, by the directory function that lists tenants with such work: `tenants_with_…`. */
type Work =
  | 'deliveries'
  | 'dispatches_to_look_at'
  | 'ended_validities'
  | 'garbage'
  | 'jobs'
  | 'locations_to_geocode'
  | 'locations_to_place'
  | 'mail_rules'
  | 'old_messages'
  | 'old_usage'
  | 'optimisations'
  | 'positions_to_send'
  | 'purge_due'
  | 'ratings_due'
  | 'search_due'
  | 'simulations'
  | 'telematics_due'
  | 'unsealed_events'
  | 'uploads'

/** A kind of work, and the arguments of its directory function. */
export type TenantsDue = Work | readonly [Work, ...number[]]

/**
 * Ids of the tenants with work of a kind, from its directory function, for any caller. The work of suspended tenants
 * waits (OPS-29).
 */
export async function listDue(db: Database, due: TenantsDue): Promise<string[]> {
  const [work, ...values] = typeof due === 'string' ? [due] : due
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await db.worker.query<{ tenant_id: string }>({
    name: `jobs.tenants_with_${work}`,
    text: `select due.tenant_id from tenants_with_${work}(${places}) with ordinality as due (tenant_id, place)
             join tenant t on t.tenant_id = due.tenant_id and t.is_active order by due.place`,
    values,
  })
  return rows.map((row) => row.tenant_id)
}
