import { acceptLink, askForReset, readLink } from '@cartage/contract/auth/app/account'
import { login } from '@cartage/contract/auth/app/session'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor } from '../testing/page.tsx'
import { sessionOf } from '../testing/session.ts'
import { acceptRoute, forgotRoute, loginRoute } from './routes.tsx'

const token = 'a'.repeat(43)
const invitation = { purpose: 'INVITE', email: 'an@haulier.example', name: 'An', tenant_name: 'Haulier Antwerp' }

describe('signing in', () => {
  test('continues to the requested address', async ({ page }) => {
    page.signOut()
    page.server.on(login, sessionOf({ role: 'PLANNER' }))
    await page.open(loginRoute, '/login?return_to=%2Forders&why=ended')
    await page.user.type(await screen.findByLabelText('E-mail'), 'an@haulier.example')
    await page.user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
    await waitFor(() => expect(page.address).toBe('/orders'))
  })
})

describe('a link to choose a password', () => {
  async function open(page: Page) {
    page.server.on(readLink, invitation)
    await page.open(acceptRoute, `/accept#${token}`)
    return [await screen.findByLabelText('Password'), screen.getByLabelText('Repeat password')] as const
  }

  test('shows the person’s name, and sets the password that was typed twice', async ({ page }) => {
    const [password, again] = await open(page)
    expect(screen.getByText('Welcome, An')).toBeDefined()
    page.server.on(acceptLink, undefined)
    await page.user.type(password, 'a long password')
    await page.user.type(again, 'a long password{Enter}')
    expect(await screen.findByText('Password set')).toBeDefined()
    expect(page.server.bodies(acceptLink)).toEqual([{ token, password: 'a long password' }])
    expect(page.server.bodies(readLink)).toEqual([{ token }])
  })

  test('sends nothing while the two differ', async ({ page }) => {
    const [password, again] = await open(page)
    await page.user.type(password, 'a long password')
    await page.user.type(again, 'a long passwort{Enter}')
    expect(faultOf(again)).toBe('Passwords do not match.')
    expect(page.server.bodies(acceptLink)).toEqual([])
  })

  test('shows the error of the password until another is typed', async ({ page }) => {
    const [password, again] = await open(page)
    const errors = [{ field: 'password', path: 'password', message: 'Too common.', detail: null }]
    page.server.reject(acceptLink, { status: 422, code: 'validation_failed', errors })
    await page.user.type(password, 'password1234')
    await page.user.type(again, 'password1234{Enter}')
    await waitFor(() => expect(faultOf(password)).toBe('Too common.'))
    await page.user.type(password, '5')
    expect(faultOf(password)).toBeUndefined()
  })

  test('already used shows this, with advice', async ({ page }) => {
    page.server.reject(readLink, { status: 404, code: 'not_found' })
    await page.open(acceptRoute, `/accept#${token}`)
    expect((await screen.findByRole('alert')).textContent).toContain('Link used or expired')
  })
})

describe('a forgotten password', () => {
  test('sends the address, and never reveals whether it is known', async ({ page }) => {
    page.server.on(askForReset, { is_mail_on: true })
    await page.open(forgotRoute, '/forgot')
    await page.user.type(await screen.findByLabelText('E-mail'), ' an@haulier.example{Enter}')
    expect(await screen.findByText(/If this address has an account/)).toBeDefined()
    expect(page.server.bodies(askForReset)).toEqual([{ email: 'an@haulier.example' }])
  })

  test('shows whom to contact if the server sends no mail', async ({ page }) => {
    page.server.on(askForReset, { is_mail_on: false })
    await page.open(forgotRoute, '/forgot')
    await page.user.type(await screen.findByLabelText('E-mail'), 'an@haulier.example{Enter}')
    expect(await screen.findByText(/This server does not send e-mail/)).toBeDefined()
  })

  test('requires the address first', async ({ page }) => {
    await page.open(forgotRoute, '/forgot')
    await page.user.click(await screen.findByRole('button', { name: 'Send link' }))
    expect(faultOf(screen.getByLabelText('E-mail'))).toBe('Enter your e-mail address.')
    expect(page.server.bodies(askForReset)).toEqual([])
  })
})
