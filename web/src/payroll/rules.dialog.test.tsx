import { defaultPayrollSettings, getPayrollSettings, putPayrollSettings } from '@cartage/contract/payroll/app'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { RulesDialog } from './rules.dialog.tsx'

test('PAYROLL-5: allowances are typed with the decimal comma of the country', async ({ page }) => {
  page.server.on(getPayrollSettings, { settings: defaultPayrollSettings, names: [] })
  page.server.on(putPayrollSettings, defaultPayrollSettings)
  await page.show(<RulesDialog onClose={() => {}} />)
  await page.user.click(await screen.findByRole('button', { name: 'Add allowance' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Code' }), 'SP14')
  await page.user.type(screen.getByRole('textbox', { name: 'Country' }), 'fr')
  await page.user.type(screen.getByRole('textbox', { name: 'Amount' }), '53,10')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  const row = { code: 'SP14', country: 'FR', hours_from: 8, amount: '53.10' }
  await waitFor(() =>
    expect(page.server.requests(putPayrollSettings).at(-1)?.body).toMatchObject({ allowances: [row] }),
  )
})

test('what is typed while the settings load is in the first field of the dialog', async ({ page }) => {
  const arrive = page.server.hold(getPayrollSettings, { settings: defaultPayrollSettings, names: [] })
  await page.show(<RulesDialog onClose={() => {}} />)
  await page.user.keyboard('7')
  arrive()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Night from' })
  await waitFor(() => expect(field.value).toBe(`${defaultPayrollSettings.night_from}7`))
})
