import { getOrderCredit, OrderCredit } from '@cartage/contract/accounting/app/receivables'
import { AuditRecord } from '@cartage/contract/audit/app'
import { getOrderCharges, OrderCharges } from '@cartage/contract/charges/app/read'
import { RecentEvent } from '@cartage/contract/events/app'
import { draftOrderMail, listOrderMails, Mail, MailDraft, sendOrderMail } from '@cartage/contract/mails/app/mails'
import { blockOrder, OrderState } from '@cartage/contract/orders/app/commands'
import {
  addOrderDocument,
  listOrderFiles,
  listOrderScans,
  OrderDocument,
  OrderScan,
} from '@cartage/contract/orders/app/documents'
import {
  exportOrderRecord,
  getOrderRecord,
  listOrderEvents,
  listOrderHistory,
  OrderRecord,
} from '@cartage/contract/orders/app/record'
import { ConsignmentOutput } from '@cartage/contract/orders/consignment'
import { GoodOutput } from '@cartage/contract/orders/goods'
import { OrderExport } from '@cartage/contract/orders/order-input'
import { OrderStatusStopOutput } from '@cartage/contract/orders/stop'
import { BoardPlace } from '@cartage/contract/planning/app/board'
import { PlannedStop } from '@cartage/contract/planning/app/trip'
import { getOrderTemperature, TemperatureRecord } from '@cartage/contract/temperatures/app'
import { TripCarrier } from '@cartage/contract/trips/app/list'
import { listOrderTrips, OrderTrip } from '@cartage/contract/trips/app/record'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { orderRoute } from './routes.ts'

const steel = sampleOf(GoodOutput, { id: id(20), description: 'Steel', quantity: 3, total_weight_kg: 4_500 })
const place = (name: string, city: string) => ({ name, city, country: 'BE', address: '' })
const consignment = (members: Members<ConsignmentOutput> = {}) =>
  sampleOf(ConsignmentOutput, {
    pickup_stop: { id: id(2), location: place('Depot', 'Ghent'), date: '2026-03-02' },
    delivery_stop: { id: id(3), location: place('Shop', 'Lyon'), date: '2026-03-03' },
    goods: [steel],
    ...members,
  })
const stops = [
  sampleOf(OrderStatusStopOutput, {
    id: id(2),
    location: place('Depot', 'Ghent'),
    activity_label: 'Pickup',
    date: '2026-03-02',
    time_window: { start_time: '08:00:00', end_time: '12:00:00' },
    start_timestamp: '2026-03-02T08:30:00Z',
    status: 'COMPLETED',
  }),
  sampleOf(OrderStatusStopOutput, {
    id: id(3),
    location: place('Shop', 'Lyon'),
    activity_label: 'Delivery',
    date: '2026-03-03',
    start_timestamp: '2026-03-03T10:00:00Z',
    status: 'PLANNED',
  }),
]
const customer = { id: id(5), name: 'Bakery' }
const order = (members: Members<OrderRecord> = {}) =>
  sampleOf(OrderRecord, {
    order_number: 'O-7',
    status: 'PLANNED',
    ...members,
    order: { id: id(1), customer, stops, consignments: [consignment()], ...members.order },
  })
const trip = sampleOf(OrderTrip, {
  trip_id: id(6),
  name: 'T-7',
  status: 'PLANNED',
  resources: [sampleOf(TripCarrier, { resource_id: id(7), name: 'Truck 7', license_plate: '1-ABC-123' })],
  stops: [
    sampleOf(PlannedStop, {
      stop_id: id(3),
      location_id: id(8),
      activity_label: 'Delivery',
      status: 'PLANNED',
      eta_start_at: '2026-03-03T10:15:00Z',
    }),
  ],
  places: [sampleOf(BoardPlace, { location_id: id(8), name: 'Shop', city: 'Lyon', country: 'FR' })],
})

async function open(page: Page, record: OrderRecord, tab = '', credit: OrderCredit | null = null) {
  page.server.on(getOrderCredit, { credit })
  page.server.on(getOrderCharges, sampleOf(OrderCharges, { totals: [{ currency: 'EUR', amount: '874.72' }] }))
  page.server.on(getOrderRecord, record)
  page.server.on(listOrderTrips, { items: [trip] })
  page.server.on(listOrderHistory, { items: [] })
  page.server.on(listOrderScans, { items: [], units: 0 })
  page.server.on(listOrderMails, { items: [] })
  page.server.on(listOrderFiles, { items: [], lacks_proof: false })
  await page.open(orderRoute, `/orders/${id(1)}${tab && `?tab=${tab}`}`)
  await screen.findByText('Developer')
}
const row = (text: string) => screen.getByText(text).closest('tr')!

