import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { CarriedTrip } from './purchases.rules.ts'

const selectOrders = statement(
  'sample.select_orders',
  `select o.order_id, o.order_identifier, o.status, o.is_blocked from transport_order o
    where o.tenant_id = $1 and o.order_identifier = any ($2::text[])`,
)
const selectResources = statement(
  'sample.select_resources',
  'select resource_id, external_id from resource where tenant_id = $1 and external_id = any ($2::text[])',
)
const selectContents = statement(
  'sample.select_kept',
  `select r.external_id, r.resource_id,
          exists (select from resource_allocation a where a.tenant_id = $1 and a.resource_id = r.resource_id) as has_group,
          array(select v.validity_type from validity v where v.tenant_id = $1 and v.resource_id = r.resource_id) as papers,
          (select count(*)::integer from unavailability u where u.tenant_id = $1 and u.resource_id = r.resource_id)
            as absence_count
     from resource r where r.tenant_id = $1 and r.external_id = any ($2::text[])`,
)
const selectCompanies = statement(
  'sample.select_companies',
  `select company_id, name, (select count(*) from company_contact k where k.tenant_id = $1 and k.company_id = c.company_id)
          as contact_count
     from company c where c.tenant_id = $1 and c.name = any ($2::text[])`,
)
const selectPoints = statement(
  'sample.select_points',
  'select location_id, latitude, longitude from location where tenant_id = $1 and location_id = any ($2::uuid[])',
)
const selectPlaces = statement(
  'sample.select_places',
  'select location_id, name from location where tenant_id = $1 and name = any ($2::text[])',
)
const selectReceivers = statement(
  'sample.select_receivers',
  'select subscription_id, url from subscription where tenant_id = $1 and position($2 in url) > 0',
)
const selectState = statement(
  'sample.select_state',
  `select exists (select from transport_order where tenant_id = $1) as has_orders,
          exists (select from job where tenant_id = $1 and kind = 'sample.fill' and not is_dead) as is_loading,
          exists (select from transport_service where tenant_id = $1 and code = 'REEFER') as has_reference`,
)

/** Current state of a sample order. */
export interface SampleOrder {
  order_id: string
  order_identifier: string
  status: string
  is_blocked: boolean
}

/** The orders with these identifiers, by identifier. */
export async function ordersByIdentifier(tx: Tx, identifiers: readonly string[]): Promise<Map<string, SampleOrder>> {
  const rows = await tx.query<SampleOrder>(selectOrders, identifiers)
  return new Map(rows.map((row) => [row.order_identifier, row]))
}

/** Ids of resources by their external ids. */
export async function resourcesByExternalId(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ resource_id: string; external_id: string }>(selectResources, ids)
  return new Map(rows.map((row) => [row.external_id, row.resource_id]))
}

/** Existing parts of a sample resource. */
export interface ResourceContents {
  resource_id: string
  has_group: boolean
  /** Types of its validities. */
  papers: string[]
  absence_count: number
}

/** Resources and their existing parts, by external id. */
export async function findResourceContents(tx: Tx, ids: readonly string[]): Promise<Map<string, ResourceContents>> {
  const rows = await tx.query<ResourceContents & { external_id: string }>(selectContents, ids)
  return new Map(rows.map(({ external_id, ...kept }) => [external_id, kept]))
}

/** Companies by name, and whether they have contacts. */
export async function companiesByName(tx: Tx, names: readonly string[]) {
  const rows = await tx.query<{ company_id: string; name: string; contact_count: string }>(selectCompanies, names)
  return new Map(
    rows.map(({ name, company_id, contact_count }) => [name, { company_id, hasContacts: Number(contact_count) > 0 }]),
  )
}

