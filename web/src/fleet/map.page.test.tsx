import '../testing/sized.ts'
import { listPositions, listSamples, listStopProposals } from '@cartage/contract/positions/app/fleet'
import { listGroupSettings } from '@cartage/contract/resources/app/groups'
import { listMapVehicles, MapStop, MapTrip, MapVehicle } from '@cartage/contract/trips/app/map'
import { getTripRecord, TripRecord } from '@cartage/contract/trips/app/record'
import { describe, expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { mapRoute } from './routes.ts'

const begun = Date.now()
const at = (secondsAgo: number) => new Date(begun - secondsAgo * 1_000).toISOString()
const vehicle = (number: number, members: Members<MapVehicle> = {}) =>
  sampleOf(MapVehicle, {
    resource_id: id(number),
    name: `Truck ${number}`,
    license_plate: `1-AAA-00${number}`,
    position: { latitude: 51, longitude: 4, recorded_at: at(20) },
    ...members,
  })
const trip = sampleOf(MapTrip, {
  ...{ trip_id: id(50), name: 'T-50', status: 'IN_PROGRESS', driver_name: 'Ann', driver_phone: '+32470123456' },
  ...{ customer_name: 'Delta Steel', stop_count: 3, done_count: 1, from_city: 'Ghent', to_city: 'Lille' },
  next_stop: sampleOf(MapStop, {
    name: 'Mill',
    city: 'Lille',
    status: 'PLANNED',
    time_zone: 'Europe/Brussels',
    eta_start_at: at(-3_600),
  }),
})
const moving = { trip, before: { latitude: 50.99, longitude: 4, recorded_at: at(80) } }

async function open(page: Page, items: MapVehicle[], search = '') {
  page.server.on(listMapVehicles, { version: 'v1', items })
  page.server.on(listPositions, { version: 'v2', items: [] })
  page.server.on(listGroupSettings, { items: [] })
  page.server.on(listStopProposals, { items: [] })
  page.server.on(listSamples, { items: [], is_cut: false })
  page.server.on(getTripRecord, sampleOf(TripRecord))
  await page.open(mapRoute, `/map${search}`)
}
const rows = () => screen.findAllByRole('option')

describe('the live map', () => {
  test('has a list with the content of the map: plate, route, speed, state and ETA', async ({ page }) => {
    await open(page, [vehicle(1), vehicle(2, moving)])
    const [first, second] = await rows()
    expect(first!.textContent).toMatch(/1-AAA-002.*Ghent.*Lille.*67 km\/h.*On time.*ETA/)
    expect(second!.textContent).toMatch(/1-AAA-001.*No trip.*Idle/)
    expect(screen.getByRole('button', { name: /On time\s*1/ })).toBeDefined()
    expect(await screen.findByText(/cannot draw the map/)).toBeDefined()
  })

  test('is searched, and filtered by state', async ({ page }) => {
    await open(page, [vehicle(1), vehicle(2, moving)])
    await rows()
    await page.user.click(screen.getByRole('button', { name: /Idle/ }))
    await waitFor(async () => expect((await rows()).map((row) => row.textContent)).toHaveLength(1))
    expect(page.address).toBe('/map?status=IDLE')
    await page.fill(screen.getByRole('searchbox', { name: 'Plate, driver, trip…' }), 'delta')
    expect(await screen.findByText('No vehicle matches all filters.')).toBeDefined()
  })

  test('has a card of the vehicle that is selected with the arrows, and closes it', async ({ page }) => {
    await open(page, [vehicle(1), vehicle(2, moving)])
    await rows()
    const list = screen.getByRole('listbox', { name: 'Vehicles' })
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    const card = await screen.findByRole('complementary', { name: '1-AAA-002' })
    expect(card.textContent).toMatch(/Ann.*T-50 · Delta Steel.*67 km\/h.*1 of 3 stops done.*Mill, Lille/)
    expect(within(card).getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+32470123456')
    expect(within(card).getByRole('link', { name: 'Open trip' }).getAttribute('href')).toBe(`/trips/${id(50)}`)
    fireEvent.keyDown(list, { key: 'End' })
    expect((await screen.findByRole('complementary', { name: '1-AAA-001' })).textContent).toContain('No trip now')
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  })

  test('follows new positions, and reads vehicles again when an unknown one reports', async ({ page }) => {
    await open(page, [vehicle(1)], `?vehicle=${id(1)}`)
    const card = await screen.findByRole('complementary', { name: '1-AAA-001' })
    expect(card.textContent).toContain('Standing')
    const position = (resource_id: string) => ({
      ...{ resource_id, name: 'x', resource_type: 'TRACTOR', license_plate: null },
      states: [{ kind: 'POSITION' as const, recorded_at: at(-10), value: { latitude: 51.005, longitude: 4 } }],
    })
    page.server.on(listPositions, { version: 'v3', items: [position(id(1))] })
    await page.queries.invalidateQueries({ queryKey: ['map', 'positions'] })
    await waitFor(() => expect(card.textContent).toMatch(/6\d km\/h/))
    expect(page.server.requests(listMapVehicles)).toHaveLength(1)
    page.server.on(listPositions, { version: 'v4', items: [position(id(9))] })
    await page.queries.invalidateQueries({ queryKey: ['map', 'positions'] })
    await waitFor(() => expect(page.server.requests(listMapVehicles)).toHaveLength(2))
    expect(page.server.requests(listPositions).at(-1)?.query).toEqual({ since: 'v3' })
  })

  test('explains how to connect telematics while no vehicle has sent a position', async ({ page }) => {
    await open(page, [])
    expect(await screen.findByText('No positions yet')).toBeDefined()
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('shows why it cannot be drawn', async ({ page }) => {
    page.server.on(listGroupSettings, { items: [] })
    page.server.reject(listMapVehicles, { status: 503, code: 'unavailable' })
    await page.open(mapRoute, '/map')
    expect(await screen.findByRole('alert')).toBeDefined()
  })
})
