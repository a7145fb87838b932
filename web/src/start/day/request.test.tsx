import { DayException } from '@cartage/contract/app/day'
import { decideCarrierOffer, decideOrderRequest } from '@cartage/contract/doors/app/requests'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { id, type Members, sampleOf } from '../../testing/sample.ts'
import { DoorRequest } from './request.panel.tsx'

type Request = NonNullable<DayException['request']>

const request = (members: Members<Request> = {}): Request => ({
  ...{ door_request_id: id(3), kind: 'OFFER', amount: '650.00', agreed: '600.00', currency: 'EUR', text: 'Ferry' },
  ...{ company_name: 'Hauler One', requested_by: 'Gent', requested_at: '2026-02-02T08:00:00Z' },
  ...(members as Partial<Request>),
})
const asked = (kind: 'CHANGE' | 'CANCEL') =>
  request({ kind, amount: null, agreed: null, currency: null, text: 'Sold out', requested_by: 'Ann' })
const trip = sampleOf(DayException, { kind: 'OFFER', trip_id: id(1), trip_name: 'T-7' })
const order = sampleOf(DayException, { kind: 'REQUEST', order_id: id(2), order_number: 'O-9' })

test('DOOR-14: another price is shown with the cost of the trip, and accepted with one press', async ({ page }) => {
  page.server.on(decideCarrierOffer, { state: 'ACCEPTED' })
  await page.show(<DoorRequest one={trip} request={request()} />)
  expect(screen.getByText(/€650\.00 instead of €600\.00 · Ferry · Gent/)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Accept the price: T-7' }))
  expect(await screen.findAllByText('Answered')).not.toHaveLength(0)
  expect(page.server.requests(decideCarrierOffer)).toMatchObject([
    { params: { trip_id: id(1), door_request_id: id(3) }, body: { decision: 'ACCEPTED' } },
  ])
})

test('DOOR-14: declining requires a reason, and an unknown price is left out', async ({ page }) => {
  page.server.on(decideCarrierOffer, { state: 'DECLINED' })
  await page.show(<DoorRequest one={trip} request={request({ agreed: null })} />)
  expect(screen.queryByText(/instead of/)).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Decline: T-7' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decline' }).disabled).toBe(true)
  await page.user.keyboard('620 at most{Enter}')
  await waitFor(() =>
    expect(page.server.requests(decideCarrierOffer)).toMatchObject([
      { body: { decision: 'DECLINED', answer: '620 at most' } },
    ]),
  )
})

test('DOOR-15: an order is cancelled in a second step, with or without a message to the customer', async ({ page }) => {
  page.server.on(decideOrderRequest, { state: 'ACCEPTED' })
  await page.show(<DoorRequest one={order} request={asked('CANCEL')} />)
  await page.user.click(screen.getByRole('button', { name: 'Cancel order: O-9' }))
  expect(page.server.requests(decideOrderRequest)).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() =>
    expect(page.server.requests(decideOrderRequest)).toMatchObject([
      { params: { order_id: id(2) }, body: { decision: 'ACCEPTED', answer: null } },
    ]),
  )
})

test('DOOR-15: a change is marked as done; users who may not decide can only read it', async ({ page }) => {
  page.server.on(decideOrderRequest, { state: 'ACCEPTED' })
  await page.show(<DoorRequest one={order} request={asked('CHANGE')} />)
  await page.user.click(screen.getByRole('button', { name: 'Changed: O-9' }))
  await waitFor(() => expect(page.server.requests(decideOrderRequest)).toHaveLength(1))
  page.signIn({ role: 'VIEWER' })
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(screen.getByText(/Sold out · Ann/)).toBeDefined()
})
