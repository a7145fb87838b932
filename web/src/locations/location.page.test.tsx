import { findPlaceQuestions, PlaceChoice, PlaceQuestion } from '@cartage/contract/locations/app/answers'
import {
  archiveLocation,
  chooseLocationPlace,
  getLocation,
  getLocationUses,
  LocationUses,
  listLocationHistory,
  listLocations,
  mergeLocation,
  restoreLocation,
  updateLocation,
} from '@cartage/contract/locations/app/record'
import { LocationRecord } from '@cartage/contract/locations/endpoints'
import { getLocationFence, setLocationFence } from '@cartage/contract/positions/app/fleet'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { locationRoute } from './routes.ts'

const depot = (members: Members<LocationRecord> = {}) =>
  sampleOf(LocationRecord, { id: id(1), name: 'Depot', city: 'Ghent', country: 'BE', code: 'D1', ...members })

async function open(page: Page, search = '', given = depot(), questions: PlaceQuestion[] = []) {
  page.server.on(findPlaceQuestions, { questions })
  page.server.on(getLocation, given)
  page.server.on(getLocationFence, { ...sampleOf(getLocationFence.response), usual_radius_m: 200 })
  await page.open(locationRoute, `/locations/${id(1)}${search}`)
}
const params = { location_id: id(1) }

/** One of several places called Neustadt. */
const near = { latitude: 54.107, longitude: 10.815, near: 'Lübeck', near_km: 28 }
const neustadt = sampleOf(PlaceQuestion, {
  ...{ city: 'Neustadt', postal_code: '', country: 'DE', location_id: id(1), company_ids: [] },
  choices: [sampleOf(PlaceChoice, { ...near, country: 'DE', postal_codes: '23', usual_km: null })],
})

/** Edits a line inline: opens, types and saves. */
async function edit(page: Page, name: string, text: string) {
  await page.user.click((await screen.findByText(`Edit ${name}`)).closest('button')!)
  const field = screen.getByRole('textbox', { name })
  await page.fill(field, text)
  await page.user.keyboard('{Enter}')
  return field
}

describe('a location', () => {
  test('with coordinates has a map, or a message if the browser cannot draw it', async ({ page }) => {
    await open(page, '', depot({ latitude: 51.05, longitude: 3.72 }))
    expect(await screen.findByText(/cannot draw the map/)).toBeDefined()
    expect(screen.getByText(/Drag its edge to change the radius/)).toBeDefined()
  })

  test('PLACE-2: with an ambiguous town asks which one, by its postal codes and a nearby town', async ({ page }) => {
    const candidates = [
      { latitude: 54.107, longitude: 10.815, radius_km: 2, near: 'Lübeck', near_km: 28 },
      { latitude: 49.35, longitude: 8.139, radius_km: 3, near: 'Ludwigshafen', near_km: 27 },
    ]
    const estimate = { source: 'AMBIGUOUS', radius_km: 564, candidates, disagrees: false } as const
    const unclear = depot({ latitude: null, longitude: null, is_coordinate_estimate: false, estimate })
    await open(page, '', unclear, [neustadt])
    expect(await screen.findByText('Unclear: several places have this name')).toBeDefined()
    page.server.on(chooseLocationPlace, depot())
    await page.user.click(await screen.findByRole('button', { name: 'DE 23… · 28 km from Lübeck' }))
    const body = { latitude: 54.107, longitude: 10.815 }
    await waitFor(() => expect(page.server.requests(chooseLocationPlace)).toMatchObject([{ params, body }]))
  })

  test('PLACE-7: whose town becomes ambiguous asks at once', async ({ page }) => {
    await open(page, '', depot({ latitude: 51.05, longitude: 3.72 }), [neustadt])
    const moved = { city: 'Neustadt', country: 'DE', latitude: null, longitude: null, is_coordinate_estimate: false }
    page.server.on(updateLocation, depot({ ...moved, estimate: null }))
    page.server.on(getLocation, depot({ ...moved, estimate: null }))
    expect(page.server.requests(findPlaceQuestions)).toEqual([])
    await edit(page, 'Town', 'Neustadt')
    expect(await screen.findByRole('button', { name: 'DE 23… · 28 km from Lübeck' })).toBeDefined()
    expect(page.server.bodies(findPlaceQuestions)).toMatchObject([{ city: 'Neustadt', location_id: id(1) }])
  })

  test('PLACE-3: located by its postal code alone shows the possible deviation', async ({ page }) => {
    const estimate = { source: 'REGION' as const, radius_km: 30, candidates: [], disagrees: true }
    await open(page, '', depot({ latitude: 50.85, longitude: 4.35, is_coordinate_estimate: true, estimate }))
    expect(await screen.findByText(/up to 30 km off: no town of this name is known there/)).toBeDefined()
  })

  test('is edited line by line; an emptied line is sent as null', async ({ page }) => {
    await open(page)
    page.server.on(updateLocation, depot())
    await edit(page, 'Street', 'Quay 1')
    await waitFor(() => expect(page.server.bodies(updateLocation)).toEqual([{ address: 'Quay 1' }]))
    await edit(page, 'Code', '')
    await waitFor(() => expect(page.server.bodies(updateLocation)[1]).toEqual({ code: null }))
    expect(page.server.requests(updateLocation)).toMatchObject([{ params }, { params }])
  })

  test('has minutes for loading and unloading, sent as numbers; emptied they are sent as null', async ({ page }) => {
    await open(page, '', depot({ loading_minutes: null, unloading_minutes: 20 }))
    page.server.on(updateLocation, depot())
    await edit(page, 'Loading time', '45')
    await waitFor(() => expect(page.server.bodies(updateLocation)).toEqual([{ loading_minutes: 45 }]))
    await edit(page, 'Unloading time', '')
    await waitFor(() => expect(page.server.bodies(updateLocation)[1]).toEqual({ unloading_minutes: null }))
  })

  test('shows the rejection of the server at the line', async ({ page }) => {
    await open(page)
    page.server.reject(updateLocation, { status: 409, code: 'conflict', message: 'Another location has this code.' })
    const field = await edit(page, 'Code', 'D2')
    expect((await screen.findByRole('alert')).textContent).toContain('Another location has this code.')
    expect(field).toHaveProperty('value', 'D2')
  })

  test('accepts coordinates in common formats, and nothing else', async ({ page }) => {
    await open(page)
    page.server.on(updateLocation, depot())
    await edit(page, 'Coordinates', 'near the church')
    expect((await screen.findByRole('alert')).textContent).toContain('Enter latitude and longitude')
    expect(page.server.bodies(updateLocation)).toEqual([])
    await page.fill(screen.getByRole('textbox', { name: 'Coordinates' }), '51.9496, 4.1453')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.server.bodies(updateLocation)).toEqual([{ latitude: 51.9496, longitude: 4.1453 }]))
  })

  test('has a radius of its own, or the default when it is emptied', async ({ page }) => {
    await open(page)
    page.server.on(setLocationFence, { radius_m: 350 })
    expect(await screen.findByText('200 (default)')).toBeDefined()
    await edit(page, 'Radius (m)', '350 m')
    await waitFor(() => expect(page.server.bodies(setLocationFence)).toEqual([{ radius_m: 350 }]))
  })

  test('is read-only for a person who may not change it', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page)
    expect(await screen.findByText('For drivers')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Edit|Merge|Archive)/ })).toBeNull()
  })

  test('that does not exist shows a message', async ({ page }) => {
    page.server.reject(getLocation, { status: 404, code: 'not_found' })
    await page.open(locationRoute, `/locations/${id(1)}`)
    expect((await screen.findByRole('alert')).textContent).toContain('This record no longer exists')
  })

  test('that replaced the one in the address shows this', async ({ page }) => {
    await open(page, '', depot({ id: id(2) }))
    expect(await screen.findByText('The location you opened was merged into this one.')).toBeDefined()
  })
})

