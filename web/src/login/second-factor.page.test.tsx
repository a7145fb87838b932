import { beginSecondFactor, confirmSecondFactor, getAccount } from '@cartage/contract/auth/app/account'
import { getSession, listOrganisations } from '@cartage/contract/auth/app/session'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { sessionOf } from '../testing/session.ts'
import { secondFactorRoute } from './routes.tsx'

const account = {
  ...{ email: 'an@haulier.example', has_second_factor: false, has_code_app: false, has_password: true },
  ...{ is_confirmed: false, providers: [], recovery_codes_left: 0 },
}

test('FACTOR-1: who has to set up a second factor is led through it and then goes on', async ({ page }) => {
  page.signIn({ role: 'PLANNER', lacksFactor: true })
  page.server.on(listOrganisations, { items: [] })
  page.server.on(getAccount, account)
  await page.open(secondFactorRoute, '/second-factor?return_to=%2Forders')
  expect(await screen.findByText(/Haulier Antwerp requires a second factor/)).toBeDefined()
  page.server.on(beginSecondFactor, { secret: 'ABCDEFGH', url: 'otpauth://totp/x?secret=ABCDEFGH' })
  await page.user.type(screen.getByLabelText('Current password', { selector: 'input' }), 'a long password{Enter}')
  page.server.on(confirmSecondFactor, { recovery_codes: ['abcde-fghij'] })
  await page.user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}')
  await screen.findByText('abcde-fghij')
  page.server.on(getSession, sessionOf({ role: 'PLANNER' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'I have saved them' }))
  await page.user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(page.address).toBe('/orders'))
})
