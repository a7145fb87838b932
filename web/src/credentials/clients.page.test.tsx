import {
  ApiClient,
  listApiClients,
  removeApiClient,
  rotateApiClient,
  ShownSecret,
} from '@cartage/contract/auth/app/clients'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { ClientsPage } from './clients.page.tsx'

const client = sampleOf(ApiClient, { client_id: 'shop', name: 'Webshop', integration_id: id(1), roles: ['API_ORDER'] })
const more = () => screen.findByRole('button', { name: 'More for Webshop' })

test('a second secret is created for a client and shown once', async ({ page }) => {
  page.server.on(listApiClients, { items: [client] })
  page.server.on(rotateApiClient, sampleOf(ShownSecret, { client_id: 'shop', client_secret: 'second-secret' }))
  await page.show(<ClientsPage />)
  await page.user.click(await more())
  await page.user.click(await screen.findByRole('menuitem', { name: /secret/ }))
  await page.user.click(screen.getByRole('combobox', { name: 'Current secret expires' }))
  await page.user.click(await screen.findByRole('option', { name: 'In 1 hour' }))
  await page.user.click(screen.getByRole('button', { name: 'Create secret' }))
  expect(await screen.findByText('second-secret')).toBeDefined()
  expect(page.server.requests(rotateApiClient)).toMatchObject([
    { params: { client_id: 'shop' }, body: { overlap_seconds: 3_600 } },
  ])
})

test('a client is removed only after its name is typed', async ({ page }) => {
  page.server.on(listApiClients, { items: [client] })
  page.server.on(removeApiClient, undefined)
  await page.show(<ClientsPage />)
  await page.user.click(await more())
  await page.user.click(await screen.findByRole('menuitem', { name: /Remove/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const remove = dialog.getByRole('button', { name: 'Remove' })
  await page.user.type(dialog.getByRole('textbox'), 'Web')
  expect(remove).toHaveProperty('disabled', true)
  await page.user.type(dialog.getByRole('textbox'), 'shop')
  page.server.on(listApiClients, { items: [] })
  await page.user.click(remove)
  expect(await screen.findAllByText('Webshop removed')).not.toHaveLength(0)
  expect(page.server.requests(removeApiClient)).toMatchObject([{ params: { client_id: 'shop' } }])
})