describe('actions on a location', () => {
  test('archiving happens at once, and Undo restores it', async ({ page }) => {
    await open(page)
    page.server.on(archiveLocation, depot({ is_archived: true }))
    page.server.on(restoreLocation, depot())
    await page.user.click(await screen.findByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('Depot archived')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Depot restored')).toBeDefined()
    expect(page.server.requests(archiveLocation)).toMatchObject([{ params }])
    expect(page.server.requests(restoreLocation)).toMatchObject([{ params }])
  })

  test('an archived one is restored; the reason for a failure is shown', async ({ page }) => {
    await open(page, '', depot({ is_archived: true }))
    expect(await screen.findByText(/^Archived\. No longer suggested/)).toBeDefined()
    page.server.reject(restoreLocation, { status: 409, code: 'conflict', message: 'It was merged meanwhile.' })
    await page.user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findAllByText('It was merged meanwhile.')).not.toHaveLength(0)
  })

  test('after a merge the page of the other one opens', async ({ page }) => {
    await open(page)
    const other = depot({ id: id(2), name: 'Quay' })
    page.server.on(listLocations, { ...sampleOf(listLocations.response), items: [other] })
    page.server.on(mergeLocation, other)
    await page.user.click(await screen.findByRole('button', { name: 'Merge…' }))
    await page.user.type(await screen.findByRole('combobox'), 'Quay')
    await page.user.click(await screen.findByRole('option', { name: /Quay/ }))
    await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(page.address).toBe(`/locations/${id(2)}`))
  })
})

describe('the tabs of a location', () => {
  test('are opened by their digits, and the address shows the open one', async ({ page }) => {
    await open(page)
    page.server.on(listLocationHistory, { ...sampleOf(listLocationHistory.response), items: [] })
    await screen.findByRole('tab', { name: 'Properties' })
    await page.user.keyboard('3')
    expect(await screen.findByText('No changes yet')).toBeDefined()
    expect(page.address).toContain('tab=history')
    await page.user.keyboard('4')
    expect((await screen.findByRole('figure')).textContent).toContain('"name": "Depot"')
  })

  test('list the records that use it, each with a link', async ({ page }) => {
    page.server.on(getLocationUses, {
      ...sampleOf(LocationUses, { order_count: 3 }),
      orders: [{ id: id(5), name: 'ORD-7', activity: 'Pickup', day: '2026-03-02', customer: 'Shipper' }],
      companies: [{ id: id(6), name: 'Shipper' }],
      drivers: [{ id: id(7), name: 'Jan' }],
      merged: [{ id: id(8), name: 'Depot east' }],
    })
    await open(page, '?tab=uses')
    expect(await screen.findByText('3 stops in the last 5,000 orders')).toBeDefined()
    const hrefs = ['ORD-7', 'Shipper', 'Jan'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
    expect(hrefs).toEqual([`/orders/${id(5)}`, `/companies/${id(6)}`, `/resources/${id(7)}`])
    expect(screen.getByText('Depot east').closest('a')).toBeNull()
  })

  test('show a message if nothing uses it', async ({ page }) => {
    page.server.on(getLocationUses, sampleOf(LocationUses))
    await open(page, '?tab=uses')
    expect(await screen.findByText('Not used')).toBeDefined()
  })
})
