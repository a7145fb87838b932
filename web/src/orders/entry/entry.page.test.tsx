import { OrderPreview, previewOrder } from '@cartage/contract/charges/app/preview'
import { searchCompanies } from '@cartage/contract/companies/app/search'
import { listLocations } from '@cartage/contract/locations/app/record'
import {
  changeOrder,
  createOrder,
  findSimilarOrders,
  OrderReference,
  readOrderReference,
} from '@cartage/contract/orders/app/entry'
import { exportOrderRecord, getOrderRecord, type OrderEditable, OrderRecord } from '@cartage/contract/orders/app/record'
import { getUpload, UploadDetail } from '@cartage/contract/orders/app/uploads'
import { ConsignmentExport } from '@cartage/contract/orders/consignment'
import { OrderExport } from '@cartage/contract/orders/order-input'
import { OrderImport } from '@cartage/contract/orders/upload-record'
import { expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../../testing/sample.ts'
import { editOrderRoute, newOrderRoute } from './routes.ts'

const saved = sampleOf(OrderImport, { upload_id: id(1), upload_status: 'COMPLETED', order_id: id(2) })
const preview = sampleOf(OrderPreview)
const noFacts = { place: null, on: null, time: null, minutes: null, un_numbers: [] }

async function open(page: Page) {
  page.server.on(readOrderReference, sampleOf(OrderReference))
  page.server.on(findSimilarOrders, { items: [] })
  page.server.on(previewOrder, preview)
  page.server.on(searchCompanies, {
    items: [{ company_id: id(3), name: 'Shipper', code: 'S1', city: null, status: 'APPROVED' }],
  })
  page.server.on(listLocations, sampleOf(listLocations.response))
  await page.open(newOrderRoute, '/orders/new')
  await screen.findByLabelText('Customer')
}
// Found by text: on a page with so many fields, queries by role take most of the time.
const save = () => screen.getByText('Save').closest('button')!
const stop = (name: string) => within(screen.getByText(name, { selector: 'legend' }).closest('fieldset')!)

/** Sets the text of an empty field in one step. */
async function fill(page: Page, field: HTMLElement, text: string) {
  await page.user.click(field)
  await page.user.paste(text)
}

/** Enters a new address and a day. */
async function enterStop(page: Page, name: string, place: string, day: string) {
  await fill(page, stop(name).getByLabelText('Location'), place)
  await page.user.click(await screen.findByText(`New: ${place}`))
  await fill(page, stop(name).getByLabelText('Town'), 'Ghent')
  await fill(page, stop(name).getByLabelText('Date'), day)
}

const written = sampleOf(OrderExport, {
  order_identifier: 'ERP-9',
  customer: { code: 'S1', name: 'Shipper' },
  customer_reference_number: 'PO-1',
  consignments: [
    sampleOf(ConsignmentExport, {
      pickup_stop: { location: { name: 'Depot', city: 'Ghent' }, date: '2026-11-25' },
      delivery_stop: { location: { name: 'Shop', city: 'Lyon' }, date: '2026-11-26' },
      goods: [{ description: 'Steel', total_weight_kg: 4_500 }],
    } as Members<OrderExport['consignments'][number]>),
  ],
})
const all: OrderEditable = { customer: true, start: true, transport: true, references: true, frozen_stops: [] }
function serveOrder(page: Page, editable: OrderEditable) {
  const order = { id: id(2), customer: { id: id(3), name: 'Shipper' } }
  page.server.on(getOrderRecord, sampleOf(OrderRecord, { order_number: 'O-7', version: 4, editable, order }))
  page.server.on(exportOrderRecord, written)
  page.server.on(readOrderReference, sampleOf(OrderReference))
  page.server.on(findSimilarOrders, { items: [] })
  page.server.on(previewOrder, preview)
}

/** Opens an existing order. */
async function openOrder(page: Page, editable: Partial<OrderEditable> = {}) {
  serveOrder(page, { ...all, ...editable })
  await page.open(editOrderRoute, `/orders/${id(2)}/edit`)
  return await screen.findByLabelText<HTMLInputElement>('Customer reference')
}

async function enterAll(page: Page) {
  await fill(page, screen.getByLabelText('Customer'), 'Ship')
  await page.user.click(await screen.findByText('Shipper'))
  await enterStop(page, 'Pickup', 'Depot', '2026-11-25')
  await enterStop(page, 'Delivery', 'Shop', '2026-11-26')
}

test('an order is entered once, with its customer, stops and goods, and its page opens', async ({ page }) => {
  await open(page)
  page.server.on(createOrder, saved)
  await enterAll(page)
  await fill(page, screen.getByLabelText('Goods'), 'Steel')
  await fill(page, screen.getByLabelText('Weight (kg)'), '4500')
  await page.user.dblClick(save())
  await waitFor(() => expect(page.address).toBe(`/orders/${id(2)}`))
  expect(page.server.requests(createOrder)).toHaveLength(1)
  const { order } = page.server.bodies(createOrder)[0]!
  expect(order).toMatchObject({
    customer: { code: 'S1' },
    consignments: [
      {
        pickup_stop: { location: { name: 'Depot', city: 'Ghent' }, date: '2026-11-25' },
        delivery_stop: { location: { name: 'Shop', city: 'Ghent' }, date: '2026-11-26' },
        goods: [{ description: 'Steel' }],
      },
    ],
  })
})

test('missing values are listed with links and shown at their fields; nothing is sent', async ({ page }) => {
  await open(page)
  await page.user.click(save())
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('Choose a customer.')
  expect(faultOf(screen.getByRole('combobox', { name: 'Customer' }))).toContain('Choose a customer.')
  expect(faultOf(stop('Pickup').getByLabelText('Location'))).toContain('Choose or enter a location.')
  expect(page.server.requests(createOrder)).toEqual([])
})

test('an order that resembles another is saved only after a second press', async ({ page }) => {
  await open(page)
  page.server.on(findSimilarOrders, { items: [{ order_id: id(9), order_number: 'O-9', why: 'REFERENCE' }] })
  page.server.on(createOrder, saved)
  await enterAll(page)
  await page.user.dblClick(save())
  expect(await screen.findByText('Possible duplicate')).toBeDefined()
  expect(page.server.requests(createOrder)).toEqual([])
  expect(document.activeElement?.textContent).toContain('Save anyway')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.server.requests(createOrder)).toHaveLength(1))
})

