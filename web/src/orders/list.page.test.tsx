import { getSampleState } from '@cartage/contract/app/sample'
import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  CompanyRecord,
  getCompanyRecord,
  ListedCompany,
  listCompanyRecords,
} from '@cartage/contract/companies/app/record'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { changeOrders, countOrders, ListedOrder, listOrders } from '@cartage/contract/orders/app/list'
import { getOrderRecord, OrderRecord } from '@cartage/contract/orders/app/record'
import { ConsignmentOutput } from '@cartage/contract/orders/consignment'
import { OrderStatusStopOutput } from '@cartage/contract/orders/stop'
import { listCombinations } from '@cartage/contract/planning/app/optimise'
import { listOrderTrips } from '@cartage/contract/trips/app/record'
import { act } from 'react'
import { expect } from 'vitest'
import { currentCommands } from '../shell/commands.ts'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { Cargo } from './list.columns.tsx'
import { ordersRoute } from './routes.ts'

const order = sampleOf(ListedOrder, {
  order_id: id(1),
  order_number: 'O-7',
  status: 'TO_PLAN',
  customer: { name: 'Shipper' },
  from: { name: 'Depot', city: 'Ghent', country: 'BE' },
})

async function open(page: Page, address = '/orders', items: ListedOrder[] = [order]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countOrders, sampleOf(countOrders.response))
  page.server.on(getSampleState, sampleOf(getSampleState.response))
  page.server.on(listOrders, { items, total: items.length })
  return await page.open(ordersRoute, address)
}

test('an order is a row with its number, status, customer and route', async ({ page }) => {
  await open(page)
  const row = within((await screen.findByText('O-7')).closest('[role=row]') as HTMLElement)
  expect(row.getByText('Shipper')).toBeDefined()
  expect(row.getByText('Ghent')).toBeDefined()
  expect(screen.getByText('1 order')).toBeDefined()
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/orders?status=TO_PLAN&q=steel&sort=pickup')
  await screen.findByText('O-7')
  expect(page.server.requests(listOrders)[0]?.query).toMatchObject({
    status: 'TO_PLAN',
    q: 'steel',
    sort: 'pickup',
  })
})

test.for([
  [{ is_tempered: true, temperature_degrees: 2 }, '+2°'],
  [{ is_tempered: true, temperature_degrees: -18 }, '-18°'],
  [{ is_tempered: true }, 'Reefer'],
  [{ is_adr: true, container_scenario: 'EXPORT' }, 'ExportADR'],
] as const)('special properties of the goods are shown in a word: %o', async ([members, text], { page }) => {
  const { container } = await page.show(<Cargo order={{ ...order, ...members }} />)
  expect(container.textContent).toBe(text)
})

test('a view and a filter are kept in the address, and Clear filters drops them', async ({ page }) => {
  await open(page, '/orders?q=steel')
  await screen.findByText('O-7')
  await page.user.click(screen.getByRole('link', { name: /^On hold/ }))
  await waitFor(() => expect(page.address).toContain('status=BLOCKED'))
  page.server.on(listOrders, { items: [], total: 0 })
  await page.addFilter('ADR')
  await waitFor(() => expect(page.server.requests(listOrders).at(-1)?.query).toMatchObject({ is_adr: 'true' }))
  await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(page.address).toBe('/orders'))
})

test('rows show place and time, the load, and its vehicle; sums cover the list and the selection', async ({ page }) => {
  const load = (pieces: number, weight_kg: number, loading_meters: number) => ({ pieces, weight_kg, loading_meters })
  const carriers = [
    { resource_type: 'TRACTOR', name: 'Volvo', license_plate: '1-ABC-123' },
    { resource_type: 'DRIVER', name: 'Jan Peeters', license_plate: null },
  ]
  const planned = { ...order, load: load(24, 12_400, 9.6), carriers, subcontractor: null, pickup_on: '2026-03-02' }
  const other = {
    ...order,
    order_id: id(2),
    order_number: 'O-8',
    load: load(1, 600, 0),
    carriers: [],
    subcontractor: 'Fast',
  }
  await open(page, '/orders', [planned, other])
  const row = (await screen.findByText('O-7')).closest('[role=row]')!.textContent
  for (const text of ['12,400 kg', '24 pieces · 9.6 LDM', '1-ABC-123', 'Jan Peeters', '2 Mar'])
    expect(row).toContain(text)
  expect(screen.getByText('O-8').closest('[role=row]')!.textContent).toContain('Fast')
  expect(screen.getByText('2 orders · 25 pieces · 13 t · 9.6 LDM')).toBeDefined()
  await page.user.click(screen.getByRole('checkbox', { name: 'Select row 1' }))
  expect(screen.getByRole('status').textContent).toBe('1 selected24 pieces · 12.4 t · 9.6 LDM')
})

