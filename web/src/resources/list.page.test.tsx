import { listSavedViews } from '@cartage/contract/app/saved-views'
import { AppResourceGroup, listGroupSettings } from '@cartage/contract/resources/app/groups'
import { changeResources } from '@cartage/contract/resources/app/list'
import {
  countResourceRecords,
  getResourceRecord,
  ListedResource,
  listResourceRecords,
  ResourceRecord,
} from '@cartage/contract/resources/app/record'
import { listResourceUnavailabilities, UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { listValiditiesOfResource } from '@cartage/contract/validities/app/validities'
import { ResourceValidityOutput } from '@cartage/contract/validities/validity'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { resourcesRoute } from './routes.ts'

const row = sampleOf(ListedResource, {
  resource_id: id(1),
  name: 'Truck 7',
  resource_type: 'RIGID',
  license_plate: '1-ABC-123',
})

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countResourceRecords, sampleOf(countResourceRecords.response))
  page.server.on(listGroupSettings, { items: [sampleOf(AppResourceGroup, { id: id(9), name: 'Containers' })] })
  if (items === 'unreachable') page.server.disconnect(listResourceRecords)
  else page.server.on(listResourceRecords, { ...sampleOf(listResourceRecords.response), items, total: items.length })
  return await page.open(resourcesRoute, address)
}

test('the rows show the loaded data', async ({ page }) => {
  await open(page, '/resources')
  expect(await screen.findAllByText('Truck 7')).not.toHaveLength(0)
  const cells = within(screen.getByText('1-ABC-123').closest('[role=row]') as HTMLElement)
  expect(cells.getByText('Truck 7')).toBeDefined()
  expect(cells.getByText('Own fleet')).toBeDefined()
})

test('a click opens the panel: upcoming work, its certificates, and a link to its page', async ({ page }) => {
  const base = sampleOf(ResourceRecord)
  const truck = { id: id(1), name: 'Truck 7', type: 'RIGID', truck: { license_plate: '1-ABC-123' } } as const
  page.server.on(getResourceRecord, { ...base, resource: { ...base.resource, ...truck } })
  const away = { reason: 'VEHICLE_REPAIR', start_time: '2999-01-01T08:00:00Z', end_time: null } as const
  page.server.on(listResourceUnavailabilities, { items: [sampleOf(UnavailabilityRecord, away)] })
  page.server.on(listValiditiesOfResource, {
    items: [sampleOf(ResourceValidityOutput, { end_time: null, legal_end_time: '2001-01-01T00:00:00Z' })],
  })
  await open(page, '/resources')
  await page.user.click(await screen.findByText('Truck 7'))
  const panel = within(await screen.findByRole('complementary', { name: 'Resource' }))
  expect(await panel.findByText('Repair')).toBeDefined()
  expect(await panel.findByTitle(/^Expired/)).toBeDefined()
  await page.user.click(panel.getByRole('button', { name: /^Open/ }))
  await waitFor(() => expect(page.address).toBe(`/resources/${id(1)}`))
})

test('chosen resources get a fixed group, are archived or restored; rejected ones show the reason', async ({
  page,
}) => {
  await open(page, '/resources')
  page.server.on(changeResources, { items: [{ id: id(1), is_done: true, message: null }] })
  const choose = async () => page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await choose()
  await page.user.click(await screen.findByRole('button', { name: 'Add to group' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Containers' }))
  await screen.findByText('1 of 1 done')
  await choose()
  await page.user.click(await screen.findByRole('button', { name: 'Add to group' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'No fixed group' }))
  await waitFor(() => expect(page.server.requests(changeResources)).toHaveLength(2))
  page.server.on(changeResources, { items: [{ id: id(1), is_done: false, message: 'On a trip now.' }] })
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  await choose()
  await page.user.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(await screen.findByText(/On a trip now/)).toBeDefined()
  expect(page.server.bodies(changeResources)).toEqual([
    { action: 'group', resource_group_id: id(9), ids: [id(1)] },
    { action: 'group', resource_group_id: null, ids: [id(1)] },
    { action: 'archive', ids: [id(1)] },
  ])
})

test('a viewer can neither choose nor create resources', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await open(page, '/resources')
  await screen.findByText('Truck 7')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^New resource/ })).toBeNull()
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/resources?q=truck&type=RIGID')
  await screen.findAllByText('Truck 7')
  expect(page.server.requests(listResourceRecords)[0]?.query).toMatchObject({ q: 'truck', type: 'RIGID' })
})

test('a list without rows explains this, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/resources', [])
  expect(await screen.findByText('No resources yet')).toBeDefined()
  unmount()
  await open(page, '/resources?q=truck&type=RIGID', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  await open(page, '/resources', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listResourceRecords, { ...sampleOf(listResourceRecords.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('Truck 7')).not.toHaveLength(0)
})