/** Coordinates of locations, without those that have none. */
export async function pointsOf(tx: Tx, locationIds: readonly string[]) {
  const rows = await tx.query<{ location_id: string; latitude: number | null; longitude: number | null }>(
    selectPoints,
    locationIds,
  )
  return new Map(
    rows.flatMap(({ location_id, latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [[location_id, { latitude, longitude }] as const],
    ),
  )
}

/** Ids of locations by name; either one if a name is not unique. */
export async function locationsByName(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ location_id: string; name: string }>(selectPlaces, names)
  return new Map(rows.map(({ name, location_id }) => [name, location_id]))
}

/** Receivers whose address contains a text. */
export async function receiversAt(tx: Tx, text: string): Promise<{ subscription_id: string; url: string }[]> {
  return await tx.query<{ subscription_id: string; url: string }>(selectReceivers, text)
}

/** Contents of a tenant: orders, a sample world in progress, reference data beyond the minimum. */
export async function readSampleState(tx: Tx) {
  const [row] = await tx.query<{ has_orders: boolean; is_loading: boolean; has_reference: boolean }>(selectState)
  return row!
}

const selectWaiting = statement(
  'sample.select_waiting_charges',
  `select c.charge_id, c.version, (row_number() over (order by o.order_identifier, c.line_key) - 1)::integer as place,
          c.approval
     from charge c join transport_order o on o.tenant_id = $1 and o.order_id = c.order_id
    where c.tenant_id = $1 and o.order_identifier = any ($2::text[]) and c.approval is not null
      and c.status = 'CREATED' and c.side = 'SALES'`,
)
const selectDrafts = statement(
  'sample.select_drafts',
  `select i.invoice_id from invoice i join company k on k.tenant_id = $1 and k.company_id = i.company_id
    where i.tenant_id = $1 and i.status in ('DRAFT', 'PRE_INVOICED') and i.date = $2::date order by k.name, i.total_incl_tax, i.invoice_id`,
)
const selectDocuments = statement(
  'sample.select_documents',
  `select i.invoice_id, i.date::text as date, coalesce(t.status, 'WAITING') = 'WAITING' and exists (
            select from job j where j.tenant_id = $1 and j.kind in ('billing.make_files', 'accounting.post')
               and not j.is_dead and j.ready_at < now() + interval '1 minute') as is_waiting,
          case when t.status = 'TODO' then t.task_id end as task_id,
          exists (select from invoice c where c.tenant_id = $1 and c.credited_invoice_id = i.invoice_id) as is_credited
     from invoice i left join task t on t.tenant_id = $1 and t.invoice_id = i.invoice_id and t.retry_of is null
    where i.tenant_id = $1 and i.kind = 'SALES_INVOICE' and i.name is not null order by i.name`,
)

/** A charge that needs approval, and its position among those of the month. */
export interface WaitingCharge {
  charge_id: string
  version: number
  place: number
  approval: string
}

/** Undecided order charges that need approval. */
export async function waitingCharges(tx: Tx, identifiers: readonly string[]): Promise<WaitingCharge[]> {
  const rows = await tx.query<WaitingCharge>(selectWaiting, identifiers)
  return rows.filter(({ approval }) => approval === 'TO_REQUEST')
}

/** Drafts dated on a day, in the order in which they get their numbers. */
export async function draftsOn(tx: Tx, date: string): Promise<string[]> {
  return (await tx.query<{ invoice_id: string }>(selectDrafts, date)).map(({ invoice_id }) => invoice_id)
}

/** A finalised invoice of the sample world. */
export interface SampleDocument {
  invoice_id: string
  date: string
  /** Not offered to the accounting system yet: jobs have to write its files and post it. */
  is_waiting: boolean
  /** Its open task. */
  task_id: string | null
  is_credited: boolean
}

/** The finalised invoices by number. */
export async function documentsOf(tx: Tx): Promise<SampleDocument[]> {
  return await tx.query<SampleDocument>(selectDocuments)
}

const selectCredential = statement(
  'sample.select_credential',
  'select client_id from webhook_credential where tenant_id = $1 and name = $2 and not is_removed order by client_id limit 1',
)

/** The webhook credentials with this name. */
export async function webhookCredentialOf(tx: Tx, name: string): Promise<string | undefined> {
  return (await tx.query<{ client_id: string }>(selectCredential, name))[0]?.client_id
}

const selectCarried = statement(
  'sample.select_carried',
  `select t.name as trip_name, c.name as carrier, c.doc ->> 'vat_number' as vat_number,
          coalesce((select json_agg(json_build_object('charge_type', x.charge_type, 'name', x.name, 'role', x.role,
                             'amount', x.amount::text, 'approval', x.approval) order by x.charge_type)
                      from charge x where x.tenant_id = $1 and x.trip_id = t.trip_id and x.side = 'COST'
                       and x.company_id = c.company_id and x.status = 'CREATED'), '[]') as costs
     from trip t join company c on c.tenant_id = $1 and c.company_id = $3
    where t.tenant_id = $1 and t.trip_id = $2`,
)

/** A trip with the costs agreed with its carrier. */
export async function carriedTrip(tx: Tx, tripId: string, companyId: string): Promise<CarriedTrip> {
  return (await tx.query<CarriedTrip>(selectCarried, tripId, companyId))[0]!
}
