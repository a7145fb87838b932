import { createResourceRecord, ListedResource, listResourceRecords } from '@cartage/contract/resources/app/record'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { CreateResourceDialog } from './create.dialog.tsx'

const field = (name: string) => screen.getByRole('textbox', { name })
const create = () => screen.getByRole('button', { name: /^Create/ })

const none = { items: [], total: 0 }

test('a driver has no plate; a vehicle is created with its plate under its kind', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
  page.server.on(listResourceRecords, none)
  const created = sampleOf(createResourceRecord.response)
  page.server.on(createResourceRecord, { ...created, id: id(1) })
  await page.show(<CreateResourceDialog onClose={() => {}} onCreated={onCreated} />)
  expect(screen.queryByRole('textbox', { name: 'Licence plate' })).toBeNull()
  await page.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await page.user.click(await screen.findByRole('option', { name: /^Tractor/ }))
  await page.user.type(field('Name'), 'Tractor 7')
  await page.user.type(field('Licence plate'), '1-ABC-123')
  await page.user.click(create())
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(id(1)))
  expect(page.server.bodies(createResourceRecord)).toEqual([
    { name: 'Tractor 7', tractor: { license_plate: '1-ABC-123' } },
  ])
})

test('a vehicle with the plate of another is created only after a second press', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
  const other = sampleOf(ListedResource, { resource_id: id(7), name: 'DAF 109', license_plate: '1 ABC 123' })
  page.server.on(listResourceRecords, { items: [other], total: 1 })
  page.server.on(createResourceRecord, { ...sampleOf(createResourceRecord.response), id: id(1) })
  await page.show(<CreateResourceDialog onClose={() => {}} onCreated={onCreated} />)
  await page.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await page.user.click(await screen.findByRole('option', { name: /^Tractor/ }))
  await page.user.type(field('Name'), 'Tractor 7')
  await page.user.type(field('Licence plate'), '1-abc-123')
  await page.user.dblClick(create())
  const link = await screen.findByRole('link', { name: 'DAF 109' })
  expect(link.getAttribute('href')).toBe(`/resources/${id(7)}`)
  expect(link.parentElement?.textContent).toContain('has this licence plate')
  expect(page.server.requests(createResourceRecord)).toEqual([])
  await page.user.click(screen.getByRole('button', { name: /^Create anyway/ }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(id(1)))
})

test('a name is required, and a rejection by the server is shown at its field', async ({ page }) => {
  page.server.on(listResourceRecords, none)
  page.server.reject(createResourceRecord, {
    status: 409,
    code: 'conflict',
    errors: [faultAt('code', 'Another resource has this code.')],
  })
  await page.show(<CreateResourceDialog onClose={() => {}} onCreated={() => {}} />)
  await page.user.click(create())
  expect(faultOf(field('Name'))).toBe('Enter a name.')
  await page.user.type(field('Name'), 'Ann')
  await page.user.type(field('Code'), 'A{Enter}')
  await waitFor(() => expect(faultOf(field('Code'))).toBe('Another resource has this code.'))
})

test('a rejection of something without a field is a notification', async ({ page }) => {
  page.server.on(listResourceRecords, none)
  page.server.reject(createResourceRecord, {
    status: 422,
    code: 'validation_failed',
    message: 'Drivers are not created here.',
    errors: [faultAt('driver', 'Not created here.')],
  })
  await page.show(<CreateResourceDialog onClose={() => {}} onCreated={() => {}} />)
  await page.user.type(field('Name'), 'Ann{Enter}')
  expect(await screen.findAllByText('Drivers are not created here.')).not.toHaveLength(0)
})
