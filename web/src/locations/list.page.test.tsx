import { listSavedViews } from '@cartage/contract/app/saved-views'
import { changeLocations, countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import { createLocation, listLocations } from '@cartage/contract/locations/app/record'
import { LocationRecord } from '@cartage/contract/locations/endpoints'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { locationsRoute } from './routes.ts'

const depot = sampleOf(LocationRecord, {
  id: id(1),
  name: 'Depot',
  address: 'Quay 1',
  city: 'Ghent',
  country: 'BE',
  postal_code: '9000',
  latitude: 51,
  longitude: 3,
  is_coordinate_estimate: true,
})
const yard = sampleOf(LocationRecord, { id: id(2), name: 'Yard' })

async function open(page: Page, address: string, items = [depot, yard]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countLocationRecords, { by_country: { BE: 7, NL: 2 }, by_placing: { TOWN: 3 } })
  page.server.on(listLocationRecords, { items, total: items.length })
  await page.open(locationsRoute, address)
}
const asked = (page: Page) => page.server.requests(listLocationRecords).at(-1)?.query
const pick = async (page: Page, row: number) =>
  await page.user.click(await screen.findByRole('checkbox', { name: `Select row ${row}` }))

describe('the list of locations', () => {
  test('shows the position of each and its accuracy; a row opens its page', async ({ page }) => {
    await open(page, '/locations')
    const row = (await screen.findByText('Depot')).closest('[role=row]')!
    expect(row.textContent).toMatch(/Depot.*Quay 1.*BE.*9000 Ghent.*Town only/)
    expect(screen.getByText('Yard').closest('[role=row]')!.textContent).toContain('Not found')
    expect(screen.getByText('2 locations')).toBeDefined()
    await page.user.click(screen.getByText('Depot'))
    await waitFor(() => expect(page.address).toBe(`/locations/${id(1)}`))
  })

  test('is filtered by country and by accuracy of the position; archived ones are a view', async ({ page }) => {
    await open(page, '/locations?q=de')
    expect(await screen.findByText('Depot')).toBeDefined()
    expect(asked(page)).toMatchObject({ q: 'de', sort: 'name', offset: '0' })
    await page.addFilter('Country')
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /BE.*7/ }))
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /NL.*2/ }))
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(asked(page)).toMatchObject({ country: 'BE,NL' }))
    await page.user.click(screen.getByRole('button', { name: 'Archived' }))
    await waitFor(() => expect(asked(page)).toMatchObject({ state: 'ARCHIVED' }))
  })

  test('without rows explains how locations are created; clearing filters keeps the view', async ({ page }) => {
    await open(page, '/locations?state=MERGED&country=BE', [])
    await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No locations yet')).toBeDefined()
    expect(page.address).toBe('/locations?state=MERGED')
  })

  test('that cannot be loaded shows the reason, and is loaded again', async ({ page }) => {
    await open(page, '/locations')
    page.server.disconnect(listLocationRecords)
    page.queries.clear()
    page.signIn({ role: 'SUPER_ADMIN' })
    await page.open(locationsRoute, '/locations?q=x')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listLocationRecords, { items: [yard], total: 1 })
    await page.user.click(again)
    expect(await screen.findAllByText('Yard')).not.toHaveLength(0)
  })
})

describe('chosen locations', () => {
  const done = { items: [{ id: id(1), is_done: true, message: null }] }

  test('are archived and restored', async ({ page }) => {
    await open(page, '/locations')
    page.server.on(changeLocations, done)
    for (const verb of ['Archive', 'Restore']) {
      await pick(page, 1)
      await page.user.click(await screen.findByRole('button', { name: verb }))
      await waitFor(() => expect(screen.queryByRole('button', { name: verb })).toBeNull())
    }
    expect(page.server.bodies(changeLocations)).toEqual([
      { action: 'archive', ids: [id(1)] },
      { action: 'restore', ids: [id(1)] },
    ])
  })

  test('are merged into another, never one of themselves; refused ones are listed', async ({ page }) => {
    await open(page, '/locations')
    page.server.on(listLocations, {
      ...sampleOf(listLocations.response),
      items: [depot, sampleOf(LocationRecord, { id: id(3), name: 'Depot east' })],
    })
    page.server.on(changeLocations, {
      items: [...done.items, { id: id(2), is_done: false, message: 'It was merged already.' }],
    })
    await pick(page, 1)
    await pick(page, 2)
    await page.user.click(await screen.findByRole('button', { name: 'Merge into…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge 2 locations' }))
    await page.user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(faultOf(dialog.getByRole('combobox'))).toBe('Choose the location to keep.')
    await page.user.type(dialog.getByRole('combobox'), 'Depot')
    await page.user.click(await screen.findByRole('option', { name: /Depot east/ }))
    expect(screen.queryByRole('option', { name: /^Depot$/ })).toBeNull()
    await page.user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText('It was merged already.')).toBeDefined()
    expect(page.server.bodies(changeLocations)).toEqual([{ action: 'merge', into: id(3), ids: [id(1), id(2)] }])
  })

  test('are not available for a person who may only read', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, '/locations')
    await screen.findByText('Depot')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^New location/ })).toBeNull()
  })
})

test('a new location opens its page', async ({ page }) => {
  await open(page, '/locations')
  page.server.on(createLocation, depot)
  await page.user.click(await screen.findByRole('button', { name: /^New location/ }))
  await page.user.type(await screen.findByLabelText('Name'), 'Depot{Enter}')
  await waitFor(() => expect(page.address).toBe(`/locations/${id(1)}`))
})
