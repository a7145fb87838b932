import { getPortalLogo } from '@cartage/contract/doors/app/logos'
import * as portal from '@cartage/contract/doors/app/portal'
import {
  createPortalOrder,
  getPortalDraft,
  getPortalUpload,
  PortalDraft,
} from '@cartage/contract/doors/app/portal-entry'
import { afterEach, beforeEach, expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { PortalPage } from './portal.page.tsx'

beforeEach(() => window.history.replaceState(null, '', '/portal#token'))
afterEach(() => window.history.replaceState(null, '', '/'))

const open = { planned_at: null, expected_at: null, arrived_at: null, left_at: null, requested_date: null }
const own = { sender: 'Haulier Ltd', language: null, company_name: 'Shipper', person_name: 'Ann', to_approve: 1 }
const listed = sampleOf(portal.PortalListedOrder, {
  ...{ order_id: id(1), order_number: 'O-17', reference: 'PO 4711', state: 'UNDER_WAY', time_zone: 'Europe/Brussels' },
  ...{ from: { city: 'Genk' }, to: { city: 'Gent' }, expected_at: '2026-05-04T10:30:00Z', to_approve: 1 },
})
const charge = sampleOf(portal.PortalCharge, {
  ...{ charge_id: id(5), name: 'Waiting time', amount: '36.00', currency: 'EUR', approval: 'REQUESTED' },
})
const order = sampleOf(portal.PortalOrder, {
  ...{ order_id: id(1), order_number: 'O-17', reference: 'PO 4711', state: 'UNDER_WAY' },
  stops: [
    sampleOf(portal.PortalStop, {
      ...{ ...open, role: 'PICKUP', name: 'Mill', city: 'Genk', state: 'DONE', time_zone: 'Europe/Brussels' },
      ...{ arrived_at: '2026-05-04T06:10:00Z', left_at: '2026-05-04T06:40:00Z' },
    }),
  ],
  goods: [{ description: 'Flour', quantity: 4, packaging: 'Euro pallet', weight_kg: 1200 }],
  documents: [{ document_id: id(7), name: 'pod.pdf', type: 'PROOF_OF_DELIVERY', created_at: '2026-05-04T12:00:00Z' }],
  charges: [charge],
})

async function show(page: Page, members: Partial<portal.PortalOrder> = {}) {
  page.server.on(getPortalLogo, { image: null })
  page.server.on(portal.getPortal, sampleOf(portal.Portal, own))
  page.server.on(portal.listPortalOrders, { items: [listed], total: 1 })
  page.server.on(portal.getPortalOrder, { ...order, ...members })
  await page.show(<PortalPage />)
  return await screen.findByRole('link', { name: /O-17/ })
}

test('PORTAL-2: the list has the customer’s own orders with state and ETA, and is searched and filtered', async ({
  page,
}) => {
  const row = await show(page)
  expect(row.textContent?.replace(/\u202f/g, ' ')).toMatch(
    /O-17PO 4711GenkGentExpected Mon,? 4 May.* 12:30On the wayTo approve/,
  )
  expect(screen.getByText('Shipper · Ann')).toBeTruthy()
  await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'PO')
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'DELIVERED')
  await waitFor(() =>
    expect(page.server.requests(portal.listPortalOrders).at(-1)).toMatchObject({
      query: { q: 'PO', state: 'DELIVERED' },
    }),
  )
})

test('PORTAL-3, PORTAL-5: an order has stops, documents and charges to decide, and a link back', async ({ page }) => {
  await page.user.click(await show(page))
  expect(await screen.findByRole('heading', { name: 'Order O-17' })).toBeTruthy()
  expect(window.location.search).toBe(`?order=${id(1)}`)
  expect(window.location.hash).toBe('#token')
  expect(screen.getByText('4 Euro pallet Flour')).toBeTruthy()
  page.server.on(portal.getPortalDocument, { path: '/file' })
  await page.user.click(screen.getByRole('button', { name: /Proof of delivery/ }))
  await waitFor(() => expect(page.server.requests(portal.getPortalDocument)).toHaveLength(1))
  page.server.on(portal.reviewPortalCharges, { charges: [{ ...charge, approval: 'APPROVED' }] })
  const charges = within(screen.getByRole('region', { name: 'Extra charges' }))
  await page.user.click(charges.getByRole('button', { name: 'Approve' }))
  expect(page.server.requests(portal.reviewPortalCharges)).toMatchObject([
    { params: { order_id: id(1) }, body: { charges: [{ charge_id: id(5), approval: 'APPROVED', comment: null }] } },
  ])
  await page.user.click(screen.getByRole('link', { name: 'All orders' }))
  expect(await screen.findByRole('heading', { name: 'Your orders' })).toBeTruthy()
})

