import { answerPlaceQuestion, PlaceQuestion } from '@cartage/contract/locations/app/answers'
import { chooseLocationPlace } from '@cartage/contract/locations/app/record'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { PlaceQuestions } from './place-questions.panel.tsx'

const choice = { latitude: 52.06, longitude: 8.361, radius_km: 2, near: 'Bielefeld', near_km: 15, country: 'DE' }
const question = sampleOf(PlaceQuestion, {
  ...{ city: 'Halle', postal_code: '', country: 'DE', location_id: null, company_ids: [id(1)] },
  choices: [
    {
      ...choice,
      latitude: 51.482,
      longitude: 11.979,
      near: 'Halle (Saale)',
      near_km: 0,
      postal_codes: '06',
      usual_km: 312,
    },
    { ...choice, postal_codes: '33', usual_km: null },
  ],
})

test('PLACE-7: each place is described by its postal codes, the nearest larger town and the usual places of the customer', async ({
  page,
}) => {
  page.server.on(answerPlaceQuestion, { waiting: 0 })
  await page.show(<PlaceQuestions questions={[question]} />)
  expect(screen.getByText('Which Halle, DE is it?')).toBeDefined()
  expect(screen.getByRole('button', { name: 'DE 06… · Halle (Saale) · 312 km from the usual places' })).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'DE 33… · 15 km from Bielefeld' }))
  await waitFor(() => expect(page.server.bodies(answerPlaceQuestion)).toHaveLength(1))
  expect(page.server.bodies(answerPlaceQuestion)[0]).toMatchObject({
    city: 'Halle',
    company_ids: [id(1)],
    latitude: 52.06,
  })
})

test('PLACE-2: a question about a location is answered for that location', async ({ page }) => {
  page.server.reject(chooseLocationPlace, { status: 409, code: 'state_conflict', message: 'It was merged.' })
  await page.show(<PlaceQuestions questions={[{ ...question, location_id: id(7) }]} />)
  await page.user.click(screen.getByRole('button', { name: 'DE 33… · 15 km from Bielefeld' }))
  expect((await screen.findAllByText('It was merged.')).length).toBeGreaterThan(0)
  expect(page.server.requests(answerPlaceQuestion)).toEqual([])
})
