import { type CarrierOffer, CarrierTrip, offerCarrierPrice } from '@cartage/contract/doors/app/carrier'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { type Members, sampleOf } from '../../testing/sample.ts'
import { Price } from './price.section.tsx'

const priced = (members: Members<CarrierTrip> = {}) =>
  sampleOf(CarrierTrip, { agreed: null, offer: null, can_offer: true, offer_currency: 'EUR', ...members })
const offer = (members: Partial<CarrierOffer> = {}): CarrierOffer => ({
  ...{ amount: '1250.00', currency: 'EUR', text: 'Ferry', state: 'OPEN', answer: null },
  requested_at: '2026-05-04T06:00:00Z',
  ...members,
})

test('DOOR-14: a carrier requests another price in its own number format, and only once with two presses', async ({
  page,
}) => {
  await page.show(<Price trip={priced()} />)
  await page.user.click(screen.getByRole('button', { name: 'Offer another price…' }))
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send offer' })
  await page.user.type(screen.getByRole('textbox', { name: 'Your price' }), 'much')
  expect(send().disabled).toBe(true)
  await page.fill(screen.getByRole('textbox', { name: 'Your price' }), '1.250')
  await page.user.type(screen.getByRole('textbox', { name: 'Remark' }), 'Ferry')
  const respond = page.server.hold(offerCarrierPrice, priced({ offer: offer() }))
  await page.user.dblClick(send())
  respond()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send offer' })).toBeNull())
  expect(page.server.requests(offerCarrierPrice)).toMatchObject([{ body: { amount: '1250', text: 'Ferry' } }])
})

test.for([
  ['OPEN', 'Price offered'],
  ['DECLINED', 'Price not agreed'],
  ['ACCEPTED', 'Price agreed'],
] as const)('DOOR-14: an offer that is %s is labelled: %s', async ([state, title], { page }) => {
  const answer = state === 'DECLINED' ? '620 at most' : null
  await page.show(<Price trip={priced({ offer: offer({ state, answer }), can_offer: state === 'DECLINED' })} />)
  expect(screen.getByText(title)).toBeDefined()
  expect(screen.getByText(['€1,250.00', 'Ferry', answer].filter(Boolean).join(' · '))).toBeDefined()
  expect(screen.queryByRole('button') !== null).toBe(state === 'DECLINED')
})

test('DOOR-14: a trip without a visible or negotiable price shows no prices', async ({ page }) => {
  await page.show(<Price trip={priced({ can_offer: false })} />)
  expect(screen.queryByRole('region', { name: 'Price' })).toBeNull()
})
