import { listSignInProviders } from '@cartage/contract/auth/app/providers'
import { listUsers, User } from '@cartage/contract/auth/app/users'
import {
  getTenantSettings,
  putTenantSettings,
  TenantConfiguration as schema,
} from '@cartage/contract/tenants/app/configuration'
import { describe, expect } from 'vitest'
import { type Page, screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { signInRoute } from '../routes.ts'

const person = (number: number, has_second_factor: boolean) =>
  sampleOf(User, { user_id: id(number), state: 'ACTIVE', has_second_factor })

async function open(page: Page, from: string | null) {
  const given = sampleOf(schema, { settings: { second_factor_from: from } })
  page.server.on(getTenantSettings, given)
  page.server.on(putTenantSettings, given)
  page.server.on(listUsers, { items: [person(1, true), person(2, false), person(3, false)] })
  page.server.on(listSignInProviders, { items: [], redirect_uri: null })
  await page.open(signInRoute, '/settings/sign-in')
  await screen.findByText('2 people have none.')
  return given
}

describe('how people sign in', () => {
  test('a second factor is required from a day on, by default in two weeks', async ({ page }) => {
    const given = await open(page, null)
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled') ?? save.hasAttribute('disabled')).toBeTruthy()
    await page.user.click(screen.getByRole('checkbox', { name: 'Everyone needs a second factor' }))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    const body = page.server.bodies(putTenantSettings)[0] as { second_factor_from: string }
    expect(Date.parse(body.second_factor_from) - Date.now()).toBeGreaterThan(12 * 86_400_000)
    expect({ ...body, second_factor_from: null }).toEqual(given.settings)
  })

  test('a second factor is no longer required', async ({ page }) => {
    await open(page, '2026-12-24')
    await page.user.click(screen.getByRole('checkbox', { name: 'Everyone needs a second factor' }))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(page.server.bodies(putTenantSettings)).toMatchObject([{ second_factor_from: null }])
  })
})
