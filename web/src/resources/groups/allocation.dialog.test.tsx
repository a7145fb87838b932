import { AppResourceGroup, addResourceAllocation, listGroupSettings } from '@cartage/contract/resources/app/groups'
import { ListedResource, listResourceRecords } from '@cartage/contract/resources/app/record'
import { expect, vi } from 'vitest'
import { faultOf, fireEvent, type Page, screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { AllocationDialog } from './allocation.dialog.tsx'

const group = sampleOf(AppResourceGroup, { id: id(1), name: 'Containers' })
const bulk = sampleOf(AppResourceGroup, { id: id(2), name: 'Bulk' })
const found = [
  sampleOf(ListedResource, { resource_id: id(11), name: 'Ann' }),
  sampleOf(ListedResource, { resource_id: id(12), name: 'Truck 7', license_plate: '1-ABC-123' }),
]

async function open(page: Page) {
  const onClose = vi.fn<() => void>()
  page.server.on(listGroupSettings, { items: [group, bulk] })
  page.server.on(listResourceRecords, { items: found, total: found.length })
  page.server.on(addResourceAllocation, sampleOf(addResourceAllocation.response))
  await page.show(<AllocationDialog group={group} onClose={onClose} />)
  return onClose
}
const resources = () => screen.getByRole('combobox', { name: 'Resources' })
const add = () => screen.getByRole('button', { name: /^Add(?! turn)/ })

test('each chosen resource is added to the group on its own, and one that was removed is not', async ({ page }) => {
  const onClose = await open(page)
  for (const name of ['Ann', 'Truck 7']) {
    await page.user.type(resources(), name.slice(0, 2))
    await page.user.click(await screen.findByRole('option', { name: new RegExp(name) }))
  }
  await page.user.click(screen.getByRole('button', { name: 'Remove Ann' }))
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-03-02' } })
  await page.user.click(add())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.server.bodies(addResourceAllocation)).toEqual([
    { kind: 'FIXED', resource_id: id(12), resource_group_id: id(1), starts_on: '2026-03-02', ends_on: null },
  ])
})

test('a combination needs two resources', async ({ page }) => {
  await open(page)
  await page.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await page.user.click(await screen.findByRole('option', { name: /^Combination/ }))
  await page.user.click(add())
  expect(faultOf(resources())).toBe('A combination needs at least two resources.')
  expect(page.server.requests(addResourceAllocation)).toEqual([])
})

test('a rotation needs a resource, a first day and a group for each turn, and may have more turns', async ({
  page,
}) => {
  await open(page)
  await page.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await page.user.click(await screen.findByRole('option', { name: /^Rotation/ }))
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-03-02' } })
  await page.user.click(screen.getByRole('button', { name: 'Add turn' }))
  expect(screen.getAllByRole('spinbutton')).toHaveLength(3)
  await page.user.click(screen.getByRole('button', { name: 'Remove turn 3' }))
  expect(screen.getAllByRole('spinbutton')).toHaveLength(2)
  await page.user.click(add())
  expect(faultOf(resources())).toContain('a group for each turn')
  expect(page.server.requests(addResourceAllocation)).toEqual([])
})
