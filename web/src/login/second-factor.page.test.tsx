import { beginSecondFactor, confirmSecondFactor, getAccount } from '@cartage/contract/auth/app/account'
import { addPasskey, beginPasskey, listPasskeys } from '@cartage/contract/auth/app/passkeys'
import { getSession, listOrganisations } from '@cartage/contract/auth/app/session'
import { expect } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { passkeyAnswers } from '../testing/passkeys.ts'
import { id } from '../testing/sample.ts'
import { sessionOf } from '../testing/session.ts'
import { secondFactorRoute } from './routes.tsx'

const account = {
  ...{ email: 'an@haulier.example', has_second_factor: false, has_code_app: false, has_password: true },
  ...{ is_confirmed: false, providers: [], recovery_codes_left: 0 },
}

test('FACTOR-1: a user who has to set up a second factor is guided through it and then continues', async ({ page }) => {
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

test('FACTOR-1: a passkey is the alternative, and the app is a press away again until codes are shown', async ({
  page,
}) => {
  passkeyAnswers()
  page.signIn({ role: 'PLANNER', lacksFactor: true })
  page.server.on(listOrganisations, { items: [] })
  page.server.on(getAccount, account)
  page.server.on(listPasskeys, { is_possible: true, items: [] })
  await page.open(secondFactorRoute, '/second-factor?return_to=%2Forders')
  await page.user.click(await screen.findByRole('button', { name: 'Use a passkey instead' }))
  await page.user.click(screen.getByRole('button', { name: 'Use an app instead' }))
  expect(screen.queryByLabelText('Name')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Use a passkey instead' }))
  page.server.on(beginPasskey, {
    ...{ host: 'tms.example', email: account.email, display_name: 'An', user_handle: 'dQ', challenge: 'Yw' },
    ...{ algorithms: [-7], timeout_ms: 60_000, present: [] },
  })
  page.server.on(addPasskey, { passkey_id: id(1), recovery_codes: ['abcde-fghij'] })
  await page.user.type(screen.getByLabelText('Name'), 'Phone')
  await page.user.type(screen.getByLabelText('Current password', { selector: 'input' }), 'a long password{Enter}')
  await screen.findByText('abcde-fghij')
  expect(page.server.bodies(addPasskey)).toMatchObject([{ name: 'Phone', passkey: { credential: 'shown' } }])
  expect(screen.queryByRole('button', { name: 'Use an app instead' })).toBeNull()
  page.server.on(getSession, sessionOf({ role: 'PLANNER' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'I have saved them' }))
  await page.user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(page.address).toBe('/orders'))
})

test('FACTOR-1: if the server supports no passkeys, the app is the only option', async ({ page }) => {
  passkeyAnswers()
  page.signIn({ role: 'PLANNER', lacksFactor: true })
  page.server.on(listOrganisations, { items: [] })
  page.server.on(getAccount, account)
  page.server.on(listPasskeys, { is_possible: false, items: [] })
  await page.open(secondFactorRoute, '/second-factor')
  await screen.findByLabelText('Current password', { selector: 'input' })
  await waitFor(() => expect(page.server.requests(listPasskeys)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull()
})
