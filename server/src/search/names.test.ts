import { search } from '@cartage/contract/app/shell'
import { listCompanyRecords } from '@cartage/contract/companies/app/record'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { getOrder, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { listResourceRecords } from '@cartage/contract/resources/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { matchConfigured } from '../orders/matching.rules.ts'
import { nameKey, plateKey } from '../resources/names.rules.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { simpleOrder } from '../testing/data/orders.ts'
import { tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A name, and an equivalent spelling. */
const spellings: readonly (readonly [name: string, written: string])[] = [
  ['İzmir Lojistik', 'İzmir Lojistik'],
  ['İstanbul Nakliyat', 'ISTANBUL NAKLIYAT'],
  ['Diyarbakır Lojistik', 'DIYARBAKIR LOJISTIK'],
  ['Straßenbau Weiß', 'STRASSENBAU WEISS'],
  ['ΜΕΤΑΦΟΡΕΣ ΝΙΚΟΣ', 'Μεταφορες Νικος'],
  ['Société Générale', 'Socie\u0301te\u0301 Ge\u0301ne\u0301rale'],
  ['De Smet', 'De  Smet'],
  ['Van Hool', ' Van Hool\u00a0'],
  ['Jan de Rijk', 'Jan\u00a0de\u202fRijk'],
  ['Ewals', '\ufeffEw\u200bals'],
]

describe('SEARCH-6: a company is found by its name in any spelling', () => {
  test.each(spellings)('%j, written %j', async (name, written) => {
    const tenant = await tripTenant(server)
    const { id } = await tenant.call(createCompany, { body: { name, currency: 'EUR', is_customer: true } })
    // By upload, which sheets use as well.
    for (const sent of [name, written]) {
      const { upload_id } = await tenant.call(uploadOrder, { body: simpleOrder({ customer: { name: sent } }) })
      await server.drain()
      const record = await tenant.call(getOrderUpload, { params: { upload_id } })
      expect(record.order_id, JSON.stringify(record)).toBeTruthy()
      const order = await tenant.call(getOrder, { params: { order_id: record.order_id! } })
      expect(order.customer?.id).toBe(id)
    }
    const admin = await tenant.user('SUPER_ADMIN')
    for (const q of [name, written]) {
      expect((await admin(search, { query: { q } })).items.map((one) => one.id)).toContain(id)
      const { items } = await admin(listCompanyRecords, { query: { q } as never })
      expect(items.map(({ company_id }) => company_id)).toContain(id)
    }
  })
})

describe('SEARCH-6: so are other nouns', () => {
  test.each(spellings)('%j, written %j', async (name, written) => {
    // Transport services, packaging, extras and activities of orders.
    expect(matchConfigured([{ code: 'X', name }], { name: written })?.code).toBe('X')
    expect(matchConfigured([{ code: name, name: 'x' }], { code: written })?.code).toBe(name)
    // Resources in positions, absences and sheets.
    expect(nameKey(written)).toBe(nameKey(name))
    expect(plateKey(`1-${written}`)).toBe(plateKey(`1 ${name}`))
    const tenant = await server.tenant()
    const { id } = await resourceOf(tenant, { name })
    await server.drain()
    const planner = await tenant.user('PLANNER')
    for (const q of [name, written]) {
      const { items } = await planner(listResourceRecords, { query: { q } as never })
      expect(items.map(({ resource_id }) => resource_id)).toEqual([id])
    }
  })
})
