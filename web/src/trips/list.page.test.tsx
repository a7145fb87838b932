import { listSavedViews } from '@cartage/contract/app/saved-views'
import { CarrierStanding, getTripAnswer, listTripAnswers, TripAnswer } from '@cartage/contract/dispatch/app/answers'
import {
  getResourceRecord,
  ListedResource,
  listResourceRecords,
  ResourceRecord,
} from '@cartage/contract/resources/app/record'
import { countTrips, ListedTrip, listTrips } from '@cartage/contract/trips/app/list'
import { getTripRecord, TripOrder, TripRecord } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { tripsRoute } from './routes.ts'

const row = sampleOf(ListedTrip, {
  trip_id: id(1),
  name: 'T-7',
  status: 'PLANNED',
  from: { name: 'Depot', city: 'Ghent', country: 'BE' },
  stop_count: 4,
  done_count: 1,
})

async function open(
  page: Page,
  address: string,
  items: (typeof row)[] | 'unreachable' = [row],
  standings: CarrierStanding[] = [],
) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countTrips, sampleOf(countTrips.response))
  page.server.on(listTripAnswers, { items: standings })
  if (items === 'unreachable') page.server.disconnect(listTrips)
  else page.server.on(listTrips, { ...sampleOf(listTrips.response), items, total: items.length })
  return await page.open(tripsRoute, address)
}

test('the rows show the loaded data', async ({ page }) => {
  await open(page, '/trips')
  const cells = within((await screen.findByText('T-7')).closest('[role=row]') as HTMLElement)
  expect(cells.getByText('Planned')).toBeDefined()
  expect(cells.getByText('Ghent')).toBeDefined()
  expect(cells.getByTitle('1 of 4 stops completed').textContent).toBe('1/4')
})

test('kilometres without a routing engine are marked', async ({ page }) => {
  const known = { ...row, distance_km: 120, distance_is_estimated: false }
  await open(page, '/trips', [known, { ...known, trip_id: id(2), name: 'T-8', distance_is_estimated: true }])
  await page.user.click(await screen.findByRole('button', { name: 'Display' }))
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Distance' }))
  const cells = (name: string) => within(screen.getByText(name).closest('[role=row]') as HTMLElement)
  expect(cells('T-7').getByText('120 km')).toBeDefined()
  expect(cells('T-7').queryByTitle(/^Estimated distance/)).toBeNull()
  expect(cells('T-8').getByTitle(/^Estimated distance/)).toBeDefined()
})

test('a carrier that declined a trip and one with an older version are marked', async ({ page }) => {
  const dispatch = {
    destination_name: 'Fast Freight',
    state: 'DECLINED',
    reason: 'No truck',
    differs_since: null,
  } as const
  const dispatch_failure = { state: 'FAILED', reason: 'No truck', since: '2026-02-02T08:00:00Z' } as const
  const declined = { ...row, is_refused: true, dispatch_failure, is_dispatched: true, dispatch, resources: [] }
  await open(page, '/trips', [declined, { ...row, trip_id: id(2), name: 'T-8', is_outdated: true }])
  const cells = (name: string) => within(screen.getByText(name).closest('[role=row]') as HTMLElement)
  await screen.findByText('T-7')
  const tag = await cells('T-7').findByText('Dispatch failed')
  expect(tag.closest('[title]')?.getAttribute('title')).toBe('No truck')
  expect(cells('T-7').getByRole('img', { name: 'Dispatch failed' })).toBeDefined()
  expect(cells('T-8').getByText('Older version')).toBeDefined()
})

