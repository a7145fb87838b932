import {
  answerPlaceQuestion,
  findPlaceQuestions,
  PlaceChoice,
  PlaceQuestion,
} from '@cartage/contract/locations/app/answers'
import { createLocation } from '@cartage/contract/locations/app/record'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { CreateLocationDialog } from './create.dialog.tsx'

const field = (name: string) => screen.getByRole('textbox', { name })

test('a location is created with its address, and its page opens', async ({ page }) => {
  const onCreated = vi.fn<(id: string) => void>()
  page.server.on(createLocation, sampleOf(createLocation.response, { id: id(1) }))
  page.server.on(findPlaceQuestions, { questions: [] })
  await page.show(<CreateLocationDialog onClose={() => {}} onCreated={onCreated} />)
  await page.user.type(field('Name'), 'Depot')
  await page.user.type(field('Town'), 'Ghent')
  await page.user.type(field('Country'), 'BE{Enter}')
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(id(1)))
  expect(page.server.bodies(createLocation)).toEqual([
    { name: 'Depot', address: '', postal_code: '', city: 'Ghent', country: 'BE' },
  ])
})

test('a location that the server rejects shows the reason at its name', async ({ page }) => {
  page.server.reject(createLocation, { status: 409, code: 'conflict', message: 'There is such a location.' })
  await page.show(<CreateLocationDialog onClose={() => {}} onCreated={() => {}} />)
  await page.user.type(field('Name'), 'Depot{Enter}')
  await waitFor(() => expect(faultOf(field('Name'))).toBe('There is such a location.'))
})

test('PLACE-7: a new location with an ambiguous town is asked about at once, and is also created without an answer', async ({
  page,
}) => {
  const near = { near: 'Bielefeld', near_km: 15, postal_codes: '33', country: 'DE', usual_km: null }
  const question = sampleOf(PlaceQuestion, {
    ...{ city: 'Halle', postal_code: '', country: 'DE', location_id: null, company_ids: [] },
    choices: [sampleOf(PlaceChoice, near)],
  })
  page.server.on(findPlaceQuestions, { questions: [question] })
  page.server.on(answerPlaceQuestion, { waiting: 0 })
  page.server.on(createLocation, sampleOf(createLocation.response, { id: id(1) }))
  await page.show(<CreateLocationDialog onClose={() => {}} onCreated={() => {}} />)
  await page.user.type(field('Town'), 'Halle')
  await page.user.type(field('Country'), 'DE')
  const choice = await screen.findByRole('button', { name: 'DE 33… · 15 km from Bielefeld' })
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', false)
  page.server.on(findPlaceQuestions, { questions: [] })
  await page.user.click(choice)
  await waitFor(() => expect(screen.queryByText('Which Halle, DE is it?')).toBeNull())
  expect(page.server.bodies(answerPlaceQuestion)).toMatchObject([{ city: 'Halle', country: 'DE', company_ids: [] }])
  expect(page.server.bodies(createLocation)).toEqual([])
})
