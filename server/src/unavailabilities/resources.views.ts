import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { ReferencedResource, ReferenceTexts, ResourceKind } from './references.rules.ts'

const selectLive = statement(
  'unavailabilities.select_resource',
  'select resource_id, resource_type from resource where tenant_id = $1 and resource_id = $2 and not is_archived',
)

/** A resource that is not archived. */
export async function findLiveResource(tx: Tx, resourceId: string): Promise<ResourceKind | undefined> {
  const [row] = await tx.query<ResourceKind>(selectLive, resourceId)
  return row
}

// Each member has its own index. Texts are joined, not compared with a list: a list that is not part of the plan is
// searched from its first entry for every row.
const selectNamed = statement(
  'unavailabilities.select_named_resources',
  `select 'id' as way, given::text as given, r.resource_id, r.resource_type
     from unnest($2::uuid[]) as given
     join resource r on r.tenant_id = $1 and r.resource_id = given and not r.is_archived
   union all
   select 'external_id', given, r.resource_id, r.resource_type
     from unnest($3::text[]) as given
     join resource r on r.tenant_id = $1 and r.external_id = given and not r.is_archived
   union all
   select 'license_plate', given, r.resource_id, r.resource_type
     from unnest($4::text[]) as given
     join resource r on r.tenant_id = $1 and r.license_plate_key = given and not r.is_archived
   union all
   select 'name', given, r.resource_id, r.resource_type
     from unnest($5::text[]) as given
     join resource r on r.tenant_id = $1 and r.name_key = given and not r.is_archived`,
)

/** Active resources that match these texts, with the matching text of each. */
export async function listNamedResources(tx: Tx, wanted: ReferenceTexts): Promise<ReferencedResource[]> {
  const { id, external_id, license_plate, name } = wanted
  return await tx.query<ReferencedResource>(selectNamed, id, external_id, license_plate, name)
}
