import { listSubscriptions, Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import {
  addDispatchDestination,
  changeDispatchDestination,
  DispatchDestination,
  listDispatchDestinations,
} from '@cartage/contract/dispatch/app'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../../testing/sample.ts'
import { destinationsRoute } from '../routes.ts'

const destination = (members: Members<DispatchDestination> = {}) =>
  sampleOf(DispatchDestination, {
    ...{ dispatch_destination_id: id(1), kind: 'SUBCO', name: 'Fast Freight', subcontractor_name: 'Fast Freight BV' },
    ...{ channel: 'HTTPS', url: 'https://fast.example/trips', subscription_id: id(5), is_automatic: true },
    ...members,
  })

async function open(page: Page, items: DispatchDestination[]) {
  const channel = { subscription_id: id(6), name: 'Gate server', purpose: 'DISPATCH' }
  page.server.on(listSubscriptions, { items: [sampleOf(Subscription, channel)] })
  page.server.on(listDispatchDestinations, { items })
  await page.open(destinationsRoute, '/settings/destinations')
}

test('destinations are listed with the messages they receive, for whom, and over which channel', async ({ page }) => {
  await open(page, [destination(), destination({ dispatch_destination_id: id(2), name: 'Old', is_archived: true })])
  const row = (await screen.findByText('Fast Freight')).closest('tr')!
  expect(row.textContent).toMatch(/Trips of carriers.*Fast Freight BV.*HTTPS https:\/\/fast.example.*Active/)
  expect(screen.getByText('Archived')).toBeDefined()
})

test('a destination is added with a new channel; errors are at their fields, and its secret is shown once', async ({
  page,
}) => {
  await open(page, [])
  page.server.reject(addDispatchDestination, {
    ...{ status: 422, code: 'validation_failed' },
    errors: [faultAt('channel.url', 'Enter an address with https.')],
  })
  await page.user.click(await screen.findByRole('button', { name: 'Add destination' }))
  const form = within(await screen.findByRole('form', { name: 'Add destination' }))
  await page.user.click(form.getByRole('button', { name: 'Add' }))
  expect(form.getByText('Enter a name.')).toBeDefined()
  await page.fill(form.getByLabelText('Name'), 'Fast Freight')
  await page.fill(form.getByLabelText('Address'), 'http://fast.example')
  await page.user.click(form.getByRole('button', { name: 'Add' }))
  await form.findAllByText('Enter an address with https.')
  expect(form.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true')
  page.server.on(addDispatchDestination, { destination: destination(), secret: 'whsec_1' })
  await page.fill(form.getByLabelText('Address'), 'https://fast.example')
  await page.user.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('whsec_1')).toBeDefined()
  expect(page.server.bodies(addDispatchDestination).at(-1)).toEqual({
    ...{ kind: 'SUBCO', name: 'Fast Freight', is_automatic: false },
    channel: { channel: 'HTTPS', url: 'https://fast.example' },
  })
})

test('a destination is edited, archived and restored', async ({ page }) => {
  await open(page, [destination()])
  page.server.on(changeDispatchDestination, destination())
  const menu = async (item: string) => {
    await page.user.click(await screen.findByRole('button', { name: 'More for Fast Freight' }))
    await page.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await menu('Edit…')
  const form = within(await screen.findByRole('form', { name: 'Edit Fast Freight' }))
  await page.user.click(form.getByRole('combobox', { name: 'Endpoint' }))
  await page.user.click(await screen.findByRole('option', { name: 'Gate server' }))
  await page.user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Fast Freight saved')
  await menu('Archive')
  await screen.findByText('Fast Freight archived')
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone')
  expect(page.server.bodies(changeDispatchDestination)).toEqual([
    { name: 'Fast Freight', is_automatic: true, tracking_link: null, subscription_id: id(6) },
    { is_archived: true },
    { is_archived: false },
  ])
})
