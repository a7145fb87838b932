import { listSyncTasks } from '@cartage/contract/accounting/endpoints'
import type { AvailableTask } from '@cartage/contract/accounting/task'
import { createDrafts, finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { setCompanyBilling } from '@cartage/contract/billing/app/preference'
import * as documents from '@cartage/contract/billing/documents'
import type { Call } from '@cartage/contract/client'
import { listCompanies, patchCompany } from '@cartage/contract/companies/endpoints'
import { updateSubcontractorStatus } from '@cartage/contract/inbound/status-update'
import { listOrderCharges } from '@cartage/contract/orders/endpoints'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { changeSetting, createSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import type { EInvoice } from '../../../billing/einvoice/terms.rules.ts'
import { readUbl } from '../../../billing/einvoice/ubl-read.format.ts'
import { faultsOfEInvoice } from '../../../billing/einvoice/verdict.rules.ts'
import type { TestServer } from '../../start-test-server.ts'
import type { TestTenant } from '../../test-tenant.ts'
import { pdfPages } from '../pdf-text.ts'
import type { TestOrder } from '../trips.ts'
import { gaplessRange } from './billing.ts'
import { chargeTenant } from './charges.ts'

/** A Belgian haulier with one customer, accessed by tests only through the API. */
export interface Walk {
  readonly server: TestServer
  readonly tenant: TestTenant
  /** A Super admin in the application. */
  readonly admin: Call
  readonly companyId: string
  /** Electronic address of the customer; Belgian ones derive it from their number. */
  readonly address: { scheme: string; address: string }
}

const places = {
  BE: { vat: 'BE0202239951', city: 'Brussel', postal_code: '1000', scheme: '0208' },
  NL: { vat: 'NL004495445B01', city: 'Venlo', postal_code: '5911 AA', scheme: '9944' },
  GB: { vat: 'GB123456789', city: 'Birmingham', postal_code: 'B1 1AA', scheme: '9932' },
} as const

/** A tenant that rates, bills and posts, with a customer in the given country. */
export async function startWalk(
  server: TestServer,
  country: keyof typeof places = 'BE',
  members: object = {},
): Promise<Walk> {
  const tenant = await chargeTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const kind = 'billing_entities'
  const { items } = await admin(listSettings, { params: { kind }, query: {} })
  const { setting_id } = items.find(({ values }) => values.is_default)!
  await admin(changeSetting, { params: { kind, setting_id }, body: { post_automatically: true } })
  const range = { ...gaplessRange, billing_entity: 'MAIN' }
  const add = (body: object) => admin(createSetting, { params: { kind: 'number_ranges' }, body: { ...range, ...body } })
  await add({ code: 'INV', name: 'Invoices', applies_to: 'INVOICE' })
  await add({ code: 'CN', name: 'Credits', applies_to: 'CREDIT_NOTE', prefix: 'CN' })
  const [company] = (await tenant.call(listCompanies, { query: {} })).items.filter(({ name }) => name === 'Alpha')
  const { vat, city, postal_code, scheme } = places[country]
  const body = {
    ...{ legal_name: `Customer ${country}`, vat_number: vat, locale: 'en', payment_term: { code: 'NET_30' } },
    billing_location: { name: 'Office', address: 'Street 1', postal_code, city, country },
    ...members,
  }
  await tenant.call(patchCompany, { params: { id: company!.id }, body: body as never })
  const walk = { server, tenant, admin, companyId: company!.id, address: { scheme, address: vat } }
  if (country !== 'BE') await billAs(walk, {})
  return walk
}

/** Sets how the customer is billed. */
export async function billAs({ admin, companyId, address }: Walk, members: object): Promise<void> {
  const isBelgian = address.scheme === places.BE.scheme
  const preference = { ...(isBelgian ? {} : { electronic_address: address }), ...members }
  await admin(setCompanyBilling, { params: { company_id: companyId }, body: { preference } })
}

/** When a stop was reached and left. */
export interface StopTimes {
  stop_id: string
  from: string
  to: string
}

const override = { reason: 'test' }

/** Plans orders on a new trip and confirms it. @returns the trip with its stops */
export async function planTrip({ admin }: Walk, orders: readonly TestOrder[], resources: readonly string[] = []) {
  const order_ids = orders.map(({ orderId }) => orderId)
  const { trips } = await admin(givePlanningCommand, { body: { kind: 'PLAN', order_ids, override } })
  const { trip_id } = trips[0]!
  if (resources.length > 0) {
    const assigned = resources.map((resource_id) => ({ resource_id }))
    await admin(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, resources: assigned, override } })
  }
  await admin(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
  return trips[0]!
}

/** Reports arrivals and completions of stops like a carrier, and runs the follow-up work. */
export async function reportTimes({ server, tenant }: Walk, stops: readonly StopTimes[]): Promise<void> {
  for (const { stop_id: id, from, to } of stops) {
    for (const [status, event_time] of [
      ['AT_STOP', from],
      ['COMPLETED', to],
    ] as const) {
      await tenant.webhook(updateSubcontractorStatus, { body: { updates: [{ event_time, stop: { id, status } }] } })
    }
  }
  await server.drain()
}

/** Plans orders and completes their stops in the order of the trip, at these times or within a quarter of an hour. */
export async function completeOrders(
  walk: Walk,
  orders: readonly TestOrder[],
  times: Readonly<Record<string, readonly [from: string, to: string]>> = {},
): Promise<string> {
  const { trip_id, stops } = await planTrip(walk, orders)
  const usual = ['2026-02-02T11:00:00Z', '2026-02-02T11:15:00Z'] as const
  await reportTimes(
    walk,
    stops.map(({ stop_id }) => {
      const [from, to] = times[stop_id] ?? usual
      return { stop_id, from, to }
    }),
  )
  return trip_id
}

/** The charges of an order by type, read by an API client. */
export async function chargesByType({ tenant }: Walk, orderId: string) {
  const { charges } = await tenant.call(listOrderCharges, { params: { order_id: orderId }, query: {} })
  return new Map((charges ?? []).map((charge) => [charge.code!, charge]))
}

/** Amounts of an order by charge type, read by an API client. */
export async function amountsByType(walk: Walk, orderId: string): Promise<Record<string, string>> {
  const charges = [...(await chargesByType(walk, orderId)).values()]
  return Object.fromEntries(charges.map(({ code, amount_excl_tax }) => [code!, amount_excl_tax!]))
}

/**
 * Drafts and finalises all charges of orders, and lets files and tasks be written.
 * @returns ids of the documents
 */
export async function billOrders(
  { server, admin }: Walk,
  orders: readonly TestOrder[],
  date: string,
): Promise<string[]> {
  const order_ids = orders.map(({ orderId }) => orderId)
  const { invoice_ids, rejected } = await admin(createDrafts, { body: { order_ids, date } })
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected))
  await finaliseAll({ server, admin }, invoice_ids)
  return invoice_ids
}

