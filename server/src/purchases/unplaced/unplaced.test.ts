import { listStandstills } from '@cartage/contract/app/standstills'
import { listAuditRecords } from '@cartage/contract/audit/app'
import { rejectPurchase } from '@cartage/contract/purchases/app'
import { dismissUnplacedPurchase, listUnplacedPurchases, placePurchase } from '@cartage/contract/purchases/app/unplaced'
import { uploadPurchase } from '@cartage/contract/purchases/app/upload'
import { afterAll, describe, expect, test } from 'vitest'
import {
  addSupplier,
  invoiceLine,
  onlyPurchase,
  type PurchaseTenant,
  purchaseInvoice,
  purchaseTenant,
} from '../../testing/data/money/purchases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const document = purchaseInvoice([invoiceLine('Freight', '100.00')])

/** A document of an unknown supplier, and a person who works with invoices. */
async function unknownSupplier() {
  const purchases = await purchaseTenant(server)
  await purchases.send(document)
  const accountant = await purchases.tenant.user('ACCOUNTANT')
  const { items } = await accountant(listUnplacedPurchases, { query: {} })
  return { purchases, accountant, items, params: { inbox_item_id: items[0]!.inbox_item_id } }
}

/** A file as downloaded by an accountant's browser. */
async function fileOf({ tenant }: PurchaseTenant, path: string) {
  const headers = await logInAs(server, tenant.tenantId, 'ACCOUNTANT')
  const answer = await server.app.inject({ url: `/app/purchases/${path}/file`, headers })
  expect([answer.statusCode, answer.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
  return { type: answer.headers['content-type'], text: answer.body }
}

const waiting = async ({ admin }: PurchaseTenant) => (await admin(listUnplacedPurchases, { query: {} })).total

/** A file as a person uploads it to the list. */
function dropped(text: string, name: string, type: string) {
  return { body: { file: new File([text], name, { type }) } }
}

describe('PURCH-31: a file uploaded by a person', () => {
  test('is assigned like one from the webhook, in the name of the person, and once', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases, {})
    const accountant = await purchases.tenant.user('ACCOUNTANT')
    const file = dropped(JSON.stringify(document), 'invoice.json', 'application/json')
    expect(await accountant(uploadPurchase, file)).toEqual({ reason: null })
    expect(await accountant(uploadPurchase, file)).toEqual({ reason: null })
    const { invoice } = await onlyPurchase(purchases)
    expect(invoice).toMatchObject({ external_name: 'F-2026-17' })
    const { items } = await purchases.admin(listAuditRecords, { query: { entity_type: 'invoice' } })
    expect(items.map(({ actor }) => actor.kind)).toEqual(items.map(() => 'user'))
    expect(items.length).toBeGreaterThan(0)
  })

  test('waits with the reason when its supplier is unknown, and when no reader can process it', async () => {
    const purchases = await purchaseTenant(server)
    const accountant = await purchases.tenant.user('ACCOUNTANT')
    const unknown = dropped(JSON.stringify(document), 'invoice.json', 'application/json')
    expect((await accountant(uploadPurchase, unknown)).reason).toContain('De Vries Transport BV')
    const scan = dropped('%PDF-1.7\n', 'scan.pdf', 'application/pdf')
    await expect(accountant(uploadPurchase, scan)).rejects.toMatchObject({ status: 422 })
    expect(await waiting(purchases)).toBe(2)
    const { items } = await purchases.admin(listAuditRecords, { query: { entity_type: 'inbox_item' } })
    expect(items.map(({ actor, action }) => `${actor.kind} ${action}`)).toEqual(['user created', 'user created'])
  })

  test('is accepted only from users who write invoices', async () => {
    const purchases = await purchaseTenant(server)
    const viewer = await purchases.tenant.user('VIEWER')
    await expect(viewer(uploadPurchase, dropped('{}', 'a.json', 'application/json'))).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('documents to assign', () => {
  test('PURCH-1: an accountant sees a document of an unknown supplier, the reason, and its file', async () => {
    const { items, purchases, params } = await unknownSupplier()
    expect(items).toMatchObject([
      {
        ...{ external_name: 'F-2026-17', supplier_name: 'De Vries Transport BV', kind: 'PURCHASE_INVOICE' },
        ...{ total_incl_tax: '100.00', currency: 'EUR', date: '2026-11-15', status: 'OPEN', occurrences: 1 },
      },
    ])
    expect(items[0]!.reason).toContain('De Vries Transport BV')
    const { text } = await fileOf(purchases, `unplaced/${params.inbox_item_id}`)
    expect(JSON.parse(text)).toEqual(document)
  })

  test('PURCH-1: the chosen supplier gets the document with its file, and nothing waits any more', async () => {
    const { purchases, accountant, params } = await unknownSupplier()
    const company_id = await addSupplier(purchases, { name: 'Other name', vat_number: null })
    const placed = await accountant(placePurchase, { params, body: { company_id } })
    expect(placed.status).toBe('RESOLVED')
    const { invoice } = await onlyPurchase(purchases)
    expect(invoice).toMatchObject({ company_id, external_name: 'F-2026-17' })
    const { type, text } = await fileOf(purchases, invoice.invoice_id)
    expect([type, JSON.parse(text)]).toEqual(['text/plain; charset=utf-8', document])
    expect(await waiting(purchases)).toBe(0)
  })

  test('PURCH-1: a retried document is assigned once its supplier is known, and waits until then', async () => {
    const { purchases, accountant, params } = await unknownSupplier()
    const before = await accountant(placePurchase, { params, body: {} })
    expect(before).toMatchObject({ status: 'OPEN', last_failure: expect.stringContaining('De Vries Transport BV') })
    await addSupplier(purchases)
    expect(await accountant(placePurchase, { params, body: {} })).toMatchObject({ status: 'RESOLVED' })
    expect((await onlyPurchase(purchases)).invoice.external_name).toBe('F-2026-17')
  })

  test('disputed documents and documents to assign are open issues of an accountant until they are decided', async () => {
    const { purchases, accountant, params } = await unknownSupplier()
    const kinds = async () => (await accountant(listStandstills, {})).items.map(({ kind, title }) => [kind, title])
    expect(await kinds()).toEqual([['UNPLACED_PURCHASE', 'F-2026-17']])
    await addSupplier(purchases)
    await accountant(placePurchase, { params, body: {} })
    expect(await kinds()).toEqual([['DISPUTED_PURCHASE', 'F-2026-17']])
    const { invoice } = await onlyPurchase(purchases)
    const rejected = { params: { invoice_id: invoice.invoice_id }, body: { reason: 'No such trip' } }
    await accountant(rejectPurchase, rejected)
    expect(await kinds()).toEqual([])
  })

  test('an unreadable document waits as well, and its content can be viewed', async () => {
    const purchases = await purchaseTenant(server)
    await purchases.send(Buffer.from('<Invoice>'), { 'content-type': 'application/xml' })
    const { items } = await purchases.admin(listUnplacedPurchases, { query: {} })
    expect(items).toMatchObject([{ external_name: null, supplier_name: null, kind: null }])
    const params = { inbox_item_id: items[0]!.inbox_item_id }
    const { type, text } = await fileOf(purchases, `unplaced/${params.inbox_item_id}`)
    expect([type, text]).toEqual(['text/plain; charset=utf-8', '<Invoice>'])
    await purchases.admin(dismissUnplacedPurchase, { params, body: { reason: 'Sent again as UBL' } })
    expect(await waiting(purchases)).toBe(0)
  })
})
