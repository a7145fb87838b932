import { CreditFigure, getCreditFigure } from '@cartage/contract/accounting/app/receivables'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { CreditSection } from './credit.section.tsx'

test('PAY-6: open invoices and unbilled work are compared with the limit', async ({ page }) => {
  const amounts = {
    currency: 'EUR',
    open: '121.00',
    unbilled: '60.00',
    ordered: '40.00',
    used: '221.00',
    limit: '200.00',
  }
  page.server.on(getCreditFigure, sampleOf(CreditFigure, { ...amounts, is_exceeded: true }))
  await page.show(<CreditSection companyId={id(1)} />)
  expect((await screen.findByText('€221.00')).parentElement?.className).toContain('text-red')
  expect(screen.getByText('€200.00')).toBeDefined()
  expect(screen.getByText('€40.00')).toBeDefined()
  expect(screen.getByRole('meter', { name: 'Used credit' }).getAttribute('value')).toBe('100')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    `/invoices?company=${id(1)}&kind=SALES_INVOICE&payment=UNPAID`,
    `/orders-to-invoice?company=${id(1)}`,
  ])
})

test('users without access to receivables see no credit', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['task.read'] })
  await page.show(<CreditSection companyId={id(1)} />)
  expect(screen.queryByText('Credit')).toBeNull()
})
