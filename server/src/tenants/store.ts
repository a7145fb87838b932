import type { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import type { Context } from '../context.ts'
import { poolSpansNodes } from '../db/nodes.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { RateLimits } from '../http/rate-limit.rules.ts'
import type { NewReference } from './rules.ts'
import { type SettingValues, tenantKinds } from './settings/kinds.rules.ts'
import { mergeEntries, raiseSettingsVersion } from './settings/store.ts'

/** Null for the default limits. */
export interface NewSettings {
  rate_limits: RateLimits | null
  create_missing_companies: boolean
}

const addTenant = statement('tenants.insert_tenant', 'select create_tenant($1, $2, $3, $4)')

/** Inserts the tenant, under the id of the transaction. Runs as the worker: no serving role may create tenants. */
export async function insertTenant(tx: Tx, tenant: { slug: string; name: string; time_zone: string }): Promise<void> {
  await tx.query(addTenant, tenant.slug, tenant.name, tenant.time_zone)
}

/**
 * Whether the tenant has to be committed before its rows: with tables on several nodes, the serving roles cannot see
 * the owner's uncommitted rows in the same transaction.
 */
export async function insertsApart(ctx: Context): Promise<boolean> {
  return await poolSpansNodes(ctx.db.worker)
}

/** Removes a tenant that was committed before its rows, which then failed; a tenant with settings stays. */
export async function removeUnfinished(ctx: Context, tenantId: string): Promise<void> {
  await ctx.db.worker.query('select remove_unfinished_tenant($1)', [tenantId])
}

const addSettings = statement(
  'tenants.insert_setting',
  'insert into tenant_setting (tenant_id, rate_limits, create_missing_companies) values ($1, $2, $3)',
)

/** Inserts the settings row of a new tenant. */
export async function insertSettings(tx: Tx, settings: NewSettings): Promise<void> {
  await tx.query(addSettings, settings.rate_limits, settings.create_missing_companies)
}

const setSettings = statement(
  'tenants.update_settings',
  `update tenant_setting set locale = $2, currency = $3, create_missing_companies = $4, rate_limits = $5
    where tenant_id = $1`,
)
const setPositions = statement(
  'tenants.update_positions',
  'update tenant_setting set positions = $2 where tenant_id = $1',
)
const setMessages = statement('tenants.update_messages', 'update tenant_setting set messages = $2 where tenant_id = $1')
const setIntermodal = statement(
  'tenants.update_intermodal_status',
  'update tenant_setting set intermodal_status = $2 where tenant_id = $1',
)
const setResourceEvents = statement(
  'tenants.update_resource_events',
  'update tenant_setting set resource_events_at_dispatch = $2 where tenant_id = $1',
)
const setDraftMinutes = statement(
  'tenants.update_dispatch_draft_minutes',
  'update tenant_setting set dispatch_draft_minutes = $2 where tenant_id = $1',
)
const setAnswerMinutes = statement(
  'tenants.update_dispatch_answer_minutes',
  'update tenant_setting set dispatch_answer_minutes = $2 where tenant_id = $1',
)
const setRecordIds = statement(
  'tenants.update_accepts_record_ids',
  'update tenant_setting set accepts_record_ids = $2 where tenant_id = $1',
)
const setCostAllocation = statement(
  'tenants.update_cost_allocation',
  'update tenant_setting set cost_allocation = $2 where tenant_id = $1',
)
const setBookingDates = statement(
  'tenants.update_booking_dates',
  'update tenant_setting set booking_dates = $2 where tenant_id = $1',
)
const setStructured = statement(
  'tenants.update_structured_invoices',
  'update tenant_setting set structured_invoices = $2 where tenant_id = $1',
)
const setPurchaseTolerance = statement(
  'tenants.update_purchase_tolerance',
  'update tenant_setting set purchase_tolerance = $2 where tenant_id = $1',
)
const setPlanningLimits = statement(
  'tenants.update_planning_limits',
  'update tenant_setting set planning_limits = $2 where tenant_id = $1',
)
const setCreditCheck = statement(
  'tenants.update_credit_check',
  'update tenant_setting set credit_check = $2 where tenant_id = $1',
)
const setTemperature = statement(
  'tenants.update_temperature',
  'update tenant_setting set temperature = $2 where tenant_id = $1',
)
const setRetention = statement(
  'tenants.update_retention',
  'update tenant_setting set retention = $2 where tenant_id = $1',
)
const setSecondFactor = statement(
  'tenants.update_second_factor_from',
  'update tenant_setting set second_factor_from = $2::date where tenant_id = $1',
)
const setDocumentLinks = statement(
  'tenants.update_document_link_days',
  'update tenant_setting set document_link_days = $2 where tenant_id = $1',
)
const setTimeZone = statement('tenants.update_time_zone', 'select set_tenant_time_zone($1, $2)')

const setSealed = statement(
  'tenants.update_engine_sealed',
  'update tenant_setting set road_engine_sealed = $2 where tenant_id = $1',
)
const setEngineAddress = statement(
  'tenants.update_engine_address',
  `update tenant_setting set positions = jsonb_set(positions, '{road_engine,url}', to_jsonb($2::text)), road_engine_sealed = $3
    where tenant_id = $1`,
)

/** Stores the sealed address of the routing engine, and in the settings the address without its key. */
export async function updateEngine(tx: Tx, url: string, sealed: Buffer): Promise<void> {
  await tx.query(setEngineAddress, url, sealed)
}

/** Writes the tenant's settings. Only the worker may write the time zone, which is in the row of the tenant. */
export async function updateTenantSettings(tx: Tx, settings: TenantSettings, sealed: Buffer | null): Promise<void> {
  const { locale, currency, create_missing_companies, limits, messages, positions, time_zone, intermodal_status } =
    settings
  await Promise.all([
    tx.query(setSettings, locale, currency, create_missing_companies, limits),
    tx.query(setPositions, positions),
    tx.query(setSealed, sealed),
    tx.query(setMessages, messages),
    tx.query(setIntermodal, intermodal_status),
    tx.query(setRecordIds, settings.accepts_record_ids),
    tx.query(setResourceEvents, settings.resource_events_at_dispatch),
    tx.query(setDraftMinutes, settings.dispatch_draft_minutes),
    tx.query(setAnswerMinutes, settings.dispatch_answer_minutes),
    tx.query(setCostAllocation, settings.cost_allocation),
    tx.query(setBookingDates, settings.booking_dates),
    tx.query(setStructured, settings.structured_invoices),
    tx.query(setPurchaseTolerance, settings.purchase_tolerance),
    tx.query(setPlanningLimits, settings.planning_limits),
    tx.query(setCreditCheck, settings.credit_check),
    tx.query(setTemperature, settings.temperature),
    tx.query(setRetention, settings.retention),
    tx.query(setSecondFactor, settings.second_factor_from),
    tx.query(setDocumentLinks, settings.document_link_days),
    tx.query(setTimeZone, time_zone),
  ])
}

const setImport = statement(
  'tenants.update_create_missing_companies',
  'update tenant_setting set create_missing_companies = $2, version = version + 1 where tenant_id = $1',
)

/** Sets whether orders may name customers that do not exist yet. */
export async function updateCreateMissingCompanies(tx: Tx, isOn: boolean): Promise<void> {
  await tx.query(setImport, isOn)
}

/** Adds reference data, or renames entries with the same code. For setting up a tenant; not in the audit trail. */
export async function insertReference(tx: Tx, reference: NewReference): Promise<void> {
  const given = reference as Readonly<Record<string, readonly SettingValues[]>>
  await Promise.all(tenantKinds.map((kind) => mergeEntries(tx, kind, given[kind.kind] ?? [])))
  // Processes cache the names of reference data per version of the settings.
  await raiseSettingsVersion(tx)
}

/** Deactivates or reactivates a tenant from the next request on. Only for the operator. */
export async function updateTenantActive(ctx: Context, tenantId: string, isActive: boolean): Promise<void> {
  await ctx.db.worker.query('select set_tenant_active($1, $2)', [tenantId, isActive])
}

const setDriverPositions = statement(
  'tenants.update_driver_positions',
  'update tenant_setting set driver_positions = $2 where tenant_id = $1 and driver_positions <> $2 returning tenant_id',
)

/** Sets whether drivers may share the position of their phone. False when unchanged. */
export async function updateDriverPositions(tx: Tx, isAllowed: boolean): Promise<boolean> {
  return (await tx.query(setDriverPositions, isAllowed)).length === 1
}
