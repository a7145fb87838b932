import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Nameable } from './matching.rules.ts'

/** Most resources searched: a tenant with more chooses by hand, or uses the interface. */
const mostResources = 20_000

const selectNameable = statement(
  'unavailabilities.list_nameable_resources',
  `select r.resource_id, r.resource_type, r.name, r.license_plate, r.properties ->> 'first_name' as first_name,
          r.properties ->> 'last_name' as last_name, r.properties ->> 'email_address' as email_address
     from resource r where r.tenant_id = $1 and not r.is_archived
    order by r.created_at, r.resource_id limit ${mostResources}`,
)
const selectZone = statement(
  'unavailabilities.select_time_zone',
  'select t.time_zone from tenant t where t.tenant_id = $1',
)

/** Active resources with their names, and the time zone of the organisation. */
export async function readNameable(tx: Tx): Promise<{ resources: Nameable[]; time_zone: string }> {
  const [resources, [tenant]] = await Promise.all([
    tx.query<Nameable>(selectNameable),
    tx.query<{ time_zone: string }>(selectZone),
  ])
  return { resources, time_zone: tenant!.time_zone }
}
