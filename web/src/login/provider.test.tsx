import { beginPasskeySignIn } from '@cartage/contract/auth/app/passkeys'
import {
  confirmProviderSignIn,
  findProviders,
  openProvider,
  takeProviderAnswer,
} from '@cartage/contract/auth/app/provider-sign-in'
import { describe, expect } from 'vitest'
import { faultOf, screen, test, waitFor } from '../testing/page.tsx'
import { passkeyAnswers } from '../testing/passkeys.ts'
import { id } from '../testing/sample.ts'
import { sessionOf } from '../testing/session.ts'
import { typedDomain } from './provider-buttons.tsx'
import { loginRoute, providerRoute } from './routes.tsx'

const offered = (more = {}) => ({
  items: [{ provider_id: id(1), label: 'Microsoft', organisation: 'Haulier Antwerp', is_only_way: false, ...more }],
})
const opened = { session: sessionOf({ role: 'PLANNER' }), return_to: '/orders' }

describe('the login page', () => {
  test('SSO-5: offers the provider of the typed domain, and sends the server only the domain', async ({ page }) => {
    page.signOut()
    page.server.on(findProviders, offered({ is_only_way: true }))
    page.server.hold(openProvider, { url: 'https://login.haulier.example/' })
    await page.open(loginRoute, '/login?return_to=%2Forders')
    await page.user.type(await screen.findByLabelText('E-mail'), 'an@haulier.example')
    await page.user.click(await screen.findByRole('button', { name: 'Continue with Microsoft' }))
    expect(screen.getByText(/signs in this way only/)).toBeDefined()
    expect(page.server.bodies(findProviders)).toEqual([{ email: '@haulier.example' }])
    await waitFor(() =>
      expect(page.server.bodies(openProvider)).toEqual([
        { provider_id: id(1), email: 'an@haulier.example', return_to: '/orders', keeps_session: false },
      ]),
    )
  })

  test('offers the provider of a link at once, and shows why it cannot be reached', async ({ page }) => {
    page.signOut()
    page.server.on(findProviders, offered())
    page.server.reject(openProvider, { status: 403, code: 'sign_in_refused', message: 'It does not answer.' })
    await page.open(loginRoute, `/login?provider=${id(1)}`)
    await page.user.click(await screen.findByRole('button', { name: 'Continue with Microsoft' }))
    expect((await screen.findByRole('alert')).textContent).toContain('It does not answer.')
    expect(page.server.bodies(findProviders)).toEqual([{ provider_id: id(1) }])
  })

  test('looks nothing up before the domain is complete', () => {
    expect(
      ['an', 'an@', 'an@haulier', 'an@haulier.', '@haulier.example', 'a b@haulier.example'].map(typedDomain),
    ).toEqual(Array(6).fill(undefined))
    expect(typedDomain(' An@Haulier.example ')).toBe('haulier.example')
  })
})

describe('SSO-1: returning from a provider', () => {
  const at = '/login/provider?code=a%2Bb&state=c'

  test('signs in once, with the unchanged answer, and continues', async ({ page }) => {
    page.signOut()
    page.server.on(takeProviderAnswer, opened)
    await page.open(providerRoute, at)
    await waitFor(() => expect(page.address).toBe('/orders'))
    expect(page.server.bodies(takeProviderAnswer)).toEqual([{ answer: 'code=a%2Bb&state=c' }])
  })

  test('shows the error, and links back', async ({ page }) => {
    page.signOut()
    page.server.reject(takeProviderAnswer, {
      status: 403,
      code: 'sign_in_refused',
      message: 'You have no account here.',
    })
    await page.open(providerRoute, at)
    expect((await screen.findByRole('alert')).textContent).toContain('You have no account here.')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  test('requests the code of the second factor if it is missing', async ({ page }) => {
    page.signOut()
    page.server.reject(takeProviderAnswer, { status: 401, code: 'totp_required' })
    await page.open(providerRoute, at)
    page.server.reject(confirmProviderSignIn, { status: 401, code: 'totp_wrong' })
    const code = await screen.findByLabelText('Code')
    await page.user.type(code, '000000{Enter}')
    await waitFor(() => expect(faultOf(screen.getByLabelText('Code'))).toContain('Wrong or already used'))
    page.server.on(confirmProviderSignIn, opened)
    await page.user.type(screen.getByLabelText('Code'), '1{Enter}')
    await waitFor(() => expect(page.address).toBe('/orders'))
    expect(page.server.bodies(confirmProviderSignIn)).toEqual([{ code: '000000' }, { code: '0000001' }])
  })
  describe('PASSKEY-3: if the second factor is a passkey', () => {
    const lacking = {
      ...{ status: 401, code: 'totp_required' },
      errors: [{ field: null, path: '', message: 'A code or a passkey.', detail: 'passkey' }],
    }

    test('it is offered instead of a code; closing the window leaves the form unchanged', async ({ page }) => {
      const { cancel, resume } = passkeyAnswers()
      page.signOut()
      page.server.reject(takeProviderAnswer, lacking)
      page.server.on(beginPasskeySignIn, { host: 'tms.example', challenge: 'Yw', timeout_ms: 60_000 })
      page.server.on(confirmProviderSignIn, opened)
      await page.open(providerRoute, at)
      const button = await screen.findByRole('button', { name: 'Use a passkey instead' })
      cancel()
      await page.user.click(button)
      await waitFor(() => expect(page.server.requests(beginPasskeySignIn)).toHaveLength(1))
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
      expect(screen.queryByRole('alert')).toBeNull()
      expect(page.server.requests(confirmProviderSignIn)).toEqual([])
      resume()
      await page.user.click(button)
      await waitFor(() => expect(page.address).toBe('/orders'))
      expect(page.server.bodies(confirmProviderSignIn)).toMatchObject([{ passkey: { credential: 'shown' } }])
    })

    test('a browser without support requests only the code', async ({ page }) => {
      page.signOut()
      page.server.reject(takeProviderAnswer, lacking)
      await page.open(providerRoute, at)
      await screen.findByLabelText('Code')
      expect(screen.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull()
    })
  })
})