test('PORTAL-4, DOOR-10: a previous order is ordered again; errors are marked; the days follow the first, and a second click sends the same key', async ({
  page,
}) => {
  const stop = { name: null, address: null, country: null, from: '08:00', to: null, needs_date: true }
  const draft = sampleOf(PortalDraft, {
    ...{ order_id: id(1), order_number: 'O-17' },
    stops: [
      { ...stop, key: 'a', role: 'PICKUP', city: 'Genk', days_later: 0 },
      { ...stop, key: 'b', role: 'DELIVERY', city: 'Gent', days_later: 2 },
    ],
    goods: [{ key: 'g', description: 'Flour', packaging: null, quantity: 4, weight_kg: 1200 }],
  })
  window.history.replaceState(null, '', `/portal?entry=${id(1)}#token`)
  page.server.on(getPortalLogo, { image: null })
  page.server.on(portal.getPortal, sampleOf(portal.Portal, own))
  page.server.on(getPortalDraft, draft)
  page.server.reject(createPortalOrder, { status: 503, code: 'unavailable' })
  page.server.on(getPortalUpload, { state: 'TAKEN', order_id: id(2) })
  await page.show(<PortalPage />)
  const [first, second] = await screen.findAllByLabelText<HTMLInputElement>('Day')
  fireEvent.change(first!, { target: { value: '2026-06-01' } })
  expect(second!.value).toBe('2026-06-03')
  fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '8' } })
  await page.user.type(screen.getByLabelText('Your reference'), 'PO-2')
  const button = screen.getByRole('button', { name: 'Send order' })
  await page.user.click(button)
  expect(await screen.findByText('The order could not be sent.')).toBeTruthy()
  const path = 'stops.b.to'
  page.server.reject(createPortalOrder, {
    ...{ status: 422, code: 'validation_failed' },
    errors: [{ field: path, path, message: 'is before', detail: 'order' }],
  })
  await page.user.click(button)
  expect(await screen.findByText('The latest time is before the earliest. Enter a later one.')).toBeTruthy()
  expect(screen.getAllByLabelText('Until')[1]!.getAttribute('aria-invalid')).toBe('true')
  page.server.on(createPortalOrder, { upload_id: id(9) })
  await page.user.click(button)
  expect(await screen.findByText('Order sent')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Open order' })).toBeTruthy()
  const sent = page.server.requests(createPortalOrder)
  expect(new Set(sent.map(({ body }) => body.entry_key)).size).toBe(1)
  expect(sent[0]!.body.entry).toMatchObject({
    reference: 'PO-2',
    stops: [
      { key: 'a', date: '2026-06-01', from: '08:00' },
      { key: 'b', date: '2026-06-03' },
    ],
    goods: [{ key: 'g', quantity: 8, weight_kg: null }],
  })
})

test('DOOR-15: a change is requested as text, and an earlier request stays with its answer', async ({ page }) => {
  const asked = sampleOf(portal.PortalRequest, {
    kind: 'CANCEL',
    text: 'Sold out',
    state: 'DECLINED',
    answer: 'Loaded',
  })
  await page.user.click(await show(page, { requests: [asked], can_request: ['CHANGE'] }))
  const card = within(await screen.findByRole('region', { name: 'Change or cancel' }))
  expect(card.getByText('Not possible · Loaded')).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Request cancellation…' })).toBeNull()
  await page.user.click(card.getByRole('button', { name: 'Request a change…' }))
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  await page.user.type(card.getByRole('textbox', { name: 'What should be changed?' }), 'Two pallets more')
  page.server.reject(portal.requestPortalChange, { status: 503, code: 'unavailable' })
  await page.user.click(card.getByRole('button', { name: 'Send' }))
  expect(await card.findByText('It was not sent')).toBeTruthy()
  const change = sampleOf(portal.PortalRequest, {
    kind: 'CHANGE',
    text: 'Two pallets more',
    state: 'OPEN',
    answer: null,
  })
  page.server.on(portal.requestPortalChange, { ...order, requests: [change, asked] })
  await page.user.click(card.getByRole('button', { name: 'Send' }))
  expect(await card.findByText('We answer soon')).toBeTruthy()
  expect(card.queryByRole('textbox')).toBeNull()
})

test('LINK-3: a portal link that does not work shows this, without the reason', async ({ page }) => {
  page.server.reject(portal.getPortal, { status: 401, code: 'unauthenticated' })
  await page.show(<PortalPage />)
  expect(await screen.findByText('This link does not work')).toBeTruthy()
})
