import {
  addSignInProvider,
  changeSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  SignInProvider,
  trySignInProvider,
} from '@cartage/contract/auth/app/providers'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { ProvidersSection } from './providers.section.tsx'

const kept = sampleOf(SignInProvider, {
  ...{ provider_id: id(1), label: 'Microsoft', issuer: 'https://login.haulier.example', client_id: 'cartage' },
  ...{ domains: ['haulier.example'], new_user_role: null, people: 0 },
  ...{ trusts_addresses: false, is_only_way: false, counts_as_second_factor: false },
})

async function open(page: Page, items: SignInProvider[] = [kept]) {
  page.server.on(listSignInProviders, { items, redirect_uri: 'https://tms.example/login/provider' })
  await page.show(<ProvidersSection />)
  await screen.findByText('https://tms.example/login/provider')
}

test('a provider is tested before it is saved, and added with the typed data', async ({ page }) => {
  await open(page, [])
  page.server.on(trySignInProvider, { is_right: false, message: 'The provider does not accept this secret.' })
  page.server.on(addSignInProvider, kept)
  await page.user.click(screen.getByRole('button', { name: 'Add provider' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByLabelText('Name on the button'), 'Microsoft')
  await page.fill(dialog.getByLabelText('Issuer'), 'https://login.haulier.example')
  await page.fill(dialog.getByLabelText('Client ID'), 'cartage')
  await page.fill(dialog.getByLabelText('Client secret'), 'a secret')
  await page.fill(dialog.getByLabelText('E-mail domains'), 'haulier.example; haulier-group.example')
  await page.user.click(dialog.getByRole('button', { name: 'Try it' }))
  expect((await dialog.findByRole('status')).textContent).toContain('does not accept this secret')
  await page.user.click(dialog.getByRole('button', { name: 'Add' }))
  const { provider_id: _, people: _people, created_at: _created, ...facts } = kept
  await waitFor(() =>
    expect(page.server.bodies(addSignInProvider)).toEqual([
      { ...facts, domains: ['haulier.example', 'haulier-group.example'], client_secret: 'a secret' },
    ]),
  )
})

test('SSO-10: a provider is changed without its secret; the test then uses the stored one', async ({ page }) => {
  await open(page)
  page.server.on(trySignInProvider, { is_right: true, message: 'The provider is there.' })
  page.server.on(changeSignInProvider, kept)
  await page.user.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Try it' }))
  await dialog.findByText('The provider is there.')
  expect(page.server.bodies(trySignInProvider)).toEqual([{ provider_id: id(1) }])
  await page.user.click(dialog.getByRole('checkbox', { name: /requires a second factor itself/ }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.server.bodies(changeSignInProvider)).toHaveLength(1))
  const [body] = page.server.bodies(changeSignInProvider)
  expect(body).toMatchObject({ counts_as_second_factor: true, domains: ['haulier.example'] })
  expect(body).not.toHaveProperty('client_secret')
})

test('a provider is removed after the dialog has shown what ends', async ({ page }) => {
  await open(page)
  page.server.on(removeSignInProvider, undefined)
  await page.user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Everyone who is signed in with it is signed out/)).toBeDefined()
  await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
