import { AppResourceGroup, addResourceAllocation, listGroupSettings } from '@cartage/contract/resources/app/groups'
import { ListedResource, listResourceRecords } from '@cartage/contract/resources/app/record'
import { expect, vi } from 'vitest'
import { faultOf, type Page, screen, test, waitFor } from '../../testing/page.tsx'
import { faultAt, id, sampleOf } from '../../testing/sample.ts'
import { AllocationDialog } from './allocation.dialog.tsx'
import { AllocationFields } from './allocation.form.tsx'
import { emptyDraft } from './allocation-draft.ts'

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

async function choose(page: Page, ...names: string[]) {
  for (const name of names) {
    await page.user.click(resources())
    await page.user.click(await screen.findByRole('option', { name: new RegExp(name) }))
  }
}

async function chooseKind(page: Page, name: RegExp) {
  await page.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await page.user.click(await screen.findByRole('option', { name }))
}

test('each chosen resource is added to the group separately, and a deselected one is not', async ({ page }) => {
  const onClose = await open(page)
  await choose(page, 'Ann', 'Truck 7')
  await page.user.click(screen.getByRole('button', { name: 'Remove Ann' }))
  await page.user.type(screen.getByLabelText('From'), '2-3-2026')
  await page.user.dblClick(add())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.server.bodies(addResourceAllocation)).toEqual([
    { kind: 'FIXED', resource_id: id(12), resource_group_id: id(1), starts_on: '2026-03-02', ends_on: null },
  ])
})

test('when one of several is rejected, the successful ones are not added a second time', async ({ page }) => {
  const onClose = await open(page)
  const conflict = { status: 409, code: 'conflict', errors: [faultAt('starts_on', 'Ann is in Bulk then.')] }
  await choose(page, 'Truck 7', 'Ann')
  page.server.on(addResourceAllocation, ({ body }) => {
    if (body.kind === 'FIXED' && body.resource_id === id(12)) page.server.reject(addResourceAllocation, conflict)
    return sampleOf(addResourceAllocation.response)
  })
  await page.user.click(add())
  await waitFor(() => expect(faultOf(screen.getByLabelText('From'))).toBe('Ann is in Bulk then.'))
  expect(screen.queryByRole('button', { name: 'Remove Truck 7' })).toBeNull()
  page.server.on(addResourceAllocation, sampleOf(addResourceAllocation.response))
  await page.user.click(add())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.server.bodies(addResourceAllocation).map((body) => body.kind === 'FIXED' && body.resource_id)).toEqual([
    id(12),
    id(11),
    id(11),
  ])
})

test('a combination needs two resources, and is sent as one', async ({ page }) => {
  await open(page)
  await chooseKind(page, /^Combination/)
  await page.user.click(add())
  expect(faultOf(resources())).toBe('A combination needs at least two resources.')
  expect(page.server.requests(addResourceAllocation)).toEqual([])
  await choose(page, 'Ann', 'Truck 7')
  await page.user.click(add())
  await waitFor(() =>
    expect(page.server.bodies(addResourceAllocation)).toMatchObject([
      { kind: 'COMBINED', resource_ids: [id(11), id(12)] },
    ]),
  )
})

test('a rotation needs a resource, a first day, and a group and days for each turn', async ({ page }) => {
  const onClose = await open(page)
  await chooseKind(page, /^Rotation/)
  await page.user.click(screen.getByRole('button', { name: 'Add turn' }))
  await page.user.click(screen.getByRole('button', { name: 'Remove turn 3' }))
  expect(screen.queryByRole('textbox', { name: 'Days of turn 3' })).toBeNull()
  await page.user.click(add())
  expect(faultOf(resources())).toBe('Choose one resource.')
  expect(faultOf(screen.getByLabelText('From'))).toBe('Enter a date.')
  expect(screen.getByRole('alert').textContent).toBe('Choose a group for each turn.')
  await choose(page, 'Ann')
  await page.user.type(screen.getByLabelText('From'), '2-3-2026')
  await page.user.click(screen.getByRole('combobox', { name: 'Group of turn 2' }))
  await page.user.click(await screen.findByRole('option', { name: 'Bulk' }))
  const days = screen.getByRole('textbox', { name: 'Days of turn 2' })
  await page.user.clear(days)
  await page.user.type(days, '0')
  await page.user.click(add())
  expect(screen.getByRole('alert').textContent).toBe('Enter 1 to 366 days per turn.')
  await page.user.clear(days)
  await page.user.type(days, '14')
  await page.user.click(add())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.server.bodies(addResourceAllocation)).toEqual([
    {
      kind: 'ROTATING',
      resource_id: id(11),
      turns: [
        { resource_group_id: id(1), days: 7 },
        { resource_group_id: id(2), days: 14 },
      ],
      starts_on: '2026-03-02',
      ends_on: null,
    },
  ])
})

test('a rejection without a field is shown at the resources, and the dialog stays open', async ({ page }) => {
  const onClose = await open(page)
  page.server.reject(addResourceAllocation, { status: 403, code: 'forbidden', message: 'Your role does not allow it.' })
  await choose(page, 'Ann')
  await page.user.click(add())
  await waitFor(() => expect(faultOf(resources())).toBe('Your role does not allow it.'))
  expect(onClose).not.toHaveBeenCalled()
})

test('the fields report errors of their days', async ({ page }) => {
  const faults = { ends_on: 'Before the first day.' }
  await page.show(<AllocationFields draft={emptyDraft(id(1))} faults={faults} onChange={() => {}} />)
  expect(faultOf(screen.getByLabelText('Until'))).toBe('Before the first day.')
  expect(faultOf(screen.getByLabelText('From'))).toBeUndefined()
})
