import { OrderPreview, previewOrder } from '@cartage/contract/charges/app/preview'
import { searchCompanies } from '@cartage/contract/companies/app/search'
import { answerPlaceQuestion, PlaceChoice, PlaceQuestion } from '@cartage/contract/locations/app/answers'
import { findSimilarOrders, OrderReference, readOrderReference } from '@cartage/contract/orders/app/entry'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { newOrderRoute } from './routes.ts'

test('PLACE-7: an ambiguous town is asked about next to the map, and not again once it is answered', async ({
  page,
}) => {
  const choices = [
    sampleOf(PlaceChoice, { near: 'Bielefeld', near_km: 15, postal_codes: '33', country: 'DE', usual_km: 80 }),
  ]
  const question = sampleOf(PlaceQuestion, {
    ...{ city: 'Halle', postal_code: '', country: 'DE', location_id: null, company_ids: [id(3)], choices },
  })
  page.server.on(readOrderReference, sampleOf(OrderReference))
  page.server.on(findSimilarOrders, { items: [] })
  page.server.on(searchCompanies, {
    items: [{ company_id: id(3), name: 'Shipper', code: 'S1', city: null, status: 'APPROVED' }],
  })
  page.server.on(previewOrder, sampleOf(OrderPreview, { questions: [question] }))
  page.server.on(answerPlaceQuestion, { waiting: 0 })
  await page.open(newOrderRoute, '/orders/new')
  await page.user.click(await screen.findByLabelText('Customer'))
  await page.user.paste('Ship')
  await page.user.click(await screen.findByText('Shipper'))
  expect(await screen.findByText('Which Halle, DE is it?')).toBeDefined()
  page.server.on(previewOrder, sampleOf(OrderPreview))
  await page.user.click(screen.getByRole('button', { name: /^DE 33… · 15 km from Bielefeld · 80 km from/ }))
  await waitFor(() => expect(screen.queryByText('Which Halle, DE is it?')).toBeNull())
  expect(page.server.bodies(answerPlaceQuestion)[0]).toMatchObject({ city: 'Halle', company_ids: [id(3)] })
})