test('selected orders are planned for the days they are requested for', async ({ page }) => {
  const requested = { ...order, pickup_on: '2099-03-04', delivery_on: null }
  const later = { ...order, order_id: id(2), order_number: 'O-8', pickup_on: '2099-03-05', delivery_on: '2099-03-06' }
  await open(page, '/orders', [requested, later])
  page.server.on(listCombinations, { combinations: [] })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Select row 2' }))
  await page.user.click(screen.getByRole('button', { name: 'Plan these' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan 2 orders' }))
  const day = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name }).value
  // The focused field shows the day as typed. The dialog focuses the first field.
  await waitFor(() => expect([day('From'), day('Until')]).toEqual(['2099-03-04', 'Fri, 6 Mar 2099']))
})

test('new orders wait behind a button, so that no row moves', async ({ page }) => {
  await open(page)
  await screen.findByText('O-7')
  const next = { ...order, order_id: id(2), order_number: 'O-8' }
  page.server.on(listOrders, { items: [next, { ...order, status: 'PLANNED' }], total: 2 })
  await act(() => page.queries.invalidateQueries({ queryKey: ['orders', 'list'] }))
  const button = await screen.findByRole('button', { name: '1 new order' })
  expect(screen.queryByText('O-8')).toBeNull()
  expect(screen.getByText('O-7').closest('[role=row]')!.textContent).toContain('Planned')
  await page.user.click(button)
  expect((await screen.findByText('O-8')).closest('[role=row]')?.getAttribute('data-fresh')).toBe('true')
  expect(screen.queryByRole('button', { name: '1 new order' })).toBeNull()
})

test('a filter is added by its name, is edited as a chip, and is removed', async ({ page }) => {
  await open(page)
  await screen.findByText('O-7')
  act(() =>
    currentCommands()
      .find(({ keys }) => keys === 'f')!
      .run(),
  )
  await page.user.click(await screen.findByRole('menuitem', { name: 'Status' }))
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /^Planned/ }))
  await waitFor(() => expect(page.address).toBe('/orders?status=PLANNED'))
  await page.user.keyboard('{Escape}')
  await page.user.click(screen.getByRole('button', { name: 'Status: Planned' }))
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /^Completed/ }))
  await waitFor(() => expect(page.address).toContain('COMPLETED'))
  await page.user.keyboard('{Escape}')
  await page.user.click(screen.getByRole('button', { name: 'Clear Status' }))
  await waitFor(() => expect(page.address).toBe('/orders'))
  expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
})

test('a filter that is left without a value is not kept', async ({ page }) => {
  await open(page)
  await page.addFilter('Status')
  await screen.findByRole('menuitemcheckbox', { name: /^Planned/ })
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Status' })).toBeNull())
})

test('orders are filtered by a customer found by typing', async ({ page }) => {
  const customer = sampleOf(ListedCompany, { company_id: id(5), name: 'Bakery' })
  page.server.on(listCompanyRecords, { items: [customer], total: 1 })
  page.server.on(getCompanyRecord, sampleOf(CompanyRecord, { company: { name: 'Bakery' } }))
  await open(page)
  await page.addFilter('Customer')
  await page.user.type(await screen.findByRole('combobox', { name: 'Customer' }), 'bak')
  await page.user.click(await screen.findByRole('option', { name: /Bakery/ }))
  await waitFor(() => expect(page.address).toBe(`/orders?company=${id(5)}`))
  expect((await screen.findByRole('button', { name: /^Customer:/ })).textContent).toContain('Customer:')
  expect(page.server.requests(listOrders).at(-1)?.query).toMatchObject({ company: id(5) })
})

test('orders are filtered by a period of pickup, or from one typed day to another', async ({ page }) => {
  await open(page)
  await page.addFilter('Pickup')
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Tomorrow' }))
  await waitFor(() => expect(page.address).toBe('/orders?when=tomorrow'))
  const query = page.server.requests(listOrders).at(-1)?.query
  expect(query?.pickup_from).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(query?.pickup_to).toBe(query?.pickup_from)
  expect(query).not.toHaveProperty('when')
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /From/ }))
  await page.fill(await screen.findByRole('textbox', { name: 'Pickup from' }), '2026-03-02')
  await page.fill(screen.getByRole('textbox', { name: 'Pickup to' }), '2026-03-08')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.address).toBe('/orders?pickup_from=2026-03-02&pickup_to=2026-03-08'))
})

