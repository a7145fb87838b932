import { createWebhookCredential, ShownSecret } from '@cartage/contract/auth/app/clients'
import { listDispatchDestinations } from '@cartage/contract/dispatch/app'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { WebhookDialog } from './webhook.dialog.tsx'

const secret = sampleOf(ShownSecret, { client_id: 'board', client_secret: 'once' })
const create = () => screen.getByRole('button', { name: 'Create' })

test('credentials without a company cover all records', async ({ page }) => {
  page.server.on(listDispatchDestinations, { items: [] })
  page.server.on(createWebhookCredential, secret)
  await page.show(<WebhookDialog onClose={() => {}} />)
  await page.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Boards')
  await page.user.click(create())
  await screen.findByRole('dialog', { name: 'Copy your secret' })
  expect(page.server.bodies(createWebhookCredential)).toEqual([{ name: 'Boards', partner: null }])
})

test('credentials of a company are limited to it and include its name', async ({ page }) => {
  page.server.on(listDispatchDestinations, { items: [] })
  page.server.on(createWebhookCredential, secret)
  await page.show(<WebhookDialog company={{ company_id: id(7), name: 'Shipper' }} onClose={() => {}} />)
  await page.user.click(create())
  await screen.findByRole('dialog', { name: 'Copy your secret' })
  expect(page.server.bodies(createWebhookCredential)).toEqual([
    { name: 'Shipper', partner: { kind: 'COMPANY', key: id(7) } },
  ])
})
