import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { baseUrl } from './browser.ts'
import { day, send } from './calls.ts'

/** A completed order of a separate customer. */
export interface Driven {
  orderId: string
  orderNumber: string
  /** The customer's code in rate cards. */
  companyCode: string
}

interface Trips {
  trips: { trip_id: string; stops: { stop_id: string }[] }[]
}

/** A Belgian customer, and an order of four pallet spaces from the Netherlands that was driven yesterday. */
export async function completedOrder(page: Page): Promise<Driven> {
  const { companyCode } = await belgianCustomer(page, `C${Date.now()}`)
  const [driven] = await completedOrders(page, [companyCode])
  return driven!
}

/** A customer subject to Belgian VAT. */
export async function belgianCustomer(page: Page, companyCode: string, members: object = {}) {
  const { id } = await send<{ id: string }>(page, 'POST', '/app/companies', {
    ...{ name: `Bakkerij ${companyCode}`, legal_name: 'Bakkerij Janssens NV', currency: 'EUR', is_customer: true },
    ...{ accounting_code: companyCode, vat_number: 'BE0202239951', payment_term: { code: 'NET_30' } },
    billing_location: { name: 'Office', address: 'Street 1', postal_code: '1000', city: 'Brussel', country: 'BE' },
    ...members,
  })
  return { companyId: id, companyCode }
}

/** An order of each named customer, driven yesterday. */
export async function completedOrders(page: Page, companyCodes: readonly string[]): Promise<Driven[]> {
  const orderIds = await Promise.all(companyCodes.map((code) => enterOrder(page, code)))
  const override = { reason: 'Agreed with the customer' }
  const { trips } = await send<Trips>(page, 'POST', '/app/planning/commands', {
    kind: 'PLAN',
    order_ids: orderIds,
    override,
  })
  await send(page, 'POST', '/app/planning/commands', {
    kind: 'CONFIRM',
    trip_ids: trips.map(({ trip_id }) => trip_id),
    override,
  })
  await drive(
    page,
    trips.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)),
  )
  return await Promise.all(
    orderIds.map(async (orderId, at) => {
      const path = `/app/orders/${orderId}`
      const { order_number, status } = await send<{ order_number: string; status: string }>(page, 'GET', path)
      expect(status).toBe('COMPLETED')
      return { orderId, orderNumber: order_number, companyCode: companyCodes[at]! }
    }),
  )
}

async function enterOrder(page: Page, companyCode: string): Promise<string> {
  const stop = (city: string, postal_code: string, country: string) => ({
    location: { name: `${companyCode} ${city}`, address: 'Kade 1', postal_code, city, country },
    date: day(-1),
  })
  const order = {
    customer: { code: companyCode },
    transport_service: { name: 'General' },
    consignments: [
      {
        pickup_stop: { ...stop('Tilburg', '5015', 'NL'), activity: 'PICKUP' },
        delivery_stop: { ...stop('Gent', '9000', 'BE'), activity: 'DELIVERY' },
        goods: [{ description: 'Flour', quantity: 4, total_weight_kg: 3200, total_pallet_spaces: 4 }],
      },
    ],
  }
  const { upload_id } = await send<{ upload_id: string }>(page, 'POST', '/app/orders', { order })
  let orderId: string | null = null
  const read = async () => {
    type Uploads = { items: { order_id: string | null; upload_status: string }[] }
    const { items } = await send<Uploads>(page, 'POST', '/app/orders/uploads', { upload_ids: [upload_id] })
    orderId = items[0]?.order_id ?? null
    return items[0]?.upload_status
  }
  await expect.poll(read, { timeout: 30_000 }).toBe('COMPLETED')
  return orderId!
}

/** The carrier reports completion of each stop. */
async function drive(page: Page, stopIds: readonly string[]): Promise<void> {
  type Secret = { client_id: string; client_secret: string }
  const { client_id, client_secret } = await send<Secret>(page, 'POST', '/app/webhook-credentials', { name: 'Carrier' })
  for (const id of stopIds) {
    const updates = [{ event_time: new Date(Date.now() - 3_600_000).toISOString(), stop: { id, status: 'COMPLETED' } }]
    const answer = await fetch(`${baseUrl}/v1/webhook/subco-status-update`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      },
      body: JSON.stringify({ updates }),
    })
    expect([answer.status, await answer.json()]).toEqual([200, {}])
  }
}
