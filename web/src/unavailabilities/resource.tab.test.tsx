import { ResourceRecord } from '@cartage/contract/resources/app/record'
import {
  addUnavailability,
  listResourceUnavailabilities,
  removeUnavailability,
  UnavailabilityRecord,
} from '@cartage/contract/unavailabilities/app/calendar'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { UnavailabilitiesTab } from './resource.tab.tsx'

const base = sampleOf(ResourceRecord)
const record: ResourceRecord = { ...base, resource: { ...base.resource, id: id(1), name: 'Ann', type: 'DRIVER' } }
const own = sampleOf(UnavailabilityRecord, {
  id: id(2),
  resource_id: id(1),
  reason: 'DRIVER_HOLIDAY',
  description: 'Spain',
})
const managed = sampleOf(UnavailabilityRecord, { id: id(3), resource_id: id(1), description: 'Flu', source: 'HR' })
const line = (text: string) => within(screen.getByText(text).closest('li')!)

test('records managed by another system are shown with their source and cannot be changed', async ({ page }) => {
  page.server.on(listResourceUnavailabilities, { items: [own, managed] })
  await page.show(<UnavailabilitiesTab record={record} isEditable />)
  await screen.findByText('Flu')
  expect(line('Flu').getByText('HR')).toBeDefined()
  expect(line('Flu').queryAllByRole('button')).toEqual([])
  expect(
    line('Spain')
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Edit', 'Remove'])
})

test('a record is removed at once, and Undo adds it again unchanged', async ({ page }) => {
  page.server.on(listResourceUnavailabilities, { items: [own] })
  page.server.on(removeUnavailability, undefined)
  page.server.on(addUnavailability, own)
  await page.show(<UnavailabilitiesTab record={record} isEditable />)
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await waitFor(() => expect(page.server.requests(addUnavailability)).toHaveLength(1))
  expect(page.server.requests(removeUnavailability)).toMatchObject([
    { params: { resource_id: id(1), unavailability_id: id(2) } },
  ])
  expect(page.server.bodies(addUnavailability)[0]).toMatchObject({ reason: 'DRIVER_HOLIDAY', description: 'Spain' })
})

test('a resource that is never away offers to add the first, for permitted users', async ({ page }) => {
  page.server.on(listResourceUnavailabilities, { items: [] })
  const { unmount } = await page.show(<UnavailabilitiesTab record={record} isEditable={false} />)
  expect(await screen.findByText('No unavailability')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  await page.show(<UnavailabilitiesTab record={record} isEditable />)
  await page.user.click(await screen.findByRole('button', { name: 'Add unavailability' }))
  expect(await screen.findByRole('dialog', { name: 'Add unavailability for Ann' })).toBeDefined()
})
