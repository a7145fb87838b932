import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@cartage/contract/auth/app/account'
import { listPasskeys, removePasskey } from '@cartage/contract/auth/app/passkeys'
import { openProviderAgain } from '@cartage/contract/auth/app/provider-sign-in'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { AccountPage } from './account.page.tsx'

const session = {
  opened_by: 'PASSWORD',
  provider_label: null,
  session_id: '0198a000-0000-7000-8000-000000000010',
  is_current: true,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '10.0.0.1',
  started_at: '2026-11-22T08:00:00Z',
  used_at: '2026-11-23T08:00:00Z',
}
const other = { ...session, session_id: '0198a000-0000-7000-8000-000000000011', is_current: false, address: '10.0.0.2' }
const passkey = {
  ...{ passkey_id: '0198a000-0000-7000-8000-000000000020', name: 'Work laptop' },
  ...{ created_at: '2026-11-22T08:00:00Z', last_used_at: null },
}
const codes = { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] }

async function open(page: Page, hasFactor = false) {
  const account = {
    email: 'an@haulier.example',
    has_second_factor: hasFactor,
    has_code_app: hasFactor,
    has_password: true,
    is_confirmed: false,
    providers: [],
    recovery_codes_left: 8,
  }
  page.server.on(getAccount, account)
  page.server.on(listSessions, { items: [session, other] })
  page.server.on(listPasskeys, { is_possible: true, items: [passkey] })
  await page.show(<AccountPage />)
  await screen.findByText('10.0.0.2', { exact: false })
}

function wrong(field: string, message: string) {
  return { status: 422, code: 'validation_failed', errors: [{ field, path: field, message, detail: null }] }
}

describe('the password', () => {
  const fields = () => [screen.getByLabelText('Current password'), screen.getByLabelText('New password')] as const

  test('is changed with both fields, which are empty afterwards', async ({ page }) => {
    await open(page)
    const button = screen.getByRole('button', { name: 'Change password' })
    expect(button).toHaveProperty('disabled', true)
    page.server.on(changePassword, undefined)
    const [current, next] = fields()
    await page.user.type(current, 'old password')
    await page.user.type(next, 'a new long password{Enter}')
    expect(await screen.findByText('Password changed; other sessions have ended')).toBeDefined()
    expect(page.server.bodies(changePassword)).toEqual([
      { current_password: 'old password', new_password: 'a new long password' },
    ])
    expect(fields().map((field) => (field as HTMLInputElement).value)).toEqual(['', ''])
  })

  test('shows the rejection of the server at its field', async ({ page }) => {
    await open(page)
    page.server.reject(changePassword, wrong('new_password', 'Too short.'))
    const [current, next] = fields()
    await page.user.type(current, 'old')
    await page.user.type(next, 'new{Enter}')
    await waitFor(() => expect(faultOf(fields()[1])).toBe('Too short.'))
    expect(faultOf(fields()[0])).toBeUndefined()
  })
})

