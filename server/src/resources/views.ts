import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { instant } from '../db/texts.ts'
import type { ResourceRow } from './output.rules.ts'

/**
 * Columns of a resource `r` for `ResourceRow`. Names are sorted by code point; a merged location is shown as its
 * replacement.
 */
export const resourceColumns = `
  r.resource_id, r.resource_type, r.name, r.code, r.external_id, r.note, r.locale, r.license_plate, r.container_number,
  r.subcontractor_id, r.properties, r.custom_fields, r.integrations, r.is_archived,
  (select coalesce(l.merged_into, l.location_id) from location l
    where l.tenant_id = $1 and l.location_id = r.start_stop_location_id) as start_stop_location_id,
  r.created_at::text as created_key,
  ${instant('r.updated_at')} as timestamp_updated,
  (select json_build_object('id', b.billing_entity_id, 'legal_name', b.legal_name, 'vat_number', b.vat_number,
                            'code', b.code, 'company_registration_number', b.company_registration_number,
                            'is_default', b.is_default)
     from billing_entity b where b.tenant_id = $1 and b.billing_entity_id = r.billing_entity_id) as billing_entity,
  (select coalesce(json_agg(json_build_object('id', e.extra_id, 'code', e.code, 'name', e.name)
                            order by x.position), '[]')
     from resource_extra x join extra e on e.tenant_id = $1 and e.extra_id = x.extra_id
    where x.tenant_id = $1 and x.resource_id = r.resource_id) as extras,
  (select coalesce(json_agg(json_build_object('id', g.resource_group_id, 'name', g.name, 'code', g.code)
                            order by g.name collate "C", g.resource_group_id), '[]')
     from (select distinct a.resource_group_id from resource_allocation a
            where a.tenant_id = $1 and a.resource_id = r.resource_id and not a.is_archived) d
     join resource_group g on g.tenant_id = $1 and g.resource_group_id = d.resource_group_id
    where not g.is_archived) as resource_groups`

const selectResources = statement(
  'resources.select_resources',
  `select ${resourceColumns} from resource r where r.tenant_id = $1 and r.resource_id = any ($2::uuid[])`,
)

/** Resources by id, including archived ones, in no order. */
export async function readResources(tx: Tx, ids: readonly string[]): Promise<ResourceRow[]> {
  return await tx.query<ResourceRow>(selectResources, ids)
}

const selectTakenIds = statement(
  'resources.select_taken_ids',
  'select r.resource_id from resource r where r.tenant_id = $1 and r.resource_id = any($2::uuid[])',
)

/** Ids among these that resources already have. */
export async function findTakenResourceIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ resource_id: string }>(selectTakenIds, ids)
  return new Set(rows.map(({ resource_id }) => resource_id))
}

/** One resource, archived or not. */
export async function findResource(tx: Tx, id: string): Promise<ResourceRow | undefined> {
  return (await readResources(tx, [id]))[0]
}
