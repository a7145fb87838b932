import { listSubscriptions, Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { EndpointState } from './labels.tsx'
import { endpointsRoute } from './routes.ts'

const endpoint = sampleOf(Subscription, { subscription_id: id(1), name: 'Shipper', state: 'FAILING', channel: 'HTTPS' })
const address = '/settings/receivers'

test('an endpoint is a row that opens its panel, and the address contains the open one', async ({ page }) => {
  page.server.on(listSubscriptions, { items: [endpoint] })
  await page.open(endpointsRoute, address)
  await page.user.click(await screen.findByText('Shipper'))
  await waitFor(() => expect(page.address).toContain(`open=${id(1)}`))
  expect(await screen.findByRole('button', { name: 'Retry now' })).toBeDefined()
})

test('without endpoints the page explains their purpose and opens the form that adds one', async ({ page }) => {
  page.server.on(listSubscriptions, { items: [] })
  await page.open(endpointsRoute, address)
  expect(await screen.findByText('No webhook endpoints yet')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /^Add endpoint/ }))
  expect(await screen.findByRole('textbox', { name: 'Address' })).toBeDefined()
})

test('endpoints that cannot be loaded are loaded again with the button, and a planner adds none', async ({ page }) => {
  page.signIn({ role: 'PLANNER' })
  page.server.disconnect(listSubscriptions)
  await page.open(endpointsRoute, address)
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listSubscriptions, { items: [endpoint] })
  await page.user.click(retry)
  expect(await screen.findByText('Shipper')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Add endpoint/ })).toBeNull()
})

test('an endpoint without a success is not healthy, whatever its state', async ({ page }) => {
  await page.show(
    <>
      <EndpointState endpoint={{ state: 'ACTIVE', last_success_at: null, failed: 2 }} />
      <EndpointState endpoint={{ state: 'ACTIVE', last_success_at: null, failed: 0 }} />
      <EndpointState endpoint={{ state: 'ACTIVE', last_success_at: '2026-11-20T16:00:00Z', failed: 1 }} />
    </>,
  )
  for (const word of ['No success yet', 'Not used yet', 'Healthy']) expect(screen.getByText(word)).toBeDefined()
})