test('an error from the server in a stop is shown at that stop', async ({ page }) => {
  await open(page)
  page.server.reject(createOrder, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('consignments.0.delivery_stop.date', 'The date is in the past.')],
  })
  await enterAll(page)
  await page.user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('The date is in the past.')
  expect(faultOf(stop('Delivery').getByLabelText('Date'))).toContain('The date is in the past.')
})

test('Enter in the last goods line adds a line, and the cursor moves there', async ({ page }) => {
  await open(page)
  await page.user.type(screen.getByRole('textbox', { name: 'Goods' }), 'Steel{Enter}')
  const lines = screen.getAllByRole('textbox', { name: 'Goods' })
  expect(lines).toHaveLength(2)
  expect(document.activeElement).toBe(lines[1])
  await page.user.click(screen.getAllByRole('button', { name: 'Remove line' })[1]!)
  expect(screen.getAllByRole('textbox', { name: 'Goods' })).toHaveLength(1)
})

test('an order is edited at the version that was opened; untouched values stay', async ({ page }) => {
  const reference = await openOrder(page)
  page.server.on(changeOrder, saved)
  expect(stop('Pickup').getByLabelText<HTMLInputElement>('Date').value).toContain('25 Nov')
  await page.user.clear(reference)
  await page.user.type(reference, 'PO-2{Control>}{Enter}{/Control}')
  await page.user.click(save())
  await waitFor(() => expect(page.address).toBe(`/orders/${id(2)}`))
  const [request] = page.server.requests(changeOrder)
  expect(request).toMatchObject({ params: { order_id: id(2) }, body: { version: 4, drops_container: false } })
  expect(request!.body.order).toMatchObject({
    customer_reference_number: 'PO-2',
    consignments: [{ pickup_stop: { date: '2026-11-25' }, goods: [{ description: 'Steel', total_weight_kg: 4_500 }] }],
  })
})

