import {
  createApiClient,
  listBindableCompanies,
  listIntegrations,
  ShownSecret,
} from '@cartage/contract/auth/app/clients'
import { expect } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { ClientDialog } from './client.dialog.tsx'

const secret = sampleOf(ShownSecret, { client_id: 'shop', client_secret: 'once' })

const parts = <ClientDialog onClose={() => {}} />
const integrations = { items: [{ integration_id: id(1), name: 'Main' }] }
const name = () => screen.getByRole('textbox', { name: 'Name' })
const create = () => screen.getByRole('button', { name: 'Create' })

test('a client is created with its name, roles and integration, and its secret is shown', async ({ page }) => {
  page.server.on(listIntegrations, integrations)
  page.server.on(createApiClient, secret)
  await page.show(parts)
  await page.user.type(name(), ' Webshop ')
  await page.user.click(screen.getByRole('checkbox', { name: /API_TRIP/ }))
  await screen.findByText('Main')
  await page.user.click(create())
  await screen.findByRole('dialog', { name: 'Copy your secret' })
  expect(screen.getByText('once')).toBeDefined()
  expect(page.server.bodies(createApiClient)).toEqual([
    { name: 'Webshop', roles: ['API_ORDER', 'API_TRIP'], integration_id: id(1), company_id: null },
  ])
})

test('a name and a role are required; each error is shown at its field', async ({ page }) => {
  page.server.on(listIntegrations, integrations)
  await page.show(parts)
  await page.user.click(screen.getByRole('checkbox', { name: /API_ORDER/ }))
  await page.user.click(create())
  expect(faultOf(name())).toBe('Enter a name.')
  expect(screen.getByText('Choose at least one role.')).toBeDefined()
  expect(page.server.requests(createApiClient)).toEqual([])
})

test('the role of a customer cannot be combined and requires a company', async ({ page }) => {
  page.server.on(listIntegrations, integrations)
  page.server.on(listBindableCompanies, { items: [{ company_id: id(7), name: 'Shipper', code: null }] })
  page.server.on(createApiClient, secret)
  await page.show(parts)
  await page.user.type(name(), 'Portal')
  await page.user.click(screen.getByRole('checkbox', { name: /CUSTOMER/ }))
  expect(screen.getByRole('checkbox', { name: /API_ORDER/ }).getAttribute('aria-checked')).toBe('false')
  await page.user.click(create())
  expect(faultOf(screen.getByRole('combobox', { name: 'Company' }))).toBe('Choose a company.')
  await page.user.type(screen.getByRole('combobox', { name: 'Company' }), 'Ship')
  await page.user.click(await screen.findByRole('option', { name: /Shipper/ }))
  await page.user.click(create())
  await waitFor(() => expect(page.server.bodies(createApiClient)).toHaveLength(1))
  expect(page.server.bodies(createApiClient)[0]).toMatchObject({ roles: ['CUSTOMER'], company_id: id(7) })
})

test('a name that the server rejects is reported at the name', async ({ page }) => {
  page.server.on(listIntegrations, integrations)
  page.server.reject(createApiClient, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('name', 'There is a client of this name.')],
  })
  await page.show(parts)
  await page.user.type(name(), 'Webshop')
  await page.user.click(create())
  await waitFor(() => expect(faultOf(name())).toBe('There is a client of this name.'))
})
