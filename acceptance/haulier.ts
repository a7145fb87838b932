import type { AvailableTask, AvailableTasks, TaskDetail } from '@cartage/contract/accounting/task'
import type { SalesInvoiceOutput } from '@cartage/contract/billing/document-output'
import type { Call } from '@cartage/contract/client'
import type { OrderChargesOutput } from '@cartage/contract/orders/charges'
import type { NewRateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { createRateRecord, publishRateDraft, saveRateDraft } from '@cartage/contract/rates/app/records'
import { changeSetting, createSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { order } from './bodies.ts'
import { createClient } from './operator.ts'
import { admin } from './session.ts'
import { cartage, setup, Tenant, type TenantFacts, unique, waitFor } from './world.ts'

export const accounting = '/v1/accounting'
export const tasksPath = `${accounting}/sync-tasks`
export const chargesPath = (orderId: string) => `/v1/orders/order/${orderId}/charges`

export type ListedCharge = NonNullable<OrderChargesOutput['charges']>[number]

/** Members of the default billing entity required on documents. */
const legal = {
  ...{ legal_name: 'Transport Vermeulen BV', country: 'BE', accounting_currency: 'EUR', post_automatically: true },
  ...{ vat_number: 'BE0403170701', company_registration_number: '0403170701', iban: 'BE68539007547034' },
  address: { street: 'Kaai 1', postal_code: '9000', city: 'Gent' },
  contact: { name: 'Invoicing', phone: '+3292000000', email: 'invoices@vermeulen.example' },
}
const counting = { year_style: 'FULL', digits: 6, restarts_yearly: true, is_gapless: true }
const ranges = [
  { ...counting, code: 'INV', name: 'Invoices', applies_to: 'INVOICE' },
  { ...counting, code: 'CN', name: 'Credit notes', applies_to: 'CREDIT_NOTE', prefix: 'CN' },
]
const accounts = [
  { code: '400000', name: 'Customers', use: 'RECEIVABLE' },
  { code: '700000', name: 'Freight', use: 'REVENUE' },
  { code: '451000', name: 'VAT to pay', use: 'VAT' },
]
const chargeTypes = [
  { code: 'FREIGHT', name: 'Freight', role: 'BASE' },
  { code: 'FUEL', name: 'Fuel surcharge', role: 'SURCHARGE' },
  { code: 'WAITING', name: 'Waiting', role: 'ACCESSORIAL', first_approval: 'TO_REQUEST' },
]

/** Freight, fuel, and waiting time beyond an hour, which the customer has to approve. */
const card: NewRateCardDoc = {
  assignments: [{ to: 'ALL' }],
  lines: [
    { key: 'freight', type: 'FREIGHT', block: { kind: 'FIXED', price: '186.00' } },
    {
      ...{ key: 'fuel', type: 'FUEL' },
      block: { kind: 'PERCENT', of: ['FREIGHT'], rate: { kind: 'FIXED', percent: '12.5' } },
    },
    {
      ...{ key: 'waiting', type: 'WAITING', scope: 'STOP', approval: 'TO_REQUEST' },
      block: { kind: 'TIME', fact: 'stop.minutes_at_stop', free: '60', unit: '15', price: '12.00' },
    },
  ],
}

/** A haulier that rates and invoices, in a separate tenant. Only with CARTAGE_CLI. */
export class Haulier {
  readonly tenant: Tenant
  readonly admin: Call
  readonly slug: string

  private constructor(tenant: Tenant, call: Call) {
    this.tenant = tenant
    this.admin = call
    this.slug = tenant.facts.tenant.slug
  }

  /**
   * A new tenant with a billing entity that posts automatically, accounts, number ranges, charge types and a rate card.
   */
  static async create(name: string): Promise<Haulier> {
    const slug = unique(name).slice(0, 30)
    const tenant = new Tenant(await cartage<TenantFacts>('tenant', 'create', slug, '--no-limits'))
    const haulier = new Haulier(tenant, await admin(tenant))
    await haulier.prepare()
    return haulier
  }

  private async prepare(): Promise<void> {
    const kind = 'billing_entities'
    const { items } = await this.admin(listSettings, { params: { kind }, query: {} })
    const main = items.find(({ values }) => values.is_default)!
    await this.admin(changeSetting, { params: { kind, setting_id: main.setting_id }, body: legal })
    const entity = String(main.values.code)
    for (const one of ranges) await this.add('number_ranges', one)
    for (const one of accounts) await this.add('accounts', { ...one, billing_entity: entity })
    for (const invoice_type of ['SALES', 'SALES_CREDIT_NOTE']) {
      await this.add('tax_rates', {
        ...{ code: '21', name: 'VAT 21 %', billing_entity: entity, invoice_type, treatment: 'STANDARD' },
        ...{ percentage: 21, category: 'S', tax_type: 'VAT', valid_from: '2000-01-01' },
      })
    }
    for (const one of chargeTypes) await this.add('charge_types', one)
    await this.publish('ALL', card)
  }

  /** Adds an entry of a kind of setting. */
  async add(kind: string, body: Record<string, unknown>): Promise<string> {
    return (await this.admin(createSetting, { params: { kind }, body })).setting_id
  }

  private async publish(code: string, doc: NewRateCardDoc): Promise<void> {
    const members = { kind: 'RATE_CARD', code, name: code, side: 'SALES', currency: 'EUR' } as const
    const { rate_record_id } = await this.admin(createRateRecord, { body: members })
    const draft = { kind: 'RATE_CARD', valid_from: '2026-01-01', doc } as const
    const saved = await this.admin(saveRateDraft, { params: { rate_record_id }, body: draft })
    expect(saved.draft?.faults).toEqual([])
    await this.admin(publishRateDraft, { params: { rate_record_id }, body: undefined })
  }

  /** A billable Belgian customer. */
  async customer(members: object = {}): Promise<{ id: string; accounting_code: string }> {
    const accounting_code = unique('C')
    const body = {
      ...{ name: unique('Bakery'), legal_name: 'Bakkerij Janssens NV', currency: 'EUR', is_customer: true },
      ...{ accounting_code, vat_number: 'BE0202239951', payment_term: { code: 'NET_30' } },
      billing_location: { name: 'Office', address: 'Street 1', postal_code: '1000', city: 'Brussel', country: 'BE' },
      ...members,
    }
    const answer = await this.tenant.post<{ id: string }>('/v1/companies/company', body)
    expect(answer.status, answer.text).toBe(200)
    return { id: answer.body.id, accounting_code }
  }

  /** Uploads an order of a customer and waits until it is priced. */
  async pricedOrder(code: string, members: object = {}): Promise<string> {
    const id = await this.tenant.applied(order({ customer: { code }, ...members }))
    await this.untilCharged(id, ['FREIGHT', 'FUEL'])
    return id
  }

  /** Charges of an order, as an API client reads them. */
  async charges(orderId: string): Promise<ListedCharge[]> {
    const answer = await this.tenant.get<OrderChargesOutput>(chargesPath(orderId))
    expect(answer.status, answer.text).toBe(200)
    return answer.body.charges ?? []
  }

  /** Waits until an order has charges of exactly these types. */
  async untilCharged(orderId: string, types: readonly string[]): Promise<void> {
    await waitFor(async () => {
      const codes = (await this.charges(orderId)).map(({ code }) => code)
      return codes.length === types.length && types.every((type) => codes.includes(type))
    })
  }

  /** Invoice created by a program; it is submitted to accounting systems automatically. */
  async invoice(customerId: string, members: object = {}): Promise<SalesInvoiceOutput> {
    return await this.document<SalesInvoiceOutput>('sales-invoice', customerId, members)
  }

  /** Document of either kind created by a program. */
  async document<Output>(kind: string, customerId: string, members: object = {}): Promise<Output> {
    const answer = await this.tenant.post<Output>(`${accounting}/${kind}/`, documentOf(customerId, members))
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  /** Open tasks, in list order. */
  async tasks(query = ''): Promise<AvailableTask[]> {
    const answer = await this.tenant.get<AvailableTasks>(tasksPath + query)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.tasks
  }

  /** The task of a document, once it is listed. */
  async taskOf(invoiceId: string | null): Promise<AvailableTask> {
    let found: AvailableTask | undefined
    await waitFor(async () => {
      found = (await this.tasks()).find((task) => task.invoice_id === invoiceId)
      return found !== undefined
    })
    return found!
  }

  /** A task with its document. */
  async task(id: string): Promise<TaskDetail> {
    const answer = await this.tenant.get<TaskDetail>(`${tasksPath}/${id}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  /** Reports the result of a task. */
  report(id: string, body: object) {
    return this.tenant.post<{ status: string }>(`${tasksPath}/${id}/update-status`, body)
  }

  /** The same tenant through another API client with other roles. */
  async as(roles: string[], companyId?: string): Promise<Tenant> {
    return new Tenant({ ...this.tenant.facts, api_client: await createClient(this.slug, roles, companyId) })
  }
}

/** A document to create: one line of freight for 100.00. */
export function documentOf(customerId: string, members: object = {}) {
  return {
    ...{ date: today(), currency: 'EUR', customer: { id: customerId } },
    charges: [{ amount_excl_tax: '100.00', price_list_item: { code: 'FREIGHT' } }],
    ...members,
  }
}

/** Today's date, as used on documents. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Downloads a file of the service. */
export async function bytesOf(tenant: Tenant, path: string): Promise<{ type: string; bytes: Buffer }> {
  const answer = await fetch(`${setup.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${await tenant.bearer()}` },
  })
  expect(answer.status).toBe(200)
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) }
}