test('an order that someone changed meanwhile is not saved, and the message blames no field', async ({ page }) => {
  const reference = await openOrder(page)
  const message = 'Bert changed this order.'
  page.server.reject(changeOrder, { status: 409, code: 'order_changed', message, errors: [faultAt(null, message)] })
  await page.user.type(reference, '2')
  await page.user.click(save())
  expect(await screen.findAllByText(/Bert changed this order/)).not.toHaveLength(0)
  expect(screen.getByText('Not saved')).toBeDefined()
  expect(reference.value).toBe('PO-12')
})

test('of a completed order only references are edited, and a visited stop is locked', async ({ page }) => {
  const frozen_stops = [{ path: 'consignments.0.pickup_stop', status: 'COMPLETED' as const }]
  const reference = await openOrder(page, { transport: false, customer: false, frozen_stops })
  expect(screen.getByText('Completed order: only references and instructions can be edited.')).toBeDefined()
  expect(stop('Pickup').getByText('Completed stop, locked')).toBeDefined()
  expect(stop('Delivery').getByLabelText('Date')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /^Consignment/ })).toBeNull()
  expect(reference.disabled).toBe(false)
})

test('a copy has everything except the days and its own numbers, and is saved as a new order', async ({ page }) => {
  serveOrder(page, all)
  page.server.on(createOrder, saved)
  page.server.on(previewOrder, { ...preview, warnings: [{ ...noFacts, kind: 'DELIVERY_EARLY' }] })
  await page.open(newOrderRoute, `/orders/new?from=${id(2)}`)
  expect(await screen.findByText('New order, copied from O-7')).toBeDefined()
  expect(await screen.findByRole('combobox', { name: 'Customer' })).toHaveProperty('value', 'Shipper')
  expect(screen.getByRole('textbox', { name: 'Customer reference' })).toHaveProperty('value', '')
  await fill(page, stop('Pickup').getByLabelText('Date'), '2-12-2026')
  await fill(page, stop('Delivery').getByLabelText('Date'), '1-12-2026')
  expect(await screen.findByText('Delivery before pickup.')).toBeDefined()
  await page.user.click(save())
  await waitFor(() => expect(page.server.requests(createOrder)).toHaveLength(1))
  expect(page.server.bodies(createOrder)[0]!.order).toMatchObject({
    order_identifier: null,
    consignments: [{ pickup_stop: { date: '2026-12-02' }, delivery_stop: { date: '2026-12-01' } }],
  })
})

/** A failed upload of a new order. */
const failed = { operation: 'CREATE', status: 'ERROR', order_id: null, is_overtaken: false }

test('a failed upload is opened as it was sent, with its errors, and sent again under its identifier', async ({
  page,
}) => {
  const place = { name: 'Mill', city: 'Gent', country: 'BE' }
  const body = {
    operation: 'CREATE',
    order_identifier: 'EXT-4711',
    customer: { code: 'S1', name: 'Shipper' },
    consignments: [
      {
        pickup_stop: { location: place, date: '2026-12-01' },
        delivery_stop: { location: { ...place, name: 'Shop' }, date: '2026-12-02' },
        goods: [{ description: 'Flour', quantity: 4 }],
      },
    ],
  }
  const errors = [faultAt('transport_service', 'Unknown service.')]
  page.server.on(readOrderReference, sampleOf(OrderReference))
  page.server.on(findSimilarOrders, { items: [] })
  page.server.on(previewOrder, preview)
  page.server.on(
    getUpload,
    sampleOf(UploadDetail, { ...failed, id: id(1), order_identifier: 'EXT-4711', body, errors }),
  )
  page.server.on(createOrder, saved)
  await page.open(newOrderRoute, `/orders/new?upload=${id(1)}`)
  expect(await screen.findByText('Correct order EXT-4711')).toBeDefined()
  expect((await screen.findByRole('alert')).textContent).toContain('Unknown service.')
  expect(await screen.findByRole('combobox', { name: 'Customer' })).toHaveProperty('value', 'Shipper')
  const service = screen.getByRole('combobox', { name: 'Transport service' })
  expect(service.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(service))
  expect(screen.getByRole('textbox', { name: 'Your reference ID' })).toHaveProperty('disabled', true)
  await page.user.dblClick(save())
  await waitFor(() => expect(page.server.requests(createOrder)).toHaveLength(1))
  expect(page.server.bodies(createOrder)[0]).toMatchObject({
    corrects: id(1),
    order: {
      order_identifier: 'EXT-4711',
      consignments: [{ pickup_stop: { date: '2026-12-01' }, goods: [{ description: 'Flour', quantity: 4 }] }],
    },
  })
})

