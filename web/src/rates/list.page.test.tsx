import { createRateRecord, listRateRecords } from '@cartage/contract/rates/app/records'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { card, serveRates, versionFrom } from '../testing/rates.ts'
import '../testing/sized.ts'
import { rateCardsRoute, tariffTablesRoute, zoneSetsRoute } from './routes.ts'

async function open(page: Page, address = '/rates', items = [card]) {
  serveRates(page)
  page.server.on(listRateRecords, { items })
  await page.open(rateCardsRoute, address)
}

test('cards are listed with their side, currency, state and validity', async ({ page }) => {
  await open(page, '/rates', [{ ...card, has_draft: true, versions: [versionFrom('2026-01-01')] }])
  const row = (await screen.findByText('Groupage')).closest('[role=row]')!
  for (const text of ['KLANT-A', 'Sales', 'EUR', 'Published', 'Draft', 'from 1 Jan 2026']) {
    expect(row.textContent).toContain(text)
  }
})

test('days without a version are marked', async ({ page }) => {
  const versions = [versionFrom('2026-05-01'), versionFrom('2026-01-01', '2026-03-31')]
  await open(page, '/rates', [{ ...card, versions }])
  expect(await screen.findByText('Gap')).toBeDefined()
})

test('the list is filtered by code or name, and shows when nothing matches', async ({ page }) => {
  await open(page, '/rates?q=klant')
  expect(await screen.findByText('Groupage')).toBeDefined()
  await page.fill(screen.getByRole('searchbox', { name: 'Code or name…' }), 'unknown')
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a new card needs a code, a name and a currency, and opens once it is created', async ({ page }) => {
  await open(page, '/rates', [])
  expect(await screen.findByText('No rate cards yet')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /New rate card/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: /Create/ }))
  expect(await dialog.findByText('Enter a name.')).toBeDefined()
  page.server.on(createRateRecord, card)
  await page.fill(dialog.getByRole('textbox', { name: 'Code' }), 'KLANT-A')
  await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Groupage')
  await page.user.click(dialog.getByRole('button', { name: /Create/ }))
  await expect.poll(() => page.address).toBe(`/rates/cards/${card.rate_record_id}`)
  expect(page.server.bodies(createRateRecord)).toEqual([
    { kind: 'RATE_CARD', code: 'KLANT-A', name: 'Groupage', side: 'SALES', currency: 'EUR' },
  ])
})

test('a code in use is reported in the form', async ({ page }) => {
  await open(page)
  page.server.reject(createRateRecord, { status: 409, code: 'state_conflict', message: 'The code A is taken.' })
  await page.user.click(await screen.findByRole('button', { name: /New rate card/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: 'Code' }), 'A')
  await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'B')
  await page.user.click(dialog.getByRole('button', { name: /Create/ }))
  expect(await dialog.findByText('The code A is taken.')).toBeDefined()
})

test('without permission nothing can be created', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['rate.write'] })
  await open(page)
  expect(await screen.findByText('Groupage')).toBeDefined()
  expect(screen.queryByRole('button', { name: /New rate card/ })).toBeNull()
})

test('tariff tables and zone sets are listed alike, without side and currency', async ({ page }) => {
  serveRates(page)
  const table = { ...card, kind: 'TARIFF_TABLE' as const, name: 'Groupage in Belgium', side: null, currency: null }
  page.server.on(listRateRecords, { items: [table] })
  const { unmount } = await page.open(tariffTablesRoute, '/rates/tables')
  expect(await screen.findByText('Groupage in Belgium')).toBeDefined()
  expect(screen.queryByText('Side')).toBeNull()
  unmount()
  page.queries.clear()
  page.signIn({ role: 'SUPER_ADMIN' })
  page.server.on(listRateRecords, { items: [] })
  await page.open(zoneSetsRoute, '/rates/zones')
  expect(await screen.findByText('No zone sets yet')).toBeDefined()
})
