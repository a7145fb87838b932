import {
  addSubscription,
  changeSubscription,
  Subscription,
  SubscriptionWithSecret,
} from '@cartage/contract/deliveries/app/subscriptions'
import { expect, vi } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { EndpointForm } from './endpoint.form.tsx'

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
async function choose(page: { user: { click: (element: Element) => Promise<void> } }, name: string, option: string) {
  await page.user.click(screen.getByRole('combobox', { name }))
  await page.user.click(await screen.findByRole('option', { name: option }))
}

test('an endpoint over the web is added with its address, authentication and all types', async ({ page }) => {
  const onAdded = vi.fn<(added: SubscriptionWithSecret) => void>()
  const added = sampleOf(SubscriptionWithSecret, { secret: 'whsec_1' })
  page.server.on(addSubscription, added)
  await page.show(<EndpointForm isOpen onClose={() => {}} onAdded={onAdded} />)
  await page.user.type(field('Name'), ' Shipper ')
  await page.user.type(field('Address'), 'https://shipper.example/events')
  await choose(page, 'Authentication', 'Basic')
  await page.user.type(field('User name'), 'cartage')
  await page.user.type(screen.getByLabelText('Password'), 'secret')
  await page.user.click(screen.getByRole('button', { name: 'Add endpoint' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith(added))
  expect(page.server.bodies(addSubscription)).toEqual([
    {
      channel: 'HTTPS',
      purpose: 'EVENTS',
      format: 'JSON',
      name: 'Shipper',
      url: 'https://shipper.example/events',
      has_public_key: false,
      event_types: ['all'],
      credentials: { kind: 'basic', username: 'cartage', password: 'secret' },
    },
  ])
})

test('a folder needs neither address nor authentication, and EDI needs the ids of both parties', async ({ page }) => {
  page.server.on(addSubscription, sampleOf(SubscriptionWithSecret))
  await page.show(<EndpointForm isOpen onClose={() => {}} />)
  await choose(page, 'Channel', 'Folder')
  await choose(page, 'Format', 'EDIFACT IFTSTA')
  expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Authentication' })).toBeNull()
  await page.user.type(field('Folder'), '/out')
  await page.user.type(field('Our interchange ID'), 'HAULIER')
  await page.user.type(field('Partner ID'), '5400000000000')
  await page.user.type(screen.getAllByRole('textbox', { name: 'Qualifier' })[1]!, 'zzz')
  await page.user.click(screen.getByRole('button', { name: 'Add endpoint' }))
  await waitFor(() => expect(page.server.bodies(addSubscription)).toHaveLength(1))
  expect(page.server.bodies(addSubscription)[0]).toMatchObject({
    channel: 'FOLDER',
    folder: '/out',
    format: 'EDI',
    edi: { sender: 'HAULIER', recipient: '5400000000000', sender_qualifier: null, recipient_qualifier: 'ZZZ' },
  })
})

test('an error of the server in the address is shown at the address', async ({ page }) => {
  page.server.reject(addSubscription, {
    status: 422,
    code: 'validation_failed',
    message: 'Not added.',
    errors: [faultAt('url', 'Private addresses are not allowed.')],
  })
  await page.show(<EndpointForm isOpen onClose={() => {}} />)
  await page.user.type(field('Address'), 'https://10.0.0.1/')
  await page.user.click(screen.getByRole('button', { name: 'Add endpoint' }))
  await waitFor(() => expect(faultOf(field('Address'))).toBe('Private addresses are not allowed.'))
})

test('editing keeps credentials that are not replaced, channel and purpose', async ({ page }) => {
  const onChanged = vi.fn<() => void>()
  const endpoint = sampleOf(Subscription, {
    subscription_id: id(1),
    name: 'Shipper',
    url: 'https://shipper.example/events',
    channel: 'HTTPS',
    purpose: 'EVENTS',
    format: 'JSON',
    has_credentials: true,
  })
  page.server.on(changeSubscription, endpoint)
  await page.show(<EndpointForm isOpen onClose={() => {}} endpoint={endpoint} onChanged={onChanged} />)
  expect(screen.queryByRole('combobox', { name: 'Channel' })).toBeNull()
  await page.user.clear(field('Name'))
  await page.user.type(field('Name'), 'Shipper 2')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  const [request] = page.server.requests(changeSubscription)
  expect(request?.params).toEqual({ subscription_id: id(1) })
  expect(request?.body).toEqual({
    name: 'Shipper 2',
    url: 'https://shipper.example/events',
    has_public_key: false,
    event_types: ['all'],
  })
})

test('an SFTP server is added with a private key, its passphrase and its host keys', async ({ page }) => {
  page.server.on(addSubscription, sampleOf(SubscriptionWithSecret))
  await page.show(<EndpointForm isOpen onClose={() => {}} />)
  await choose(page, 'Channel', 'SFTP')
  await choose(page, 'Authentication', 'Private key')
  await page.fill(field('Name'), 'Files')
  await page.fill(field('Address'), 'sftp://files.example:22')
  await page.fill(field('User name'), 'cartage')
  await page.fill(field('Private key'), 'PEM')
  await page.fill(screen.getByLabelText('Key passphrase (optional)'), 'open sesame')
  await page.fill(field(/^Host keys/), 'learn')
  await page.user.click(screen.getByRole('button', { name: 'Add endpoint' }))
  await waitFor(() => expect(page.server.bodies(addSubscription)).toHaveLength(1))
  expect(page.server.bodies(addSubscription)[0]).toMatchObject({
    channel: 'SFTP',
    url: 'sftp://files.example:22',
    host_keys: ['learn'],
    credentials: { kind: 'key', username: 'cartage', private_key: 'PEM', passphrase: 'open sesame' },
  })
})

test('the current authentication is replaced by a header', async ({ page }) => {
  const endpoint = sampleOf(Subscription, {
    subscription_id: id(1),
    name: 'Shipper',
    url: 'https://shipper.example/events',
    channel: 'HTTPS',
    purpose: 'EVENTS',
    format: 'JSON',
    has_credentials: true,
  })
  page.server.on(changeSubscription, endpoint)
  await page.show(<EndpointForm isOpen onClose={() => {}} endpoint={endpoint} />)
  expect(screen.getByRole('combobox', { name: 'Authentication' }).textContent).toContain('Keep current')
  await choose(page, 'Authentication', 'Header')
  await page.fill(field('Header name'), 'x-api-key')
  await page.fill(screen.getByLabelText('Header value'), 'secret')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.server.bodies(changeSubscription)).toHaveLength(1))
  expect(page.server.bodies(changeSubscription)[0]).toMatchObject({
    credentials: { kind: 'header', name: 'x-api-key', value: 'secret' },
  })
})
