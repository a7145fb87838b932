import {
  bindWebhookCredential,
  listBindableCompanies,
  listWebhookCredentials,
  removeWebhookCredential,
  rotateWebhookCredential,
  WebhookCredential,
} from '@cartage/contract/auth/app/clients'
import { listRoles } from '@cartage/contract/auth/app/roles'
import { listDispatchDestinations } from '@cartage/contract/dispatch/app'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { webhooksRoute } from './routes.ts'

const credential = (members: Members<WebhookCredential> = {}) =>
  sampleOf(WebhookCredential, { client_id: 'board', name: 'Boards', ...members })
const secret = (expires_at: string | null) => ({ ...sampleOf(WebhookCredential.shape.secrets.element), expires_at })

async function open(page: Page, items = [credential()]) {
  page.server.on(listWebhookCredentials, { items })
  await page.open(webhooksRoute, '/settings/webhook-credentials')
  if (items.length > 0) await screen.findByText(items[0]!.name)
}

async function choose(page: Page, command: RegExp) {
  await page.user.click(screen.getByRole('button', { name: 'More for Boards' }))
  await page.user.click(await screen.findByRole('menuitem', { name: command }))
  return within(await screen.findByRole('dialog'))
}

describe('webhook credentials', () => {
  test('are shown with their scope and valid secrets', async ({ page }) => {
    const bound = { kind: 'COMPANY' as const, key: id(7), name: 'Shipper' }
    await open(page, [
      { ...credential(), secrets: [secret(null)] },
      { ...credential({ client_id: 'yard', name: 'Yard' }), partner: bound, secrets: [] },
      { ...credential({ client_id: 'gate', name: 'Gate' }), secrets: [secret(null), secret('2026-12-01T10:00:00Z')] },
    ])
    const texts = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(texts[1]).toMatch(/Boards.*board.*All records.*1 active/)
    expect(texts[2]).toMatch(/Yard.*Shipper.*None active/)
    expect(texts[3]).toMatch(/Gate.*2 active, one until .*Dec/)
  })

  test('explain their purpose while there are none, and the dialog that creates the first opens', async ({ page }) => {
    await open(page, [])
    expect(await screen.findByText('No webhook credentials yet')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'New webhook credentials' }))
    expect(await screen.findByRole('dialog', { name: 'New webhook credentials' })).toBeDefined()
  })

  test('that could not be loaded show the reason, and are loaded again', async ({ page }) => {
    page.server.disconnect(listWebhookCredentials)
    await page.open(webhooksRoute, '/settings/webhook-credentials')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listWebhookCredentials, { items: [credential()] })
    await page.user.click(again)
    expect(await screen.findByText('Boards')).toBeDefined()
  })

  test('are not requested for a role that may not change them', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    page.server.on(listRoles, { items: [] })
    await page.open(webhooksRoute, '/settings/webhook-credentials')
    expect(await screen.findByText("You don't have access")).toBeDefined()
    expect(page.server.requests(listWebhookCredentials)).toEqual([])
  })

  test('that could not be removed show the reason, and the name stays typed', async ({ page }) => {
    await open(page)
    page.server.reject(removeWebhookCredential, { status: 409, code: 'conflict', message: 'They are in use.' })
    const dialog = await choose(page, /Remove/)
    await page.user.type(dialog.getByRole('textbox'), 'Boards{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain('They are in use.')
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('Boards')
    expect(page.server.requests(removeWebhookCredential)).toMatchObject([{ params: { webhook_client_id: 'board' } }])
  })

  test('that got no second secret show the reason; the overlap is a day unless another is chosen', async ({ page }) => {
    await open(page)
    page.server.reject(rotateWebhookCredential, { status: 409, code: 'conflict', message: 'There are two already.' })
    const dialog = await choose(page, /secret/)
    await page.user.click(dialog.getByRole('button', { name: 'Create secret' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('There are two already.')
    expect(page.server.bodies(rotateWebhookCredential)).toEqual([{ overlap_seconds: 86_400 }])
  })
})

describe('the scope of webhook credentials', () => {
  async function edit(page: Page, partner: WebhookCredential['partner'] = null) {
    await open(page, [{ ...credential(), partner }])
    await page.user.click(screen.getByRole('button', { name: 'Edit scope of Boards' }))
    return within(await screen.findByRole('dialog', { name: 'Scope of Boards' }))
  }
  async function pick(page: Page, name: string, option: string) {
    await page.user.click(screen.getByRole('combobox', { name }))
    await page.user.click(await screen.findByRole('option', { name: option }))
  }

  test('becomes one company, which is required', async ({ page }) => {
    const dialog = await edit(page)
    page.server.on(listBindableCompanies, { items: [{ company_id: id(7), name: 'Shipper', code: null }] })
    page.server.on(bindWebhookCredential, undefined)
    await pick(page, 'Scope', 'Records of one company')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(faultOf(dialog.getByRole('combobox', { name: 'Company' }))).toBe('Choose a company.')
    expect(page.server.requests(bindWebhookCredential)).toEqual([])
    await page.user.type(dialog.getByRole('combobox', { name: 'Company' }), 'Ship')
    await page.user.click(await screen.findByRole('option', { name: 'Shipper' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Boards updated')).toBeDefined()
    expect(page.server.requests(bindWebhookCredential)).toMatchObject([
      { params: { webhook_client_id: 'board' }, body: { partner: { kind: 'COMPANY', key: id(7) } } },
    ])
  })

  test('becomes one of the carriers in use', async ({ page }) => {
    const destinations = sampleOf(listDispatchDestinations.response.shape.items.element)
    page.server.on(listDispatchDestinations, {
      items: [
        { ...destinations, dispatch_destination_id: id(1), name: 'Fast Freight' },
        { ...destinations, dispatch_destination_id: id(2), name: 'Old Freight', is_archived: true },
      ],
    })
    await edit(page)
    page.server.on(bindWebhookCredential, undefined)
    await pick(page, 'Scope', 'Records of one carrier')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Choose a carrier.')).toBeDefined()
    await page.user.click(screen.getByRole('combobox', { name: 'Carrier' }))
    await page.user.click(await screen.findByRole('option', { name: 'Fast Freight' }))
    expect(screen.queryByRole('option', { name: 'Old Freight' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.server.bodies(bindWebhookCredential)).toEqual([{ partner: { kind: 'DESTINATION', key: id(1) } }]),
    )
  })

  test('starts with its current value, and becomes all records; the reason for a failure is shown', async ({
    page,
  }) => {
    const dialog = await edit(page, { kind: 'TELEMATICS', key: 'trackers', name: null })
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Telematics source' }).value).toBe('trackers')
    page.server.reject(bindWebhookCredential, { status: 403, code: 'role_missing', message: 'Ask a Super admin.' })
    await pick(page, 'Scope', 'All records')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Ask a Super admin.')
    expect(page.server.bodies(bindWebhookCredential)).toEqual([{ partner: null }])
  })
})
