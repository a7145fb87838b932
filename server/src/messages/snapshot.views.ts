import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** Database rows of a record, to compare it before and after a run. */
export type Snapshot = Readonly<Record<string, unknown>>

// Only for showing differences: the rows themselves, not the output of the interface.
const statements: Readonly<Record<string, Statement>> = {
  order: statement(
    'messages.snapshot_order',
    `select to_jsonb(o) - 'doc' - 'create_hash' - 'last_hash' || jsonb_build_object('document', o.doc, 'stops', (
              select jsonb_agg(to_jsonb(s) order by s.sequence) from order_stop s
               where s.tenant_id = $1 and s.order_id = o.order_id)) as record
       from transport_order o where o.tenant_id = $1 and o.order_id = $2`,
  ),
  stop: statement(
    'messages.snapshot_stop',
    `select coalesce((select to_jsonb(s) from order_stop s where s.tenant_id = $1 and s.stop_id = $2), '{}')
         || coalesce((select to_jsonb(t) from trip_stop t where t.tenant_id = $1 and t.stop_id = $2), '{}') as record`,
  ),
  trip: statement(
    'messages.snapshot_trip',
    `select to_jsonb(t) || jsonb_build_object(
              'stops', (select jsonb_agg(to_jsonb(s) order by s.sequence) from trip_stop s
                         where s.tenant_id = $1 and s.trip_id = t.trip_id),
              'resources', (select jsonb_agg(to_jsonb(r) order by r.position) from trip_resource r
                             where r.tenant_id = $1 and r.trip_id = t.trip_id)) as record
       from trip t where t.tenant_id = $1 and t.trip_id = $2`,
  ),
  document: statement(
    'messages.snapshot_document',
    'select to_jsonb(d) as record from document d where d.tenant_id = $1 and d.document_id = $2',
  ),
}

/** The state of a record in this transaction; empty if it does not exist or its kind has no rows to show. */
export async function snapshotOf(tx: Tx, entityType: string, entityId: string): Promise<Snapshot> {
  const found = statements[entityType]
  if (!found || !/^[0-9a-f-]{36}$/i.test(entityId)) return {}
  const [row] = await tx.query<{ record: Snapshot }>(found, entityId)
  return row?.record ?? {}
}

const existing: Readonly<Record<string, Statement>> = {
  order: statement(
    'messages.is_order',
    'select o.order_id from transport_order o where o.tenant_id = $1 and o.order_id = $2',
  ),
  stop: statement(
    'messages.is_stop',
    `select s.stop_id from order_stop s where s.tenant_id = $1 and s.stop_id = $2
     union all select t.stop_id from trip_stop t where t.tenant_id = $1 and t.stop_id = $2`,
  ),
  stop_group: statement(
    'messages.is_stop_group',
    'select t.stop_id from trip_stop t where t.tenant_id = $1 and t.stop_group_id = $2 limit 1',
  ),
  resource: statement(
    'messages.is_resource',
    'select r.resource_id from resource r where r.tenant_id = $1 and r.resource_id = $2 and not r.is_archived',
  ),
  company: statement(
    'messages.is_company',
    'select c.company_id from company c where c.tenant_id = $1 and c.company_id = $2 and not c.is_archived',
  ),
}

/** Whether the tenant has this record; true for kinds that are unknown here, which are checked when applied. */
export async function isThere(tx: Tx, entityType: string, entityId: string): Promise<boolean> {
  const found = existing[entityType]
  return found === undefined || (await tx.query(found, entityId)).length > 0
}
