import { defaultPayrollSettings, getPayrollSettings, putPayrollSettings } from '@cartage/contract/payroll/app'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { FileDialog } from './file.dialog.tsx'

test('PAYROLL-6: columns are chosen, named and put in order', async ({ page }) => {
  page.server.on(getPayrollSettings, {
    settings: { ...defaultPayrollSettings, columns: [{ column: 'driver', heading: null }] },
    names: [
      { column: 'driver', name: 'Driver' },
      { column: 'duty', name: 'Time on duty' },
    ],
  })
  page.server.on(putPayrollSettings, defaultPayrollSettings)
  await page.show(<FileDialog onClose={() => {}} />)
  await page.user.click(await screen.findByRole('checkbox', { name: 'Time on duty' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Heading of Time on duty' }), 'Lohnart 100')
  await page.user.click(screen.getByRole('button', { name: 'Move Time on duty up' }))
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(page.server.requests(putPayrollSettings).at(-1)?.body).toMatchObject({
      separator: 'SEMICOLON',
      columns: [
        { column: 'duty', heading: 'Lohnart 100' },
        { column: 'driver', heading: null },
      ],
    }),
  )
})
