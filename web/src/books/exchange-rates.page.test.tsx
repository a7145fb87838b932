import {
  type ExchangeRateRecord,
  importExchangeRates,
  listExchangeRateRecords,
  setExchangeRate,
} from '@cartage/contract/books/app'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { exchangeRatesRoute } from './routes.ts'

const pound: ExchangeRateRecord = {
  id: '0198a000-0000-7000-8000-00000000000a',
  exchange_rate: 0.8655,
  inverse_exchange_rate: 1.15540150202195,
  exchange_rate_date: '2026-11-20',
  from_currency: 'EUR',
  to_currency: 'GBP',
  source: 'ECB',
  updated_at: '2026-11-20T16:00:00Z',
}

async function show(page: Page, items: ExchangeRateRecord[] = [pound]) {
  page.server.on(listExchangeRateRecords, { items, total: items.length })
  await page.open(exchangeRatesRoute, '/settings/exchange-rates')
}

test('rates are shown in both directions, with their source', async ({ page }) => {
  await show(page)
  const table = await screen.findByRole('table', { name: 'Exchange rates' })
  const row = (await within(table).findByText('European Central Bank')).closest('tr')!
  expect(row.textContent).toContain('1 EUR')
  expect(row.textContent).toContain('0.8655 GBP')
  expect(row.textContent).toContain('1.1554 EUR')
})

test('a rate is set for a day, and requires two currencies and a number', async ({ page }) => {
  await show(page)
  page.server.on(setExchangeRate, pound)
  await page.user.click(await screen.findByRole('button', { name: 'Set rate' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Set' }))
  expect(await dialog.findByText('Enter a rate.')).toBeDefined()
  expect(dialog.getByText('Enter a currency, such as GBP.')).toBeDefined()
  await page.user.type(dialog.getByRole('textbox', { name: 'In currency' }), 'gbp')
  await page.user.type(dialog.getByRole('textbox', { name: 'Rate' }), '0.87')
  await page.user.click(dialog.getByRole('button', { name: 'Set' }))
  expect(await screen.findByText('Exchange rate saved')).toBeDefined()
})

test('without rates the page recommends a first step, and a file can be imported', async ({ page }) => {
  await show(page, [])
  expect(await screen.findByText('No exchange rates yet')).toBeDefined()
  page.server.on(importExchangeRates, { created: 2, replaced: 0, unchanged: 0 })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(input, new File(['Date,USD\n2026-11-20,1.05\n'], 'eurofxref.csv', { type: 'text/csv' }))
  expect(await screen.findByText('Imported: 2 new rates, 0 replaced')).toBeDefined()
})

test('earlier rates are loaded on request, until all are there', async ({ page }) => {
  const rateAt = (at: number): ExchangeRateRecord => ({ ...pound, id: `${pound.id.slice(0, -3)}${100 + at}` })
  page.server.on(listExchangeRateRecords, ({ query }) => {
    const offset = Number(query?.offset ?? 0)
    return { items: Array.from({ length: offset === 0 ? 100 : 20 }, (_, at) => rateAt(offset + at)), total: 120 }
  })
  await page.open(exchangeRatesRoute, '/settings/exchange-rates')
  expect(await screen.findByText('20 more')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Show earlier rates' }))
  // 120 rates and the header row.
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(121))
  expect(screen.queryByRole('button', { name: 'Show earlier rates' })).toBeNull()
})
