import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  countDeliveries,
  dismissDeliveries,
  getDelivery,
  ListedDelivery,
  listDeliveries,
  resendDeliveries,
} from '@cartage/contract/deliveries/app/record'
import { listSubscriptions, Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { About, Took } from './list.columns.tsx'
import { deliveriesRoute } from './routes.ts'
import { DeliveryState } from './status.labels.tsx'

const row = sampleOf(ListedDelivery, {
  event_id: id(1),
  subscription_id: id(2),
  receiver: 'Shipper',
  state: 'FAILED',
  order_number: 'O-7',
  entity_name: null,
  entity_type: 'order',
  attempts: 3,
  last_status: 500,
  last_duration_ms: 12_400,
})

async function open(
  page: Page,
  address: string,
  items: (typeof row)[] | 'unreachable' = [row],
  endpoints: Subscription[] = [],
) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countDeliveries, sampleOf(countDeliveries.response))
  page.server.on(listSubscriptions, { items: endpoints })
  if (items === 'unreachable') page.server.disconnect(listDeliveries)
  else page.server.on(listDeliveries, { ...sampleOf(listDeliveries.response), items, total: items.length })
  return await page.open(deliveriesRoute, address)
}

test('the rows show the loaded data', async ({ page }) => {
  await open(page, '/deliveries')
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
  expect(screen.getAllByText('1 delivery')).not.toHaveLength(0)
  const cells = within(screen.getByText(/O-7/).closest('[role=row]') as HTMLElement)
  for (const text of ['Failed', 'Shipper', '500', '3', '12 s']) expect(cells.getByText(text)).toBeDefined()
})

test('the subject of an event and the duration of an attempt are abbreviated', async ({ page }) => {
  const delivery = { entity_id: id(1), order_number: 'O-7', entity_name: 'Gent' }
  await page.show(
    <>
      <p data-testid="stop">
        <About delivery={{ ...delivery, entity_type: 'stop' }} />
      </p>
      <p data-testid="resource">
        <About delivery={{ ...delivery, entity_type: 'resource', order_number: null, entity_name: null }} />
      </p>
      <Took ms={999} /> <Took ms={null} />
    </>,
  )
  expect(screen.getByTestId('stop').textContent).toMatch(/^O-7 · Gent$/)
  expect(screen.getByTestId('resource').textContent).toMatch(/^Resource 00000000$/)
  expect(screen.getByText('999 ms')).toBeDefined()
  expect(screen.getByText('—')).toBeDefined()
})

test('chosen deliveries are resent or dismissed at once, and the list is loaded again', async ({ page }) => {
  await open(page, '/deliveries')
  const answer = { items: [{ id: `${id(1)}.${id(2)}`, is_done: true, message: null }] }
  page.server.on(resendDeliveries, answer)
  page.server.on(dismissDeliveries, answer)
  for (const name of ['Resend', 'Dismiss']) {
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  }
  const deliveries = [{ event_id: id(1), subscription_id: id(2) }]
  expect(page.server.bodies(resendDeliveries)).toEqual([{ deliveries }])
  expect(page.server.bodies(dismissDeliveries)).toEqual([{ deliveries }])
  await waitFor(() => expect(page.server.requests(listDeliveries).length).toBeGreaterThan(2))
})

test('a click opens the panel of a delivery, and Escape closes it', async ({ page }) => {
  await open(page, '/deliveries')
  page.server.on(getDelivery, sampleOf(getDelivery.response, { event_id: id(1), subscription_id: id(2) }))
  await page.user.click((await screen.findAllByText('Shipper'))[0]!)
  expect(await screen.findByRole('complementary', { name: 'Webhook delivery' })).toBeDefined()
  expect(page.address).toContain(`${id(1)}.${id(2)}`)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('paused or failing endpoints are listed above the list, with a link to each', async ({ page }) => {
  await open(
    page,
    '/deliveries',
    [row],
    [
      sampleOf(Subscription, { subscription_id: id(5), name: 'ERP', state: 'PAUSED', pending: 12 }),
      sampleOf(Subscription, { subscription_id: id(6), name: 'Portal', state: 'FAILING', consecutive_failures: 4 }),
      sampleOf(Subscription, { subscription_id: id(7), name: 'Fine', state: 'ACTIVE' }),
    ],
  )
  const banners = await screen.findAllByRole('link', { name: 'View endpoint' })
  expect(banners.map((one) => one.parentElement!.textContent)).toEqual([
    expect.stringContaining('ERP is paused. Pending events: 12.'),
    expect.stringContaining('Portal is failing. Failures in a row: 4.'),
  ])
  expect(banners[0]!.getAttribute('href')).toContain(id(5))
})

test('the dialog that resends failed deliveries is opened by its button', async ({ page }) => {
  await open(page, '/deliveries')
  await page.user.click(await screen.findByRole('button', { name: 'Resend failed…' }))
  expect(await screen.findByRole('dialog', { name: 'Resend failed deliveries' })).toBeDefined()
})

test('a long list shows a minimum count and that there are more', async ({ page }) => {
  await open(page, '/deliveries', 'unreachable')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  page.server.on(listDeliveries, { items: [row], total: 10_000 })
  await page.user.click(retry)
  expect(await screen.findByText('10,000+ deliveries')).toBeDefined()
})

test('a person who may only read can neither choose nor resend', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['delivery.write'] })
  await open(page, '/deliveries')
  await screen.findAllByText('Shipper')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Resend failed…' })).toBeNull()
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/deliveries?state=FAILED&q=O-7')
  await screen.findAllByText('Shipper')
  expect(page.server.requests(listDeliveries)[0]?.query).toMatchObject({ state: 'FAILED', q: 'O-7' })
})

test('a list without rows explains this, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/deliveries', [])
  expect(await screen.findByText('No webhook deliveries yet')).toBeDefined()
  unmount()
  await open(page, '/deliveries?state=FAILED&q=O-7', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  await open(page, '/deliveries', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listDeliveries, { ...sampleOf(listDeliveries.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
})

test('a delivery that was answered and declined is labelled declined, not failed', async ({ page }) => {
  await page.show(
    <>
      <DeliveryState delivery={{ state: 'FAILED', attempts: 1, reason: 'rejected: No truck free.' }} />
      <DeliveryState delivery={{ state: 'FAILED', attempts: 8, reason: 'given_up' }} />
    </>,
  )
  expect(screen.getByText('Declined')).toBeDefined()
  expect(screen.getByText('Failed')).toBeDefined()
})
