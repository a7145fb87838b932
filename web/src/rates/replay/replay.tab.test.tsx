import { type ReplayedPrice, replayRateCard } from '@cartage/contract/charges/app/replay'
import { expect } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { card, cardDraft, serveRates } from '../../testing/rates.ts'
import { id } from '../../testing/sample.ts'
import { rateCardRoute } from '../routes.ts'

const path = `/rates/cards/${card.rate_record_id}?tab=replay`
const outcome = (total: string | null, message: string) => {
  const result = total === null ? ('INCOMPLETE' as const) : ('COMPLETE' as const)
  return { result, total, currency: 'EUR', card: 'KLANT-A', message }
}
const price = (number: number, before: string, after: string | null, difference: string | null): ReplayedPrice => ({
  ...{ id: id(number), name: `ORD-${number}`, company_name: 'Brouwerij De Linde', day: '2026-11-02', difference },
  before: outcome(before, 'Card KLANT-A, valid from 1 Jan 2026, is used.'),
  after: outcome(after, after === null ? 'Line waiting: stop.minutes_at_stop is not known.' : 'The draft is used.'),
})

test('a period is priced piece by piece; orders that lose their price come first, then the largest difference', async ({
  page,
}) => {
  serveRates(page, { draft: cardDraft })
  const next = { day: '2026-11-02', id: id(11) }
  page.server.on(replayRateCard, ({ body }) => {
    const isFirst = (body as { after: unknown }).after === null
    return isFirst
      ? { items: [price(10, '100.00', '101.00', '1.00'), price(11, '80.00', '70.50', '-9.50')], next, total: 3 }
      : { items: [price(12, '50.00', null, null)], next: null, total: 3 }
  })
  await page.open(rateCardRoute, path)
  await page.user.click(await screen.findByRole('button', { name: 'Run replay' }))
  const table = within(await screen.findByRole('table', { name: 'Differences' }))
  expect(await screen.findByText('1 has a price now and none with the draft.')).toBeDefined()
  expect(table.getByText('Line waiting: Minutes at the stop is not known.')).toBeDefined()
  const names = table.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(['ORD-12', 'ORD-11', 'ORD-10'])
  expect(screen.getByText('€180.00')).toBeDefined()
  expect(screen.getByText('-€8.50')).toBeDefined()
  expect(page.server.bodies(replayRateCard)).toMatchObject([{ after: null }, { after: next }])
})

test('a period without orders shows a message', async ({ page }) => {
  serveRates(page, { draft: cardDraft })
  page.server.on(replayRateCard, { items: [], next: null, total: 0 })
  await page.open(rateCardRoute, path)
  await page.user.click(await screen.findByRole('button', { name: 'Run replay' }))
  expect(await screen.findByText('Nothing in this period')).toBeDefined()
})
