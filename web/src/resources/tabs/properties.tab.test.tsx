import { changeResourceRecord, ResourceRecord } from '@cartage/contract/resources/app/record'
import { listSettings } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { faultAt, id, sampleOf } from '../../testing/sample.ts'
import { PropertiesTab } from './properties.tab.tsx'

const base = sampleOf(ResourceRecord, { source: 'manual', is_archived: true })
const record: ResourceRecord = {
  ...base,
  resource: { ...base.resource, id: id(1), name: 'Truck 7', type: 'RIGID', truck: { license_plate: '1-ABC-123' } },
}

async function edit(page: { user: { click: (element: Element) => Promise<void> } }, name: string) {
  await page.user.click(screen.getByRole('button', { name: new RegExp(`Edit ${name}$`) }))
  return screen.getByRole<HTMLInputElement>('textbox', { name })
}

test('a line is edited in place: Enter saves it, and only it', async ({ page }) => {
  page.server.on(listSettings, sampleOf(listSettings.response))
  page.server.on(changeResourceRecord, sampleOf(changeResourceRecord.response))
  await page.show(<PropertiesTab record={record} isEditable />)
  const field = await edit(page, 'Name')
  await page.user.clear(field)
  await page.user.type(field, 'Truck 8{Enter}')
  expect(await screen.findByRole('button', { name: /Edit Name$/ })).toBeDefined()
  expect(page.server.requests(changeResourceRecord)).toMatchObject([
    { params: { resource_id: id(1) }, body: { name: 'Truck 8' } },
  ])
})

test('members of a kind are sent within that kind', async ({ page }) => {
  page.server.on(listSettings, sampleOf(listSettings.response))
  page.server.on(changeResourceRecord, sampleOf(changeResourceRecord.response))
  await page.show(<PropertiesTab record={record} isEditable />)
  const field = await edit(page, 'Licence plate')
  await page.user.clear(field)
  await page.user.type(field, '{Enter}')
  await screen.findByRole('button', { name: /Edit Licence plate$/ })
  expect(page.server.bodies(changeResourceRecord)).toEqual([{ truck: { license_plate: null } }])
})

test('Escape leaves a line unchanged, and a rejection by the server is shown under it', async ({ page }) => {
  page.server.on(listSettings, sampleOf(listSettings.response))
  page.server.reject(changeResourceRecord, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('name', 'There is a truck of this name.')],
  })
  await page.show(<PropertiesTab record={record} isEditable />)
  await page.user.type(await edit(page, 'Name'), ' 9{Escape}')
  expect(page.server.requests(changeResourceRecord)).toEqual([])
  await page.user.type(await edit(page, 'Name'), ' 9{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('There is a truck of this name.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Truck 7 9')
})

test('a person who may not change resources sees the lines without editing them', async ({ page }) => {
  page.server.on(listSettings, sampleOf(listSettings.response))
  await page.show(<PropertiesTab record={record} isEditable={false} />)
  expect(screen.getByText('1-ABC-123')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})
