import type {
  DocumentImportSettings,
  RetentionSettings,
  TenantSettings,
} from '@cartage/contract/tenants/app/tenant-settings'
import type { Context } from '../context.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { withoutSecrets } from '../net/shown-address.rules.ts'

/** A tenant in the operator's lists. */
export interface TenantRow {
  tenant_id: string
  slug: string
  name: string
  is_active: boolean
}

/** All tenants of this installation by slug. For commands of the operator. */
export async function listTenants(ctx: Context): Promise<TenantRow[]> {
  const { rows } = await ctx.db.worker.query<TenantRow>(
    'select tenant_id, slug, name, is_active from tenant order by slug',
  )
  return rows
}

const settings = statement(
  'tenants.find_settings',
  `select t.time_zone, s.locale, s.currency, s.create_missing_companies, s.resource_events_at_dispatch,
          s.dispatch_draft_minutes, s.dispatch_answer_minutes, s.accepts_record_ids, s.intermodal_status, s.booking_dates, s.positions,
          s.messages, s.retention, s.structured_invoices, s.second_factor_from::text as second_factor_from,
          s.document_link_days,
          s.cost_allocation, s.purchase_tolerance, s.planning_limits, s.credit_check, s.temperature, s.rate_limits as limits
     from tenant t join tenant_setting s on s.tenant_id = t.tenant_id
    where t.tenant_id = $1 and s.tenant_id = $1`,
)

/** The tenant's settings as in configuration files, without the key of a routing engine (SECRET-6). */
export async function readTenantSettings(tx: Tx): Promise<TenantSettings> {
  const read = (await tx.query<TenantSettings>(settings))[0]!
  const { road_engine } = read.positions
  if (road_engine === null) return read
  // Also for an address that is not sealed yet.
  const shown = { ...road_engine, url: withoutSecrets(road_engine.url) }
  return { ...read, positions: { ...read.positions, road_engine: shown } }
}

const engineAddress = (lock: string) =>
  `select s.positions -> 'road_engine' ->> 'url' as url, s.road_engine_sealed as sealed from tenant_setting s
    where s.tenant_id = $1 and s.positions -> 'road_engine' ->> 'url' is not null ${lock}`
const selectAddress = statement('tenants.find_engine_address', engineAddress(''))
const lockAddress = statement('tenants.lock_engine_address', engineAddress('for update'))

/** Stored address of a routing engine: in clear text, or with a sealed key. */
export interface StoredAddress {
  readonly url: string
  readonly sealed: Buffer | null
}

/** Context that binds the sealed address of a routing engine. */
export function sealedPlace(tenantId: string): string {
  return `${tenantId}|tenant_setting|road_engine_sealed|`
}

/** Full address of a tenant's routing engine with its key, for requests to it. */
export function openAddress(ctx: Pick<Context, 'vault'>, tenantId: string, { url, sealed }: StoredAddress): string {
  return sealed === null ? url : ctx.vault.open(sealed, sealedPlace(tenantId)).toString()
}

/** The address of the tenant's own routing engine; undefined without one. */
export async function findEngineAddress(tx: Tx): Promise<StoredAddress | undefined> {
  return (await tx.query<StoredAddress>(selectAddress))[0]
}

/** The same, locked until the transaction ends. */
export async function lockedAddress(tx: Tx): Promise<StoredAddress | undefined> {
  return (await tx.query<StoredAddress>(lockAddress))[0]
}

const recordIds = statement(
  'tenants.find_accepts_record_ids',
  'select accepts_record_ids from tenant_setting where tenant_id = $1',
)

/** Whether new records may have ids from the caller. */
export async function readAcceptsRecordIds(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ accepts_record_ids: boolean }>(recordIds)
  return row!.accepts_record_ids
}

const importSettings = statement(
  'tenants.find_document_import',
  "select messages -> 'document_import' as document_import from tenant_setting where tenant_id = $1",
)

/** Settings that decide how the query of document imports is read. */
export async function readDocumentImportSettings(tx: Tx): Promise<DocumentImportSettings> {
  const [row] = await tx.query<{ document_import: DocumentImportSettings }>(importSettings)
  return row!.document_import
}

const bookingDates = statement(
  'tenants.find_booking_dates',
  'select booking_dates from tenant_setting where tenant_id = $1',
)

/** Whether the booking date may differ from the date of the document. */
export async function readBookingDates(tx: Tx): Promise<boolean> {
  return (await tx.query<{ booking_dates: boolean }>(bookingDates))[0]?.booking_dates ?? false
}

const structured = statement(
  'tenants.find_structured_invoices',
  'select structured_invoices from tenant_setting where tenant_id = $1',
)

/** Countries whose businesses may exchange only structured invoices. */
export async function readStructuredInvoices(tx: Tx): Promise<readonly string[]> {
  return (await tx.query<{ structured_invoices: string[] }>(structured))[0]?.structured_invoices ?? []
}

const retention = statement('tenants.find_retention', 'select retention from tenant_setting where tenant_id = $1')

/** Retention periods of personal data. */
export async function readRetention(tx: Tx): Promise<RetentionSettings> {
  return (await tx.query<{ retention: RetentionSettings }>(retention))[0]!.retention
}
