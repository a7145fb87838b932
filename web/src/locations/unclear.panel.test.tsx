import {
  answerPlaceQuestion,
  listUnclearPlaces,
  PlaceChoice,
  PlaceQuestion,
} from '@cartage/contract/locations/app/answers'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { sampleOf } from '../testing/sample.ts'
import { UnclearPlaces } from './unclear.panel.tsx'

test('PLACE-8: locations to confirm are grouped by spelling, and one answer applies to all of them', async ({
  page,
}) => {
  const choices = [
    sampleOf(PlaceChoice, { near: 'Bielefeld', near_km: 15, postal_codes: '33', country: 'DE', usual_km: null }),
  ]
  const question = sampleOf(PlaceQuestion, {
    ...{ city: 'Halle', postal_code: '', country: 'DE', location_id: null, company_ids: [], choices },
  })
  page.server.on(listUnclearPlaces, { items: [{ question, locations: 14, example: 'Depot' }] })
  page.server.on(answerPlaceQuestion, { waiting: 14 })
  await page.show(<UnclearPlaces />)
  expect(await screen.findByText('Which Halle, DE is it?')).toBeDefined()
  expect(screen.getByText(/14 locations/)).toBeDefined()
  page.server.on(listUnclearPlaces, { items: [] })
  await page.user.click(screen.getByRole('button', { name: /15 km from Bielefeld/ }))
  await waitFor(() => expect(screen.queryByText('Which Halle, DE is it?')).toBeNull())
  expect(page.server.bodies(answerPlaceQuestion)[0]).toMatchObject({ city: 'Halle', company_ids: [] })
})