test('filters that only links can set are shown with a button to drop each', async ({ page }) => {
  await open(page, `/orders?company=${id(5)},${id(6)}&pickup_from=2026-03-02&pickup_to=2026-03-08&is_adr=false`)
  await screen.findByText('O-7')
  expect(screen.getByText(/2 Mar/).closest('span')!.parentElement!.textContent).toContain('8 Mar')
  await page.user.click(screen.getByRole('button', { name: /^Remove.*Customer|^Clear.*Customer/ }))
  await waitFor(() => expect(page.address).not.toContain('company='))
  expect(page.server.requests(listOrders)[0]?.query).toMatchObject({ is_adr: 'false', pickup_from: '2026-03-02' })
})

test('a click opens the panel of an order: its route, the reason of a hold, and a link to its page', async ({
  page,
}) => {
  const stop = sampleOf(OrderStatusStopOutput, { id: id(2), location: { name: 'Depot', city: 'Ghent', address: '' } })
  page.server.on(
    getOrderRecord,
    sampleOf(OrderRecord, {
      order_number: 'O-7',
      is_blocked: true,
      block_reason: 'Customs',
      order: { id: id(1), customer: { name: 'Shipper' }, stops: [stop], consignments: [sampleOf(ConsignmentOutput)] },
    }),
  )
  page.server.on(listOrderTrips, { items: [] })
  page.server.on(listOrderFiles, { items: [], lacks_proof: false })
  await open(page)
  await page.user.click(await screen.findByText('O-7'))
  const panel = within(await screen.findByRole('complementary', { name: 'Order' }))
  expect(await panel.findByText('Customs')).toBeDefined()
  expect(panel.getByText('Depot')).toBeDefined()
  expect(await panel.findByText('Not on a trip yet.')).toBeDefined()
  await page.user.click(panel.getByRole('button', { name: /^Open/ }))
  await waitFor(() => expect(page.address).toBe(`/orders/${id(1)}`))
})

test('selected orders are held with a reason and cancelled after a confirmation', async ({ page }) => {
  await open(page)
  page.server.on(changeOrders, { items: [{ order_id: id(1), is_done: true, message: null }] })
  const choose = async () => page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await choose()
  await page.user.click(await screen.findByRole('button', { name: 'Hold' }))
  await page.user.type(await screen.findByLabelText('Reason'), 'Customs{Enter}')
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  await choose()
  await page.user.click(await screen.findByRole('button', { name: 'Cancel orders' }))
  await page.user.click(
    within(await screen.findByRole('dialog', { name: 'Cancel 1 order?' })).getByRole('button', {
      name: 'Cancel orders',
    }),
  )
  await waitFor(() =>
    expect(page.server.bodies(changeOrders)).toEqual([
      { action: 'block', order_ids: [id(1)], reason: 'Customs' },
      { action: 'cancel', order_ids: [id(1)] },
    ]),
  )
})

test('selected orders are released at once, and rejected ones show the reason', async ({ page }) => {
  await open(page)
  page.server.on(changeOrders, {
    items: [{ order_id: id(1), is_done: false, message: 'The order is not on hold.' }],
  })
  await screen.findByText('O-7')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(await screen.findByRole('button', { name: 'Release' }))
  expect(await screen.findAllByText(/The order is not on hold/)).not.toHaveLength(0)
  expect(page.server.bodies(changeOrders)).toEqual([{ action: 'unblock', order_ids: [id(1)] }])
})

test('a list without orders explains how to get the first, and one without results shows this', async ({ page }) => {
  const { unmount } = await open(page, '/orders', [])
  expect(await screen.findByText('No orders yet')).toBeDefined()
  unmount()
  page.queries.removeQueries({ queryKey: ['orders'] })
  await open(page, '/orders?q=nothing', [])
  await waitFor(() => expect(screen.queryByText('No orders yet')).toBeNull())
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countOrders, sampleOf(countOrders.response))
  page.server.disconnect(listOrders)
  await page.open(ordersRoute, '/orders')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listOrders, { items: [order], total: 1 })
  await page.user.click(retry)
  expect(await screen.findByText('O-7')).toBeDefined()
})

test('a viewer neither selects nor creates orders', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await open(page)
  await screen.findByText('O-7')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /New order/ })).toBeNull()
})