test('an upload whose order exists by now opens its panel, which shows this', async ({ page }) => {
  const upload = { ...failed, id: id(1), is_overtaken: true, order_identifier: 'EXT-4711', body: {} }
  page.server.on(getUpload, sampleOf(UploadDetail, upload))
  await page.open(newOrderRoute, `/orders/new?upload=${id(1)}`)
  await waitFor(() => expect(page.address).toBe(`/uploads?q=EXT-4711&peek=${id(1)}`))
})

test('for an upload that changes an order, the order is edited', async ({ page }) => {
  const upload = { ...failed, operation: 'UPDATE', order_id: id(2), body: {} }
  page.server.on(getUpload, sampleOf(UploadDetail, upload))
  await page.open(newOrderRoute, `/orders/new?upload=${id(1)}`)
  await waitFor(() => expect(page.address).toBe(`/orders/${id(2)}/edit`))
})

test('an import has a container and a stop that returns it; an extra stop needs an activity', async ({ page }) => {
  await open(page)
  await page.user.click(screen.getByRole('radio', { name: 'Import' }))
  expect(screen.getByRole('textbox', { name: 'Container number' })).toBeDefined()
  expect(stop('Return empty container').getByLabelText('Location')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /^Add stop/ }))
  await page.user.click(save())
  await screen.findByRole('alert')
  expect(faultOf(stop('Stop').getByRole('combobox', { name: 'Activity' }))).toContain('Choose an activity.')
  await page.user.click(stop('Stop').getByRole('button', { name: 'Remove stop' }))
  expect(screen.queryByRole('group', { name: 'Stop' })).toBeNull()
})

test('leaving a page with typed input requires a confirmation; the draft is offered on return and can be discarded', async ({
  page,
}) => {
  await open(page)
  await page.user.type(screen.getByRole('textbox', { name: 'Customer reference' }), 'PO-9')
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(page.address).toBe('/orders/new')
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  await page.user.click(await screen.findByRole('button', { name: 'Save draft and leave' }))
  await waitFor(() => expect(page.address).toBe('/orders'))
  await open(page)
  await page.user.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(screen.getAllByRole('textbox', { name: 'Customer reference' })[0]).toHaveProperty('value', 'PO-9')
})

test('an order whose lists cannot be loaded shows the reason', async ({ page }) => {
  page.server.reject(readOrderReference, { status: 403, code: 'forbidden', message: 'Your role does not allow it.' })
  await page.open(newOrderRoute, '/orders/new')
  expect((await screen.findByRole('alert')).textContent).toContain('Your role does not allow it.')
})

test('a price waiting for stop locations is not an error; another missing price has a reason', async ({ page }) => {
  await open(page)
  const [sent, message] = ['stop.minutes_at_stop is not known.', 'Minutes at the stop is not known.']
  const price = { result: 'INCOMPLETE' as const, message: sent, total: null, currency: 'EUR', charges: [] }
  const past = { ...noFacts, kind: 'IN_THE_PAST' as const, on: '2026-02-01' }
  page.server.on(previewOrder, { ...preview, way: null, price, warnings: [past] })
  await fill(page, screen.getByLabelText('Customer'), 'Ship')
  await page.user.click(await screen.findByText('Shipper'))
  const summary = within(screen.getByRole('complementary', { name: 'Summary' }))
  await summary.findByText('The price appears when all stops have a place.')
  expect(summary.queryByText(message)).toBeNull()
  expect(summary.getByText(/^Sun.* is in the past\.$/)).toBeTruthy()
  page.server.on(previewOrder, { ...preview, way: null, price, warnings: [{ ...past, kind: 'PLACE_UNKNOWN' }] })
  await fill(page, screen.getByLabelText('Goods'), 'Steel')
  await summary.findByText(message)
})

