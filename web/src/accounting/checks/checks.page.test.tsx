import { runMoneyChecks } from '@cartage/contract/accounting/app/checks'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../../testing/page.tsx'
import { id } from '../../testing/sample.ts'
import { moneyChecksRoute } from '../routes.ts'

test('CHECK-1: each check shows its result, and links the records that break it', async ({ page }) => {
  const rows = [
    { entity_type: 'order', entity_id: id(1), detail: 'This order is neither settled nor listed as not billed.' },
  ]
  page.server.on(runMoneyChecks, {
    items: [
      { number: 1, title: 'Orders are settled or listed', breaches: 1, rows },
      { number: 2, title: 'Charges are on one line', breaches: 0, rows: [] },
    ],
  })
  await page.open(moneyChecksRoute, '/money/checks')
  const [first, second] = within(await screen.findByRole('list', { name: 'Money checks' })).getAllByText(/wrong|OK/)
  expect([first?.textContent, second?.textContent]).toEqual(['1 wrong', 'OK'])
  expect(screen.getByRole('status').textContent).toContain('1 check found something wrong.')
  expect(screen.getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(`/orders/${id(1)}`)
  await page.user.click(screen.getByRole('button', { name: 'Run now' }))
  await waitFor(() => expect(page.server.requests(runMoneyChecks)).toHaveLength(2))
})
