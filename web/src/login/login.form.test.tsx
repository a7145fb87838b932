import { login } from '@cartage/contract/auth/app/session'
import { expect, vi } from 'vitest'
import { faultOf, type Page, screen, test, waitFor } from '../testing/page.tsx'
import { sessionOf } from '../testing/session.ts'
import { LoginForm } from './login.form.tsx'

async function show(page: Page) {
  page.signOut()
  const onDone = vi.fn<() => Promise<void>>(async () => {})
  await page.show(<LoginForm keepsSession={false} onDone={onDone} />)
  return onDone
}

async function signIn(page: Page, email = 'an@haulier.example', password = 'a long password') {
  await page.user.type(screen.getByLabelText('E-mail'), email)
  await page.user.type(screen.getByLabelText('Password'), password)
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
}

const error = (field: string | null, message: string, detail = '') => ({ field, path: field, message, detail })

test('the cursor starts at the address; the typed data are sent, and the page continues', async ({ page }) => {
  page.server.on(login, sessionOf({ role: 'PLANNER' }))
  const onDone = await show(page)
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  await signIn(page)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(page.server.bodies(login)).toEqual([{ email: 'an@haulier.example', password: 'a long password' }])
})

test('missing values are reported at their fields, and nothing is sent', async ({ page }) => {
  await show(page)
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(faultOf(screen.getByLabelText('E-mail'))).toBe('Enter your e-mail address.')
  expect(faultOf(screen.getByLabelText('Password'))).toBe('Enter your password.')
  await page.user.type(screen.getByLabelText('E-mail'), 'an{Enter}')
  expect(faultOf(screen.getByLabelText('E-mail'))).toContain('full address')
})

test('pressed twice it signs in once, and shows that it is signing in', async ({ page }) => {
  const respond = page.server.hold(login, sessionOf({ role: 'PLANNER' }))
  const onDone = await show(page)
  await signIn(page)
  await page.user.click(screen.getByRole('button', { name: 'Signing in…' }))
  respond()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(page.server.bodies(login)).toHaveLength(1)
})

test('a wrong password is explained in plain language, and is selected to be typed again', async ({ page }) => {
  page.server.reject(login, { status: 401, code: 'unauthenticated' })
  await show(page)
  await signIn(page)
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong e-mail or password.')
  const { selectionStart, selectionEnd } = screen.getByLabelText<HTMLInputElement>('Password')
  expect([selectionStart, selectionEnd]).toEqual([0, 'a long password'.length])
})

test('the code of the second factor is requested when it is needed, and sent with the rest', async ({ page }) => {
  page.server.reject(login, { status: 401, code: 'totp_required' })
  const onDone = await show(page)
  await signIn(page)
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  expect(screen.queryByRole('alert')).toBeNull()
  page.server.on(login, sessionOf({ role: 'PLANNER' }))
  await page.user.type(code, ' 123456 {Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(page.server.bodies(login).at(-1)).toMatchObject({ code: '123456' })
})

test('with several organisations a press on one signs in to it; another address starts again', async ({ page }) => {
  page.server.reject(login, {
    status: 400,
    code: 'tenant_required',
    errors: [error('tenant_slug', 'Haulier Antwerp', 'antwerp'), error('tenant_slug', 'Haulier Ghent', 'ghent')],
  })
  const onDone = await show(page)
  await signIn(page)
  const ghent = await screen.findByRole('button', { name: 'Haulier Ghent' })
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  page.server.on(login, sessionOf({ role: 'PLANNER' }))
  await page.user.click(ghent)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(page.server.bodies(login).at(-1)).toMatchObject({ tenant_slug: 'ghent' })
  await page.user.type(screen.getByLabelText('E-mail'), 'x')
  expect(screen.queryByRole('button', { name: 'Haulier Ghent' })).toBeNull()
})

test('the password can be shown and hidden', async ({ page }) => {
  await show(page)
  await page.user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  await page.user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
})
