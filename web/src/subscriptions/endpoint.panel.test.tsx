import {
  pauseSubscription,
  pinHostKeys,
  removeSubscription,
  resumeSubscription,
  rotateSubscription,
  Subscription,
  SubscriptionWithSecret,
  testSubscription,
} from '@cartage/contract/deliveries/app/subscriptions'
import { expect, vi } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { EndpointPanel } from './endpoint.panel.tsx'

const endpoint = (members: Members<Subscription> = {}) =>
  sampleOf(Subscription, {
    subscription_id: id(1),
    name: 'Shipper',
    url: 'https://shipper.example/events',
    channel: 'HTTPS',
    purpose: 'EVENTS',
    state: 'ACTIVE',
    ...members,
  })

function panel(given = endpoint()) {
  const onClose = vi.fn<() => void>()
  const onSecret = vi.fn<(rotated: SubscriptionWithSecret) => void>()
  return { parts: <EndpointPanel endpoint={given} onClose={onClose} onSecret={onSecret} />, onClose, onSecret }
}
const params = { subscription_id: id(1) }

test('an endpoint is paused, and Undo resumes it', async ({ page }) => {
  page.server.on(pauseSubscription, endpoint({ state: 'PAUSED' }))
  page.server.on(resumeSubscription, endpoint())
  await page.show(panel().parts)
  await page.user.click(screen.getByRole('button', { name: 'Pause' }))
  await page.user.click(await screen.findByRole('button', { name: /Undo/ }))
  expect(await screen.findAllByText('Shipper resumed')).not.toHaveLength(0)
  expect(page.server.requests(pauseSubscription)).toMatchObject([{ params }])
  expect(page.server.requests(resumeSubscription)).toMatchObject([{ params }])
})

test('an endpoint that fails shows since when and is retried at once', async ({ page }) => {
  page.server.on(resumeSubscription, endpoint())
  await page.show(panel(endpoint({ state: 'FAILING', failing_since: '2026-03-02T08:00:00Z' })).parts)
  expect(screen.getByText('Failing since')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(await screen.findAllByText('Shipper resumed')).not.toHaveLength(0)
})

test('a new signing secret is created and passed on to be shown', async ({ page }) => {
  const { parts, onSecret } = panel()
  const rotated = sampleOf(SubscriptionWithSecret, { secret: 'whsec_2' })
  page.server.on(rotateSubscription, rotated)
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: 'More' }))
  await page.user.click(await screen.findByRole('menuitem', { name: /New secret/ }))
  await page.user.click(await screen.findByRole('button', { name: 'Create secret' }))
  await waitFor(() => expect(onSecret).toHaveBeenCalledExactlyOnceWith(rotated))
  expect(page.server.requests(rotateSubscription)).toMatchObject([{ params, body: { overlap_hours: 24 } }])
})

test('removing requires a confirmation and shows how many events are dropped', async ({ page }) => {
  const { parts, onClose } = panel(endpoint({ pending: 3 }))
  page.server.on(removeSubscription, undefined)
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: 'More' }))
  await page.user.click(await screen.findByRole('menuitem', { name: /Remove/ }))
  expect(await screen.findByText(/3 pending events are dropped/)).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Remove endpoint' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.server.requests(removeSubscription)).toMatchObject([{ params }])
})

test('the host key of an SFTP endpoint is accepted, and there is no signing secret', async ({ page }) => {
  page.server.on(pinHostKeys, endpoint())
  await page.show(panel(endpoint({ channel: 'SFTP' })).parts)
  await page.user.click(screen.getByRole('button', { name: 'More' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Accept current host key' }))
  expect(await screen.findAllByText('Current host key accepted')).not.toHaveLength(0)
  expect(page.server.bodies(pinHostKeys)).toEqual([{ host_keys: ['learn'] }])
  expect(screen.queryByText('Signing secrets')).toBeNull()
})

test('a person who may not change endpoints sees no actions', async ({ page }) => {
  page.signIn({ role: 'PLANNER' })
  await page.show(panel().parts)
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})

test('a test event shows the request and the response', async ({ page }) => {
  page.server.on(testSubscription, {
    ...sampleOf(testSubscription.response, { is_delivered: true, status: 202, duration_ms: 41.6 }),
    request_headers: { 'webhook-id': 'msg_1' },
    response_body: '{"taken":true}',
  })
  await page.show(panel().parts)
  await page.user.click(screen.getByRole('button', { name: 'Send test event' }))
  expect(await screen.findByText('Accepted.')).toBeDefined()
  expect(screen.getByText(/202 · 42 ms/)).toBeDefined()
  expect(screen.getByText('msg_1')).toBeDefined()
  expect(screen.getByRole('figure', { name: 'Response body' }).textContent).toContain('"taken": true')
  expect(page.server.requests(testSubscription)).toMatchObject([{ params }])
})

test('a rejected test event shows the reason, and so does an unsent one', async ({ page }) => {
  page.server.on(testSubscription, sampleOf(testSubscription.response, { failure: 'certificate has expired' }))
  await page.show(panel().parts)
  const send = () => screen.getByRole('button', { name: 'Send test event' })
  await page.user.click(send())
  expect(await screen.findByText('certificate has expired')).toBeDefined()
  expect(screen.getByText('Rejected.')).toBeDefined()
  page.server.disconnect(testSubscription)
  await page.user.click(send())
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot reach the server')
})