describe('the second factor', () => {
  test('is set up in steps: password, first code, recovery codes that must be saved', async ({ page }) => {
    await open(page)
    page.server.on(beginSecondFactor, { secret: 'JBSWY3DP', url: 'otpauth://totp/x?secret=JBSWY3DP' })
    page.server.on(confirmSecondFactor, codes)
    await page.user.click(screen.getByRole('button', { name: 'Set up…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Set up the second factor' })
    await page.user.type(within(dialog).getByLabelText('Current password', { selector: 'input' }), 'my password{Enter}')
    await within(dialog).findByText('JBSWY3DP', { exact: false })
    await page.user.type(within(dialog).getByRole('textbox'), ' 123456 {Enter}')
    await within(dialog).findByText('aaaa-bbbb')
    expect(page.server.bodies(beginSecondFactor)).toEqual([{ current_password: 'my password' }])
    expect(page.server.bodies(confirmSecondFactor)).toEqual([{ code: '123456' }])
    await page.user.keyboard('{Escape}')
    expect(screen.getByText('aaaa-bbbb')).toBeDefined()
    expect(within(dialog).getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
    await page.user.click(within(dialog).getByText('I have saved them'))
    await page.user.click(within(dialog).getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is turned off with the password; a wrong one is reported at its field', async ({ page }) => {
    await open(page, true)
    expect(screen.getByText('8 recovery codes left')).toBeDefined()
    page.server.reject(removeSecondFactor, wrong('current_password', 'Wrong password.'))
    await page.user.click(screen.getByRole('button', { name: 'Turn off…' }))
    const dialog = await screen.findByRole('dialog')
    await page.user.type(within(dialog).getByLabelText('Current password', { selector: 'input' }), 'nope{Enter}')
    await waitFor(() =>
      expect(faultOf(within(dialog).getByLabelText('Current password', { selector: 'input' }))).toBe('Wrong password.'),
    )
    page.server.on(removeSecondFactor, undefined)
    await page.user.type(within(dialog).getByLabelText('Current password', { selector: 'input' }), '!{Enter}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(page.server.bodies(removeSecondFactor).at(-1)).toEqual({ current_password: 'nope!' })
  })

  test('gets new recovery codes with a code instead of the password', async ({ page }) => {
    await open(page, true)
    page.server.on(renewRecoveryCodes, codes)
    await page.user.click(screen.getByRole('button', { name: 'New recovery codes…' }))
    const dialog = await screen.findByRole('dialog', { name: 'New recovery codes' })
    await page.user.click(within(dialog).getByRole('button', { name: 'Use a code from the app' }))
    await page.user.type(within(dialog).getByLabelText('6-digit code'), ' 654321{Enter}')
    expect(await within(dialog).findByText('cccc-dddd')).toBeDefined()
    expect(page.server.bodies(renewRecoveryCodes)).toEqual([{ code: '654321' }])
  })
})

describe('sessions', () => {
  test('the current one is marked, and another is ended', async ({ page }) => {
    await open(page)
    page.server.on(endSession, undefined)
    expect(screen.getAllByText('This session')).toHaveLength(1)
    await page.user.click(screen.getByRole('button', { name: /^End the session of Firefox/ }))
    expect(await screen.findByText('Session ended')).toBeDefined()
    expect(page.server.requests(endSession)).toMatchObject([{ params: { session_id: other.session_id } }])
  })

  test('all others are ended at once; a failure is reported', async ({ page }) => {
    await open(page)
    page.server.disconnect(endOtherSessions)
    await page.user.click(screen.getByRole('button', { name: 'End all others' }))
    expect(await screen.findAllByText('Cannot reach the server')).not.toEqual([])
    page.server.on(endOtherSessions, undefined)
    await page.user.click(screen.getByRole('button', { name: 'End all others' }))
    expect(await screen.findByText('All other sessions ended')).toBeDefined()
  })
})

describe('passkeys', () => {
  test('PASSKEY-5: are listed, and removed with the password', async ({ page }) => {
    await open(page)
    await page.user.click(await screen.findByRole('button', { name: 'Remove passkey Work laptop' }))
    page.server.on(removePasskey, undefined)
    await page.user.type(
      within(screen.getByRole('dialog')).getByLabelText('Current password', { selector: 'input' }),
      'a long password{Enter}',
    )
    await screen.findByText('Passkey removed')
    expect(page.server.bodies(removePasskey)).toEqual([{ current_password: 'a long password' }])
  })
})

describe('SSO-11: a person without a password', () => {
  const providers = [
    { provider_id: '0198a000-0000-7000-8000-000000000030', label: 'Microsoft', connected_at: '2026-11-22T08:00:00Z' },
  ]
  const account = { email: 'an@haulier.example', has_second_factor: false, has_code_app: false, has_password: false }

  async function show(page: Page, isConfirmed: boolean) {
    page.server.on(getAccount, { ...account, is_confirmed: isConfirmed, providers, recovery_codes_left: 0 })
    page.server.on(listSessions, { items: [{ ...session, opened_by: 'PROVIDER', provider_label: 'Microsoft' }] })
    page.server.on(listPasskeys, { is_possible: true, items: [passkey] })
    await page.show(<AccountPage />)
    await screen.findByText(/you sign in with Microsoft/)
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Set up…' }))
    return await screen.findByRole('dialog', { name: 'Set up the second factor' })
  }

  test('signs in with the provider again before a change', async ({ page }) => {
    const dialog = await show(page, false)
    expect(within(dialog).queryByLabelText('Current password')).toBeNull()
    page.server.reject(openProviderAgain, { status: 403, code: 'sign_in_refused', message: 'It does not answer.' })
    await page.user.click(within(dialog).getByRole('button', { name: 'Sign in with Microsoft again' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('It does not answer.')
    expect(page.server.bodies(openProviderAgain)).toMatchObject([{ provider_id: providers[0]!.provider_id }])
  })

  test('continues at once after a recent sign-in at the provider, and is sent back to it later', async ({ page }) => {
    const dialog = await show(page, true)
    page.server.reject(beginSecondFactor, wrong('current_password', 'Sign in again.'))
    await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await within(dialog).findByRole('button', { name: 'Sign in with Microsoft again' })
    page.server.on(beginSecondFactor, { secret: 'JBSWY3DP', url: 'otpauth://totp/x?secret=JBSWY3DP' })
    await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await within(dialog).findByText('JBSWY3DP', { exact: false })
    expect(page.server.bodies(beginSecondFactor)).toEqual([{}, {}])
  })

  test('sees no password fields', async ({ page }) => {
    await show(page, true)
    await page.user.keyboard('{Escape}')
    expect(await screen.findByText('Sign in with the fingerprint, face or PIN of a device.')).toBeDefined()
    expect(screen.getByText(/after your sign-in provider/)).toBeDefined()
    expect(screen.getByText(/then inform your Super admin/)).toBeDefined()
    expect(screen.queryByText(/after your password|change your password|password alone/)).toBeNull()
  })

  test('SESSION-5: sees that the provider opened the session', async ({ page }) => {
    await show(page, true)
    expect(screen.getByText(/^Microsoft · 10\.0\.0\.1/)).toBeDefined()
  })
})
