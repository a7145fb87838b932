import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { RateLimits } from '../http/rate-limit.rules.ts'
import type { NewReference } from './rules.ts'

/** null stands for the default limits. */
export interface NewSettings {
  rate_limits: RateLimits | null
  create_missing_companies: boolean
}

const addTenant = statement('tenants.insert_tenant', 'select create_tenant($1, $2, $3, $4)')

/** The tenant itself, under the id of the transaction. Runs as the worker: no serving role may make tenants. */
export async function insertTenant(tx: Tx, tenant: { slug: string; name: string; time_zone: string }): Promise<void> {
  await tx.query(addTenant, tenant.slug, tenant.name, tenant.time_zone)
}

const addSettings = statement(
  'tenants.insert_setting',
  'insert into tenant_setting (tenant_id, rate_limits, create_missing_companies) values ($1, $2, $3)',
)

/** The one settings row of a new tenant. */
export async function insertSettings(tx: Tx, settings: NewSettings): Promise<void> {
  await tx.query(addSettings, settings.rate_limits, settings.create_missing_companies)
}

const setLimits = statement(
  'tenants.update_rate_limits',
  'update tenant_setting set rate_limits = $2, version = version + 1 where tenant_id = $1 returning version',
)

/** Changes the request limits; null goes back to the defaults. Every process follows with the next request. */
export async function updateRateLimits(tx: Tx, limits: RateLimits | null): Promise<void> {
  await tx.query(setLimits, limits)
}

const setImport = statement(
  'tenants.update_create_missing_companies',
  'update tenant_setting set create_missing_companies = $2, version = version + 1 where tenant_id = $1',
)

/** Whether orders may name customers that do not exist yet. */
export async function updateCreateMissingCompanies(tx: Tx, isOn: boolean): Promise<void> {
  await tx.query(setImport, isOn)
}

const addServices = statement(
  'tenants.insert_transport_services',
  `insert into transport_service (tenant_id, code, name)
   select $1, code, name from jsonb_to_recordset($2::jsonb) as given (code text, name text)
   on conflict (tenant_id, code) do update set name = excluded.name, is_archived = false`,
)
const addLevels = statement(
  'tenants.insert_service_levels',
  `insert into service_level (tenant_id, code, name)
   select $1, code, name from jsonb_to_recordset($2::jsonb) as given (code text, name text)
   on conflict (tenant_id, code) do update set name = excluded.name, is_archived = false`,
)
const addConfigurations = statement(
  'tenants.insert_import_configurations',
  `insert into import_configuration (tenant_id, code, name)
   select $1, code, name from jsonb_to_recordset($2::jsonb) as given (code text, name text)
   on conflict (tenant_id, code) do update set name = excluded.name, is_archived = false`,
)
const addPackaging = statement(
  'tenants.insert_packaging_types',
  `insert into packaging_type (tenant_id, code, name, export_alias, sizes)
   select $1, code, name, export_alias, coalesce(sizes, '[]')
     from jsonb_to_recordset($2::jsonb) as given (code text, name text, export_alias text, sizes jsonb)
   on conflict (tenant_id, code) do update
      set name = excluded.name, export_alias = excluded.export_alias, sizes = excluded.sizes, is_archived = false`,
)
const addActivities = statement(
  'tenants.insert_custom_activities',
  `insert into custom_activity (tenant_id, code, label)
   select $1, code, label from jsonb_to_recordset($2::jsonb) as given (code text, label text)
   on conflict (tenant_id, code) do update set label = excluded.label, is_archived = false`,
)
const addContainers = statement(
  'tenants.insert_container_types',
  `insert into container_type (tenant_id, code, name, iso_code)
   select $1, code, name, iso_code from jsonb_to_recordset($2::jsonb) as given (code text, name text, iso_code text)
   on conflict (tenant_id, code) do update
      set name = excluded.name, iso_code = excluded.iso_code, is_archived = false`,
)

/** Adds reference data, or renames and revives what has the same code. */
export async function insertReference(tx: Tx, reference: NewReference): Promise<void> {
  await Promise.all([
    tx.query(addServices, JSON.stringify(reference.transport_services ?? [])),
    tx.query(addLevels, JSON.stringify(reference.service_levels ?? [])),
    tx.query(addConfigurations, JSON.stringify(reference.import_configurations ?? [])),
    tx.query(addPackaging, JSON.stringify(reference.packaging_types ?? [])),
    tx.query(addActivities, JSON.stringify(reference.custom_activities ?? [])),
    tx.query(addContainers, JSON.stringify(reference.container_types ?? [])),
  ])
}

/** Switches a tenant off or on again; works from the next request on. An act of the operator. */
export async function updateTenantActive(ctx: Context, tenantId: string, isActive: boolean): Promise<void> {
  await ctx.db.worker.query('select set_tenant_active($1, $2)', [tenantId, isActive])
}