describe('the page of an order', () => {
  test('MAIL-4: sends the customer an e-mail from its header, whatever tab is open', async ({ page }) => {
    await open(page, order())
    page.server.on(
      draftOrderMail,
      sampleOf(MailDraft, { company_name: 'Bakery', body: 'Dear Bakery', is_possible: true }),
    )
    page.server.on(sendOrderMail, sampleOf(Mail))
    await page.user.click(await screen.findByRole('button', { name: 'Send e-mail' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delay notice…' }))
    await page.fill(await screen.findByRole('textbox', { name: 'Text' }), 'We are late.')
    await page.fill(screen.getByRole('textbox', { name: 'To Bakery' }), 'an@bakery.example')
    await page.fill(screen.getByRole('textbox', { name: 'Subject' }), 'O-7')
    await page.user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(page.server.bodies(sendOrderMail)).toMatchObject([{ kind: 'DELAY', body: 'We are late.' }]),
    )
  })

  test('shows its route: loading, requested times, and actual times', async ({ page }) => {
    await open(page, order())
    await screen.findByText('T-7')
    expect(row('Depot').textContent).toContain('Pickup · Ghent BE')
    expect(row('Depot').textContent).toContain('3 pieces · 4,500 kg')
    expect(row('Depot').textContent).toContain('08:00–12:00')
    expect(row('Depot').textContent).toContain('09:30ActualCompleted')
    await waitFor(() => expect(row('Shop').textContent).toContain('11:00ETA'))
    expect(row('Steel').textContent).toContain('4,500')
  })

  test('CREDIT-3: shows the credit used by the paying company, its limit, and who decides; to users who see prices', async ({
    page,
  }) => {
    const figure = { currency: 'EUR', used: '221.00', limit: '200.00', is_exceeded: true, check: 'WARN' as const }
    const payer = { company_id: id(9), name: 'Bakeries' }
    const credit = sampleOf(OrderCredit, { comes_to: 'WARN', payer, figure, roles: ['SUPER_ADMIN'] })
    await open(page, order(), '', credit)
    const banner = (await screen.findByText(/credit limit/)).closest('[role=status]')!
    expect(banner.textContent).toBe(
      'With this order Bakeries uses €221.00 of the credit limit of €200.00. Who decides about credit: Super admin.',
    )
    expect(
      within(banner as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(`/companies/${id(9)}`)
  })

  test('shows its facts, its container and its price; a company is a link for users who may read it', async ({
    page,
  }) => {
    const container = { container_number: 'MSKU1234565', container_scenario: 'IMPORT' } as const
    const pricing = { currency: 'EUR', total_excl_tax: '450.00' }
    await open(page, order({ order: { container, pricing, custom_fields: { dock: 'B4' } } }))
    expect(screen.getAllByRole('link', { name: 'Bakery' })[0]!.getAttribute('href')).toBe(`/companies/${id(5)}`)
    expect(screen.getAllByText('MSKU1234565')).toHaveLength(2)
    expect(screen.getByText('Import')).toBeDefined()
    expect(screen.getByText('EUR 450.00')).toBeDefined()
    expect(screen.getByText('B4')).toBeDefined()
    expect(await screen.findAllByText('Truck 7 1-ABC-123')).not.toHaveLength(0)
  })

  test('shows at the top the customer, the route, special properties of the load, and the driver', async ({ page }) => {
    const driver = { resource_type: 'DRIVER', resource_id: id(9), name: 'Ann', phone_number: '+32470123456' } as const
    const paint = sampleOf(GoodOutput, {
      id: id(21),
      packaged_items: [{ adr: { un_number: '1263' } }],
      ordered_transport_temperature_degrees: 5,
    } as Members<GoodOutput>)
    page.server.on(listOrderTrips, { items: [] })
    await open(page, order({ order: { consignments: [consignment({ goods: [paint] })] } }))
    page.server.on(listOrderTrips, { items: [{ ...trip, resources: [sampleOf(TripCarrier, driver)] }] })
    await page.queries.invalidateQueries({ queryKey: ['orders', 'trips'] })
    const strip = within(screen.getByRole('region', { name: 'Order at a glance' }))
    expect(strip.getByText('Ghent → Lyon')).toBeDefined()
    expect(strip.getByText('ADR')).toBeDefined()
    expect(strip.getByText('5°')).toBeDefined()
    expect(strip.getByText('Bakery').getAttribute('href')).toBe(`/companies/${id(5)}`)
    expect((await strip.findByText('+32 470 12 34 56')).getAttribute('href')).toBe('tel:+32470123456')
  })

  test('has its stops on a time axis', async ({ page }) => {
    await open(page, order())
    const table = within(await screen.findByRole('table', { name: 'Stops' }))
    expect(table.getByRole('columnheader', { name: /^Time axis/ })).toBeDefined()
    expect(row('Depot').querySelectorAll('[aria-hidden=true] .rounded-full').length).toBeGreaterThan(0)
  })

  test('shows the reason of a hold, and that its delivery is requested before its pickup', async ({ page }) => {
    const early = consignment({ delivery_stop: { id: id(3), location: place('Shop', 'Lyon'), date: '2026-03-01' } })
    const fine = consignment({ pickup_stop: { id: id(4), location: place('Depot', 'Ghent'), date: '2026-03-02' } })
    const asked = (stop_id: string, asked_from: string, asked_to: string) => ({
      ...{ stop_id, time_zone: 'Europe/Brussels', asked_from, asked_to, punctuality: null },
    })
    const held = {
      ...{ is_blocked: true, block_reason: 'Customs', order: { consignments: [fine, early] } },
      stop_facts: [
        asked(id(2), '2026-03-01T23:00:00Z', '2026-03-02T22:59:00Z'),
        asked(id(3), '2026-02-28T23:00:00Z', '2026-03-01T22:59:00Z'),
        asked(id(4), '2026-03-01T08:30:00Z', '2026-03-01T10:00:00Z'),
      ],
    }
    await open(page, order(held))
    expect(screen.getByText('On hold: Customs')).toBeDefined()
    expect(screen.getByText('Delivery before pickup in consignment 2.')).toBeDefined()
  })

  test('has the first six documents of the overview, a link to all, and the last actions', async ({ page }) => {
    await open(page, order())
    const names = Array.from({ length: 7 }, (_, at) => `cmr-${at}.pdf`)
    const files = names.map((name, at) => sampleOf(OrderDocument, { document_id: id(50 + at), name, type: 'CMR' }))
    page.server.on(listOrderFiles, { items: files, lacks_proof: false })
    await page.queries.invalidateQueries({ queryKey: ['orders', 'files'] })
    expect(await screen.findByText('cmr-5.pdf')).toBeDefined()
    expect(screen.queryByText('cmr-6.pdf')).toBeNull()
    expect(screen.getByText('All 7').getAttribute('href')).toBe(`/orders/${id(1)}?tab=documents`)
    expect(screen.getByText('No changes yet.')).toBeDefined()
  })

  test('can be held from its page, with a reason', async ({ page }) => {
    await open(page, order({ status: 'TO_PLAN' }))
    page.server.on(blockOrder, sampleOf(OrderState))
    await page.user.click(screen.getByRole('button', { name: /^Hold/ }))
    await page.user.type(await screen.findByLabelText('Reason'), 'Customs{Enter}')
    await screen.findByText('Order O-7 on hold')
    expect(page.server.bodies(blockOrder)).toEqual([{ reason: 'Customs' }])
    expect(page.server.requests(getOrderRecord).length).toBeGreaterThan(1)
  })

  test('that does not exist shows a message, and one that could not be loaded is loaded again', async ({ page }) => {
    page.server.reject(getOrderRecord, { status: 404, code: 'not_found' })
    page.server.on(getOrderCharges, sampleOf(OrderCharges))
    page.server.on(getOrderCredit, { credit: null })
    page.server.on(listOrderTrips, { items: [] })
    await page.open(orderRoute, `/orders/${id(1)}?tab=charges`)
    expect((await screen.findByRole('alert')).textContent).toContain('This record no longer exists')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    page.server.disconnect(getOrderRecord)
    await page.queries.resetQueries({ queryKey: ['orders'] })
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(getOrderRecord, order())
    await page.user.click(again)
    expect(await screen.findByText('No charges yet')).toBeDefined()
  })
})

describe('the tabs of an order', () => {
  test('the overview has the sum of the charges, and links to them', async ({ page }) => {
    await open(page, order())
    const sum = await screen.findByRole('link', { name: '€874.72' })
    expect(sum.getAttribute('href')).toBe(`/orders/${id(1)}?tab=charges`)
  })

  test('goods are shown by consignment, with their substances and temperature', async ({ page }) => {
    const paint = sampleOf(GoodOutput, {
      id: id(21),
      description: 'Paint',
      packaged_items: [{ adr: { un_number: '1263', adr_class: '3', packing_group: 'II' } }],
      ordered_transport_temperature_degrees: 5,
    } as Members<GoodOutput>)
    page.server.on(getOrderTemperature, sampleOf(TemperatureRecord, {}))
    await open(page, order({ order: { consignments: [consignment(), consignment({ goods: [paint] })] } }), 'goods')
    const second = within(await screen.findByRole('table', { name: 'Goods of consignment 2' }))
    expect(second.getByText('UN 1263 3 II')).toBeDefined()
    expect(second.getByText('5°')).toBeDefined()
    expect(screen.getByText('Consignment 1: Ghent → Lyon')).toBeDefined()
  })

  test('an order without goods shows a message', async ({ page }) => {
    await open(page, order({ order: { consignments: [consignment({ goods: [] })] } }), 'goods')
    expect(await screen.findByText('No goods entered on this order.')).toBeDefined()
  })

  test('are kept in the address, and old links to moved content still work', async ({ page }) => {
    await open(page, order(), 'trips')
    expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
    await page.user.click(screen.getByRole('tab', { name: 'Activity' }))
    await waitFor(() => expect(page.address).toBe(`/orders/${id(1)}?tab=history`))
  })

  test('a file is added with the chosen type; an order without proof of delivery shows this', async ({ page }) => {
    await open(page, order({ status: 'COMPLETED' }), 'documents')
    page.server.on(listOrderFiles, { items: [], lacks_proof: true })
    await page.queries.invalidateQueries({ queryKey: ['orders', 'files'] })
    page.server.on(addOrderDocument, sampleOf(OrderDocument))
    expect(await screen.findByText('Order completed without proof of delivery.')).toBeDefined()
    await page.user.click(screen.getByRole('combobox', { name: 'Document type' }))
    await page.user.click(await screen.findByRole('option', { name: 'CMR' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await page.user.upload(input, new File(['x'], 'cmr.pdf', { type: 'application/pdf' }))
    await screen.findByText('cmr.pdf added')
    expect(page.server.requests(addOrderDocument)).toMatchObject([
      { params: { order_id: id(1) }, query: { document_type: 'CMR' } },
    ])
  })

  test('scans show the event, and a barcode that is not on the order', async ({ page }) => {
    const scan = { barcode: '00312', status: 'SCANNED_IN', stop_name: 'Ghent', handling_unit_id: id(9) } as const
    const stray = { handling_unit_scan_id: id(31), barcode: '99999', status: null, source_status: 'GELADEN' } as const
    await open(page, order(), 'scans')
    page.server.on(listOrderScans, { items: [sampleOf(OrderScan, scan), sampleOf(OrderScan, stray)], units: 2 })
    await page.queries.invalidateQueries({ queryKey: ['orders', 'scans'] })
    await screen.findByText('00312')
    expect(row('00312').textContent).toContain('Loaded')
    expect(row('99999').textContent).toContain('GELADEN')
    expect(row('99999').textContent).toContain('Barcode not on this order')
  })

  test('labelled pieces that are not scanned yet are counted', async ({ page }) => {
    await open(page, order(), 'scans')
    page.server.on(listOrderScans, { items: [], units: 3 })
    await page.queries.invalidateQueries({ queryKey: ['orders', 'scans'] })
    expect(await screen.findByText('3 labelled pieces not scanned yet.')).toBeDefined()
  })

  test('events link to the log from the tab of developers, and the activity shows who changed what', async ({
    page,
  }) => {
    page.server.on(listOrderEvents, {
      items: [sampleOf(RecentEvent, { event_id: id(40), type: 'Order', entity_type: 'order', entity_name: 'O-7' })],
    })
    page.server.on(exportOrderRecord, sampleOf(OrderExport))
    await open(page, order(), 'events')
    const actor = { kind: 'user', actor_id: id(1), name: 'Pia Planner' } as const
    page.server.on(listOrderHistory, { items: [sampleOf(AuditRecord, { action: 'cancelled', actor })] })
    expect(
      (await screen.findByRole('cell', { name: 'O-7' })).closest('tr')!.querySelector('a')!.getAttribute('href'),
    ).toContain(id(40))
    expect(screen.getByText(id(1))).toBeDefined()
    await page.user.click(screen.getByRole('tab', { name: 'Activity' }))
    await page.queries.invalidateQueries({ queryKey: ['orders', 'history'] })
    expect(await screen.findByText('Cancelled by Pia Planner')).toBeDefined()
  })

  test('the order as a body for the upload can be copied into a new order', async ({ page }) => {
    page.server.on(exportOrderRecord, sampleOf(OrderExport, { order_identifier: 'ERP-9' }))
    page.server.on(listOrderEvents, { items: [] })
    await open(page, order(), 'raw')
    expect((await screen.findByRole('figure', { name: 'Request body' })).textContent).toContain('ERP-9')
    await page.user.click(screen.getByRole('button', { name: 'Duplicate order' }))
    await waitFor(() => expect(page.address).toBe(`/orders/new?from=${id(1)}`))
  })
})