/** Finalises drafts and lets files and tasks be written; throws when one remains a draft. */
export async function finaliseAll({ server, admin }: Pick<Walk, 'server' | 'admin'>, ids: string[]): Promise<void> {
  const { items } = await admin(finaliseDrafts, { body: { ids, accepts_old_rate: true } })
  const left = items.filter(({ is_done }) => !is_done)
  if (left.length > 0) throw new Error(JSON.stringify(left))
  await server.drain()
}

/** The fetched files of a document: the electronic document parsed, and the text of the PDF. */
export interface FetchedFiles {
  readonly xml: EInvoice
  /** Rules violated by the electronic document. */
  readonly faults: string[]
  readonly text: string
}

const listedBy = {
  INVOICE: documents.listSalesInvoiceDocuments,
  CREDIT_NOTE: documents.listSalesCreditNoteDocuments,
  PURCHASE: documents.listPurchaseInvoiceDocuments,
}

/** Fetches the files of an invoice or credit note through the API. */
export async function fetchFiles(
  { server, tenant }: Pick<Walk, 'server' | 'tenant'>,
  id: string,
  kind: keyof typeof listedBy = 'INVOICE',
) {
  const list = listedBy[kind]
  const listed = await tenant.call(list, { params: { id } })
  const fetched = await Promise.all(
    listed.map(async ({ download_url, content_type }) => {
      const headers = { authorization: `Bearer ${tenant.token}` }
      const answer = await server.app.inject({ method: 'GET', url: download_url!, headers })
      if (answer.statusCode !== 200) throw new Error(answer.payload)
      return { content_type, bytes: answer.rawPayload }
    }),
  )
  const of = (type: string) => fetched.find(({ content_type }) => content_type === type)!.bytes
  const xml = readUbl(of('application/xml').toString())
  const faults = faultsOfEInvoice(xml, { isForPeppol: true }).map(({ rule }) => rule)
  return { xml, faults, text: pdfPages(of('application/pdf')).join('\n') } satisfies FetchedFiles
}

/** The tasks offered to an accounting system. */
export async function offeredTasks(call: Call, query: { lease_seconds?: number } = {}): Promise<AvailableTask[]> {
  return (await call(listSyncTasks, { query })).tasks
}
