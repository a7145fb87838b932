import { createPayment, PaymentList } from '@cartage/contract/accounting/app/payments'
import { readBankStatement, StatementLine } from '@cartage/contract/accounting/app/statements'
import { expect, vi } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { StatementDialog } from './statement.dialog.tsx'

const pays = (number: number, amount: string) => {
  return { invoice_id: id(number), document: `INV-${number}`, company_name: 'Alpha', open: '121.00', pays: amount }
}
const line = (members: Partial<StatementLine>) =>
  sampleOf(StatementLine, { booked_on: '2026-02-03', amount: '121.00', currency: 'EUR', name: 'Alpha', ...members })
const lines = [
  line({ state: 'FULL', text: 'first', invoices: [pays(1, '121.00')] }),
  line({ state: 'PART', text: 'second', amount: '21.00', invoices: [pays(2, '21.00')] }),
  line({ state: 'GUESS', text: 'third', invoices: [pays(3, '121.00')] }),
  line({ state: 'RECORDED', text: 'fourth', invoices: [pays(4, '121.00')] }),
  line({ state: 'OUTGOING', text: 'fifth', invoices: [] }),
]

test('STMT-4: payments on a statement are shown, and chosen ones are recorded, each with its result', async ({
  page,
}) => {
  await page.show(<StatementDialog onClose={vi.fn<() => void>()} />)
  page.server.on(readBankStatement, { format: 'CAMT053', lines })
  await page.user.upload(screen.getByLabelText('File'), new File(['<Document/>'], 'statement.xml'))
  const table = within(await screen.findByRole('table', { name: 'Lines of the statement' }))
  expect(table.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(table.queryByText('fifth')).toBeNull()
  expect(page.server.bodies(readBankStatement)).toEqual([{ text: '<Document/>' }])
  page.server.on(createPayment, sampleOf(PaymentList))
  await page.user.click(screen.getByRole('button', { name: 'Record 2 payments' }))
  expect(await screen.findByText('2 payments recorded')).toBeDefined()
  expect(page.server.bodies(createPayment)).toEqual([
    { amount: '121.00', paid_on: '2026-02-03' },
    { amount: '21.00', paid_on: '2026-02-03' },
  ])
})

test('STMT-4: a refused payment has its reason at its line', async ({ page }) => {
  await page.show(<StatementDialog onClose={vi.fn<() => void>()} />)
  page.server.on(readBankStatement, { format: 'MT940', lines: [lines[0]!] })
  await page.user.upload(screen.getByLabelText('File'), new File([':20:1'], 'statement.sta'))
  page.server.reject(createPayment, { status: 422, code: 'validation_failed', message: 'It is more than is open.' })
  await page.user.click(await screen.findByRole('button', { name: 'Record 1 payment' }))
  expect(await screen.findByText('It is more than is open.')).toBeDefined()
  expect(screen.getByText('0 payments recorded')).toBeDefined()
})

test('STMT-4: a line with more than the open amount shows the rest', async ({ page }) => {
  await page.show(<StatementDialog onClose={vi.fn<() => void>()} />)
  const over = line({
    state: 'OVER',
    text: 'fact. 1 + 2',
    amount: '247.25',
    invoices: [pays(1, '121.00'), pays(2, '121.00')],
  })
  page.server.on(readBankStatement, { format: 'CAMT053', lines: [over] })
  await page.user.upload(screen.getByLabelText('File'), new File(['<Document/>'], 'statement.xml'))
  expect(await screen.findByText(/left over/)).toHaveProperty('textContent', expect.stringContaining('5.25'))
})