test('DISP-6: rows show the standing of trips at their carriers, all with one request', async ({ page }) => {
  const answer = sampleOf(TripAnswer, { answer: 'REFUSED', reason: 'No truck left' })
  const shared = { company_name: 'Fast Freight', is_overdue: false }
  const accepted = sampleOf(CarrierStanding, { ...shared, trip_id: id(1), state: 'ACCEPTED', answer: null })
  const refused = sampleOf(CarrierStanding, { ...shared, trip_id: id(2), state: 'REFUSED', answer })
  const dispatch_failure = { state: 'REFUSED', reason: 'No truck left', since: '2026-02-02T08:00:00Z' } as const
  const rows = [
    { ...row, is_dispatched: true, is_outdated: true },
    { ...row, trip_id: id(2), name: 'T-8', is_refused: true, dispatch_failure },
    { ...row, trip_id: id(3), name: 'T-9', status: 'CANCELLED' },
  ]
  await open(page, '/trips', rows, [accepted, refused])
  const cells = (name: string) => within(screen.getByText(name).closest('[role=row]') as HTMLElement)
  await screen.findByText('T-7')
  expect(await cells('T-7').findByText('Accepted')).toBeDefined()
  expect(cells('T-7').queryByText('Older version')).toBeNull()
  expect(cells('T-8').getByText('Refused').closest('[title]')?.getAttribute('title')).toBe('Refused: No truck left')
  expect(page.server.requests(listTripAnswers).map(({ query }) => query)).toEqual([{ trip_ids: `${id(1)},${id(2)}` }])
})

test('a click opens the panel of a trip, with its stops and orders, and Enter its page', async ({ page }) => {
  const order = sampleOf(TripOrder, { order_id: id(7), order_number: 'O-7', customer_name: 'Bakery' })
  page.server.on(getTripRecord, sampleOf(TripRecord, { trip: { trip_id: id(1), name: 'T-7' }, orders: [order] }))
  page.server.on(getTripAnswer, { standing: null })
  await open(page, '/trips')
  await page.user.click(await screen.findByText('T-7'))
  const panel = within(await screen.findByRole('complementary', { name: 'Trip' }))
  expect(await panel.findByText('Bakery')).toBeDefined()
  expect(panel.getByRole('link', { name: 'O-7' }).getAttribute('href')).toBe(`/orders/${id(7)}`)
  expect(page.address).toContain(`peek=${id(1)}`)
  await page.user.click(panel.getByRole('button', { name: /^Open/ }))
  await waitFor(() => expect(page.address).toBe(`/trips/${id(1)}`))
})

test('a view sets its filters and drops those of another', async ({ page }) => {
  await open(page, '/trips?status=CREATED')
  await page.user.click(await screen.findByRole('button', { name: /^Unassigned/ }))
  await waitFor(() =>
    expect(page.server.requests(listTrips).at(-1)?.query).toMatchObject({
      driven_by: 'NOBODY',
      status: 'CREATED,PLANNED,IN_PROGRESS',
    }),
  )
})

test('the trips of today begin with the first, all trips with the latest', async ({ page }) => {
  const { unmount } = await open(page, '/trips?when=today')
  await screen.findByText('T-7')
  expect(page.server.requests(listTrips).at(-1)?.query).toMatchObject({ sort: 'starts' })
  unmount()
  await open(page, '/trips')
  await screen.findByText('T-7')
  expect(page.server.requests(listTrips).at(-1)?.query).toMatchObject({ sort: '-starts' })
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/trips?status=PLANNED&q=T-7&late=true')
  await screen.findAllByText('T-7')
  expect(page.server.requests(listTrips)[0]?.query).toMatchObject({ status: 'PLANNED', q: 'T-7', is_late: 'true' })
})

test('trips are filtered by a driver found by typing, whose name is on the chip', async ({ page }) => {
  const driver = sampleOf(ListedResource, { resource_id: id(5), name: 'Jan Peeters' })
  page.server.on(listResourceRecords, { items: [driver], total: 1 })
  page.server.on(getResourceRecord, sampleOf(ResourceRecord, { resource: { name: 'Jan Peeters' } }))
  await open(page, '/trips')
  await page.addFilter('Driver or vehicle')
  await page.user.type(await screen.findByRole('combobox', { name: 'Driver or vehicle' }), 'jan')
  await page.user.click(await screen.findByRole('option', { name: /Jan/ }))
  await waitFor(() => expect(page.address).toBe(`/trips?resource=${id(5)}`))
  expect(await screen.findByRole('button', { name: 'Driver or vehicle: Jan Peeters' })).toBeDefined()
})

test('a list without rows explains this, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/trips', [])
  expect(await screen.findByText('No trips yet')).toBeDefined()
  unmount()
  await open(page, '/trips?status=PLANNED&q=T-7&late=true', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  await open(page, '/trips', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listTrips, { ...sampleOf(listTrips.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('T-7')).not.toHaveLength(0)
})
