import { DeliveryAttempt, DeliveryDetail, getDelivery, resendDeliveries } from '@cartage/contract/deliveries/app/record'
import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { DeliveryPanel } from './delivery.panel.tsx'

const panel = (onClose = () => {}) => <DeliveryPanel eventId={id(1)} subscriptionId={id(2)} onClose={onClose} />
const delivery = (members: Members<DeliveryDetail> = {}) =>
  sampleOf(DeliveryDetail, {
    event_id: id(1),
    subscription_id: id(2),
    receiver: 'Shipper',
    url: 'https://shipper.example/events',
    channel: 'HTTPS',
    state: 'FAILED',
    type: 'order.accepted',
    entity_type: 'order',
    reason: 'The endpoint responded 500.',
    tries: [sampleOf(DeliveryAttempt, { status: 500, response_body: 'Out of order' })],
    ...members,
  })

test('the panel shows the endpoint, the reason and the response of an attempt', async ({ page }) => {
  page.server.on(getDelivery, delivery())
  await page.show(panel())
  expect(await screen.findByText('Shipper')).toBeDefined()
  expect(screen.getByText('The endpoint responded 500.')).toBeDefined()
  expect(screen.getAllByText(/500/).length).toBeGreaterThan(1)
})

test('a failed delivery is resent, once', async ({ page }) => {
  page.server.on(getDelivery, delivery())
  const respond = page.server.hold(resendDeliveries, {
    items: [{ id: `${id(1)}.${id(2)}`, is_done: true, message: null }],
  })
  await page.show(panel())
  await page.user.dblClick(await screen.findByRole('button', { name: /^Resend/ }))
  respond()
  await screen.findByText('Queued for resend')
  expect(page.server.bodies(resendDeliveries)).toEqual([{ deliveries: [{ event_id: id(1), subscription_id: id(2) }] }])
})

test('a pending delivery, one of a removed endpoint, and one opened by a viewer cannot be resent', async ({ page }) => {
  page.server.on(getDelivery, delivery({ state: 'PENDING' }))
  const first = await page.show(panel())
  await screen.findByText('Shipper')
  expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull()
  first.unmount()
  page.queries.clear()
  page.signIn({ role: 'SUPER_ADMIN' })
  page.server.on(getDelivery, delivery({ receiver: null }))
  const second = await page.show(panel())
  await screen.findByText('removed')
  expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull()
  second.unmount()
  page.queries.clear()
  page.signIn({ role: 'VIEWER' })
  page.server.on(getDelivery, delivery())
  await page.show(panel())
  await screen.findByText('Shipper')
  expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull()
})

test('a delivery that cannot be loaded shows this and is loaded again with the button', async ({ page }) => {
  page.server.disconnect(getDelivery)
  const onClose = vi.fn<() => void>()
  await page.show(panel(onClose))
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(getDelivery, delivery())
  await page.user.click(retry)
  expect(await screen.findByText('Shipper')).toBeDefined()
})
