import { createResource } from '@cartage/contract/resources/endpoints'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { TestTenant } from '../test-tenant.ts'

/** Creates a resource, by default a van. */
export async function resourceOf(tenant: TestTenant, members: object = {}): Promise<AnyResource> {
  const isKind = ['driver', 'tractor', 'truck', 'trailer', 'full_trailer', 'chassis', 'container', 'resource_type']
  const body = { name: 'x', ...members, ...(isKind.some((kind) => kind in members) ? {} : { van: {}, ...members }) }
  return (await tenant.call(createResource, { body: body as never })) as AnyResource
}

const insertExtra = statement(
  'testing.insert_extra',
  'insert into extra (tenant_id, code, name) values ($1, $2, $3) returning extra_id as id',
)
const insertLocation = statement(
  'testing.insert_location',
  `insert into location (tenant_id, match_key, name) values ($1, decode($2, 'hex'), $3) returning location_id as id`,
)
const insertCompany = statement(
  'testing.insert_company',
  'insert into company (tenant_id, name, name_key, is_subcontractor) values ($1, $2, lower($2), true) returning company_id as id',
)
const selectUpdated = statement(
  'testing.select_updated',
  'select updated_at::text as at from resource where tenant_id = $1 and resource_id = $2',
)

/** Creates an extra and returns its id. */
export async function addExtra(tenant: TestTenant, code: string, name = `Extra ${code}`): Promise<string> {
  return await tenant.asTenant(async (tx) => (await tx.query<{ id: string }>(insertExtra, code, name))[0]!.id)
}

/** Creates a location and returns its id. */
export async function addLocation(tenant: TestTenant): Promise<string> {
  const key = crypto.randomUUID().replaceAll('-', '')
  return await tenant.asTenant(async (tx) => (await tx.query<{ id: string }>(insertLocation, key, 'Depot'))[0]!.id)
}

/** Creates a company and returns its id. */
export async function addCompany(tenant: TestTenant): Promise<string> {
  return await tenant.asTenant(async (tx) => (await tx.query<{ id: string }>(insertCompany, 'Subco'))[0]!.id)
}

/** When a resource changed last, to the microsecond. */
export async function updatedAt(tx: Tx, id: string): Promise<string> {
  return (await tx.query<{ at: string }>(selectUpdated, id))[0]!.at
}

const selectAudit = statement(
  'testing.select_audit',
  'select action, changes from audit_record where tenant_id = $1 and entity_id = $2 order by sequence',
)

/** Audit trail of a record, oldest first. */
export async function auditOf(tx: Tx, id: string) {
  return await tx.query<{ action: string; changes: Record<string, unknown> }>(selectAudit, id)
}
