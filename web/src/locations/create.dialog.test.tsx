import { createLocation } from '@cartage/contract/locations/app/record'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { CreateLocationDialog } from './create.dialog.tsx'

const field = (name: string) => screen.getByRole('textbox', { name })

test('a location is created with its address, and its page opens', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
  page.server.on(createLocation, sampleOf(createLocation.response, { id: id(1) }))
  await page.show(<CreateLocationDialog onClose={() => {}} onCreated={onCreated} />)
  await page.user.type(field('Name'), 'Depot')
  await page.user.type(field('Town'), 'Ghent')
  await page.user.type(field('Country'), 'BE{Enter}')
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(id(1)))
  expect(page.server.bodies(createLocation)).toEqual([
    { name: 'Depot', address: '', postal_code: '', city: 'Ghent', country: 'BE' },
  ])
})

test('a location that the server rejects says why at its name', async ({ page }) => {
  page.server.reject(createLocation, { status: 409, code: 'conflict', message: 'There is such a location.' })
  await page.show(<CreateLocationDialog onClose={() => {}} onCreated={() => {}} />)
  await page.user.type(field('Name'), 'Depot{Enter}')
  await waitFor(() => expect(faultOf(field('Name'))).toBe('There is such a location.'))
})
