import { getPayrollHours } from '@cartage/contract/payroll/app'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id } from '../testing/sample.ts'
import { payrollRoute } from './routes.ts'

const row = (number: number, driver: string, hours: string) => ({
  ...{ driver_id: id(number), driver, day: null, sources: ['CARD' as const], cells: [driver, hours] },
})

async function open(page: Page, address = '/resources/hours?month=2026-11') {
  page.server.on(getPayrollHours, {
    ...{ month: '2026-11', headings: ['Driver', 'Lohnart 100'], notes: ['No daily allowances are set.'] },
    items: [row(1, 'Anna', '160,50'), row(2, 'Bert', '12,00')],
    downloads: [{ at: '2026-12-02T09:00:00Z', by: 'Cleo', rows: 'MONTH', driver: null }],
  })
  await page.open(payrollRoute, address)
}

test('PAYROLL-6, PAYROLL-7: the page shows the data of the file and who downloaded it, and the file is one press away', async ({
  page,
}) => {
  await open(page)
  const table = within(await screen.findByRole('table', { name: 'Hours for payroll' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    ...['DriverLohnart 100', 'Anna160,50', 'Bert12,00'],
  ])
  expect(screen.getByText('No daily allowances are set.')).toBeDefined()
  const downloads = within(screen.getByRole('table', { name: 'Downloads of this month' }))
  expect(downloads.getByText('Cleo').closest('tr')?.textContent).toContain('All drivers')
  const file = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(file).toBe('/app/payroll/hours/file?month=2026-11&rows=MONTH&language=en')
  await page.user.click(screen.getByRole('combobox', { name: 'Drivers' }))
  await page.user.click(await screen.findByRole('option', { name: 'Bert' }))
  await waitFor(() => expect(screen.queryByText('160,50')).toBeNull())
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toContain(`driver_id=${id(2)}`)
})
