import { blockOrder, OrderState, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { changeOrders } from '@cartage/contract/orders/app/list'
import { OrderRecord } from '@cartage/contract/orders/app/record'
import { TripCarrier } from '@cartage/contract/trips/app/list'
import { listOrderTrips, OrderTrip } from '@cartage/contract/trips/app/record'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { OrderActions } from './actions.tsx'

const orderId = id(1)
const order = (members: Members<OrderRecord> = {}) =>
  sampleOf(OrderRecord, { order: { id: orderId }, order_number: 'O-7', status: 'TO_PLAN', ...members })
const state = sampleOf(OrderState)
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('an order is held with a reason and released again with Undo', async ({ page }) => {
  page.server.on(blockOrder, state)
  page.server.on(unblockOrder, state)
  await page.show(<OrderActions record={order()} />)
  await page.user.click(button(/^Hold/))
  await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Customs{Enter}')
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await screen.findByText('Undone')
  expect(page.server.requests(blockOrder)).toMatchObject([
    { params: { order_id: orderId }, body: { reason: 'Customs' } },
  ])
  expect(page.server.requests(unblockOrder)).toMatchObject([{ params: { order_id: orderId } }])
})

test('DOOR-8: a quote is confirmed with one press, and another order is not', async ({ page }) => {
  page.server.on(changeOrders, { items: [{ order_id: orderId, is_done: true, message: null }] })
  await page.show(<OrderActions record={order({ status: 'QUOTE' })} />)
  await page.user.click(button('Confirm order'))
  expect(await screen.findAllByText('Order O-7 confirmed')).not.toHaveLength(0)
  expect(page.server.bodies(changeOrders)).toEqual([{ action: 'confirm', order_ids: [orderId] }])
})

test('a held order is released at once, and Undo holds it for the same reason', async ({ page }) => {
  page.server.on(blockOrder, state)
  page.server.on(unblockOrder, state)
  await page.show(<OrderActions record={order({ is_blocked: true, block_reason: 'Customs' })} />)
  await page.user.click(button(/^Release/))
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  await screen.findByText('Undone')
  expect(page.server.bodies(blockOrder)).toEqual([{ reason: 'Customs' }])
})

test.for([
  { role: 'PLANNER', may: false },
  { role: 'SUPER_ADMIN', may: true },
] as const)('CREDIT-2: a $role may release a hold for the credit limit: $may', async ({ role, may }, { page }) => {
  page.signIn({ role })
  await page.show(<OrderActions record={order({ is_blocked: true, hold_reason_code: 'CREDIT_LIMIT' })} />)
  expect(screen.getByRole('button', { name: /^Edit/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Release/ }) !== null).toBe(may)
})

test('rejecting and cancelling require a confirmation, and Back does nothing', async ({ page }) => {
  page.server.on(skipOrder, state)
  page.server.on(listOrderTrips, { items: [] })
  await page.show(<OrderActions record={order()} />)
  await page.user.click(button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Cancel order/ }))
  await page.user.click(await screen.findByRole('button', { name: "Don't cancel" }))
  await page.user.click(button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Reject order/ }))
  await page.user.click(await screen.findByRole('button', { name: 'Reject order' }))
  expect(await screen.findAllByText('Order O-7 rejected')).not.toHaveLength(0)
  expect(page.server.requests(skipOrder)).toMatchObject([{ params: { order_id: orderId } }])
})

test('before an order is cancelled, its driver is shown', async ({ page }) => {
  const carrier = sampleOf(TripCarrier, { name: 'Piet', license_plate: null, container_number: null })
  const trip = { name: 'T-9', status: 'PLANNED', resources: [carrier], subcontractor: null, stops: [], places: [] }
  page.server.on(listOrderTrips, { items: [sampleOf(OrderTrip, { ...trip, stop_facts: [] })] })
  await page.show(<OrderActions record={order()} />)
  await page.user.click(button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Cancel order/ }))
  expect(await screen.findByText(/^It is planned on T-9: Piet\./)).toBeDefined()
})

test('a cancellation that the server rejects shows the reason', async ({ page }) => {
  page.server.on(changeOrders, {
    items: [{ order_id: orderId, is_done: false, message: 'The order has started.' }],
  })
  page.server.on(listOrderTrips, { items: [] })
  await page.show(<OrderActions record={order()} />)
  await page.user.click(button('More'))
  await page.user.click(await screen.findByRole('menuitem', { name: /Cancel order/ }))
  await page.user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  expect(await screen.findAllByText(/The order has started/)).not.toHaveLength(0)
  expect(page.server.bodies(changeOrders)).toEqual([{ action: 'cancel', order_ids: [orderId] }])
})

test.for([
  { status: 'CANCELLED', actions: [] },
  { status: 'COMPLETED', actions: ['Edit'] },
  { status: 'TO_PLAN', actions: ['Hold', 'Edit'] },
])('an order that is $status offers the actions of its state', async ({ status, actions }, { page }) => {
  await page.show(<OrderActions record={order({ status })} />)
  const shown = ['Hold', 'Edit'].filter((name) => screen.queryByRole('button', { name: new RegExp(`^${name}`) }))
  expect(shown).toEqual(actions)
})

test('a person who may not change orders sees no actions', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await page.show(<OrderActions record={order()} />)
  expect(screen.queryAllByRole('button')).toEqual([])
})