test('CHARGE-43: the summary shows route, price, warnings and the last orders of the customer', async ({ page }) => {
  await open(page)
  page.server.on(previewOrder, {
    ...preview,
    way: { distance_km: 312, driving_minutes: 275, is_estimated: true },
    price: {
      result: 'COMPLETE',
      message: 'Card A is used.',
      total: '480.00',
      currency: 'EUR',
      charges: [{ description: 'Freight', amount: '480.00' }],
    },
    warnings: [
      { kind: 'ADR', place: null, on: null, time: null, minutes: null, un_numbers: ['1263'] },
      { kind: 'CLOSES', place: 'Shop', on: '2026-11-26', time: '18:00', minutes: null, un_numbers: [] },
    ],
    recent: [
      {
        order_id: id(8),
        order_number: 'O-8',
        customer_reference_number: 'PO-8',
        from_city: 'Ghent',
        to_city: 'Lyon',
        pickup_on: '2026-11-20',
        is_same_way: true,
      },
    ],
  })
  await enterAll(page)
  const summary = within(screen.getByRole('complementary', { name: 'Summary' }))
  await summary.findByText('312 km')
  expect(summary.getByText('4 h 35 driving')).toBeTruthy()
  expect(summary.getAllByText('€480.00')).toHaveLength(2)
  expect(summary.getByText('ADR UN 1263: needs a driver with an ADR certificate.')).toBeTruthy()
  expect(summary.getByText(/^Shop closes at 18:00 on /)).toBeTruthy()
  expect(summary.getByRole('link', { name: 'Copy O-8' }).getAttribute('href')).toBe(`/orders/new?from=${id(8)}`)
  await waitFor(() =>
    expect(page.server.bodies(previewOrder).at(-1)).toMatchObject({
      customer_id: id(3),
      order: { consignments: [{ pickup_stop: { location: { city: 'Ghent' }, date: '2026-11-25' } }] },
    }),
  )
})

test('a draft is saved on this device and offered again; leaving needs no confirmation', async ({ page }) => {
  await open(page)
  await fill(page, screen.getByLabelText('Customer reference'), 'PO-77')
  await page.user.click(screen.getByText('Save draft'))
  await waitFor(() => expect(page.address).toBe('/orders'))
  await page.open(newOrderRoute, '/orders/new')
  await page.user.click(await screen.findByText('Resume'))
  expect(screen.getByLabelText<HTMLInputElement>('Customer reference').value).toBe('PO-77')
})

test('an order is saved and opens on the planning board at the day of its pickup', async ({ page }) => {
  await open(page)
  page.server.on(createOrder, saved)
  const order = { consignments: [{ pickup_stop: { date: '2026-11-25' } }] } as Members<OrderRecord['order']>
  page.server.on(getOrderRecord, sampleOf(OrderRecord, { order_number: 'O-7', order }))
  await enterAll(page)
  await page.user.click(screen.getByText('Save and plan'))
  await waitFor(() => expect(page.address).toBe('/planning?find=O-7&from=2026-11-25'))
})

test('cells pasted from a sheet become lines of goods, with their totals', async ({ page }) => {
  await open(page)
  await page.user.click(screen.getByLabelText('Goods'))
  await page.user.paste('Description\tQty\tWeight\nSteel\t4\t4500\nPaint\t2\t300\n')
  await waitFor(() =>
    expect(screen.getAllByLabelText<HTMLInputElement>('Goods').map(({ value }) => value)).toEqual(['Steel', 'Paint']),
  )
  expect(screen.getByText('6 pieces · 4.8 t')).toBeTruthy()
})
