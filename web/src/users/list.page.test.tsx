import { listRoles } from '@cartage/contract/auth/app/roles'
import {
  changeUser,
  createUserLink,
  endUserConnection,
  inviteUser,
  listUsers,
  removeUserSecondFactor,
  reopenUserConnection,
  type User,
} from '@cartage/contract/auth/app/users'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { usersRoute } from './routes.ts'

const an: User = {
  user_id: '0198a000-0000-7000-8000-00000000000a',
  email: 'an@haulier.example',
  name: 'An Peeters',
  role: 'PLANNER',
  company_id: null,
  company_name: null,
  state: 'ACTIVE',
  has_second_factor: true,
  connections: [],
  last_login_at: null,
  created_at: '2026-11-01T08:00:00Z',
}
const bart: User = { ...an, user_id: '0198a000-0000-7000-8000-00000000000b', email: 'bart@yard.example', name: 'Bart' }
const link = {
  user_id: an.user_id,
  path: '/accept#token',
  expires_at: '2026-11-26T08:00:00Z',
  mail: 'off' as const,
}

async function open(page: Page, address = '/settings/users', users: User[] = [an, bart]) {
  page.server.on(listUsers, { items: users })
  await page.open(usersRoute, address)
  return await screen.findByRole('table', { name: 'Users' })
}

async function choose(page: Page, command: string) {
  await page.user.click((await screen.findAllByRole('button', { name: /^More for An/ }))[0]!)
  await page.user.click(await screen.findByRole('menuitem', { name: command }))
}

describe('the list of users', () => {
  test('shows each with role and status', async ({ page }) => {
    const table = await open(page, '/settings/users', [an, { ...bart, state: 'DISABLED' }])
    const row = (await within(table).findByText('An Peeters')).closest('tr')!
    expect(row.textContent).toContain('an@haulier.example')
    expect(row.textContent).toContain('Planner')
    expect(within(table).getAllByRole('row')).toHaveLength(3)
  })

  test('is searched by name and address', async ({ page }) => {
    const table = await open(page, '/settings/users?q=YARD')
    expect(await within(table).findByText('Bart')).toBeDefined()
    expect(within(table).queryByText('An Peeters')).toBeNull()
  })

  test('shows why it could not be loaded, and loads again', async ({ page }) => {
    page.server.reject(listUsers, { status: 503, code: 'busy' })
    await page.open(usersRoute, '/settings/users')
    const panel = await screen.findByRole('alert')
    page.server.on(listUsers, { items: [an] })
    await page.user.click(within(panel).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('An Peeters')).toBeDefined()
  })

  test('is not requested for a role that may not change users', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    page.server.on(listRoles, { items: [] })
    await page.open(usersRoute, '/settings/users')
    await waitFor(() => expect(document.body.textContent).not.toBe(''))
    expect(page.server.requests(listUsers)).toEqual([])
  })

  test('has a table of the permissions of each role', async ({ page }) => {
    page.server.on(listUsers, { items: [] })
    page.server.on(listRoles, { items: [{ role: 'VIEWER', permissions: ['order.read'] }] })
    await page.open(usersRoute, '/settings/users?tab=roles')
    const table = await screen.findByRole('table', { name: 'Permissions' })
    await within(table).findByText('Viewer')
    const of = (permission: string) => within(within(table).getByText(permission).closest('tr')!).getByRole('img')
    expect(of('order.read').getAttribute('aria-label')).toBe('allowed')
    expect(of('order.write').getAttribute('aria-label')).toBe('not allowed')
  })
})

describe('inviting', () => {
  async function begin(page: Page) {
    await open(page)
    await page.user.click(screen.getByRole('button', { name: 'Invite' }))
    return await screen.findByRole('dialog', { name: 'Invite user' })
  }

  test('sends the typed data, and shows the link once', async ({ page }) => {
    const dialog = await begin(page)
    page.server.on(inviteUser, link)
    await page.user.type(within(dialog).getByLabelText('E-mail'), ' cis@haulier.example ')
    await page.user.type(within(dialog).getByLabelText('Name'), 'Cis{Enter}')
    const shown = await screen.findByRole('dialog', { name: 'Link for Cis' })
    expect(page.server.bodies(inviteUser)).toEqual([
      { email: 'cis@haulier.example', name: 'Cis', role: 'PLANNER', company_id: null },
    ])
    expect(shown.textContent).toContain('/accept#token')
    expect(shown.textContent).toContain('No mail server is configured')
  })

  test('reports missing values at each field, and sends nothing', async ({ page }) => {
    const dialog = await begin(page)
    await page.user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect(faultOf(within(dialog).getByLabelText('E-mail'))).toBe('Enter an e-mail address.')
    expect(faultOf(within(dialog).getByLabelText('Name'))).toBe('Enter a name.')
  })

  test('shows the rejection of the server at its field', async ({ page }) => {
    const dialog = await begin(page)
    page.server.reject(inviteUser, {
      status: 409,
      code: 'conflict',
      errors: [{ field: 'email', path: 'email', message: 'This address has an account.', detail: null }],
    })
    await page.user.type(within(dialog).getByLabelText('E-mail'), 'an@haulier.example')
    await page.user.type(within(dialog).getByLabelText('Name'), 'An{Enter}')
    await waitFor(() => expect(faultOf(within(dialog).getByLabelText('E-mail'))).toBe('This address has an account.'))
  })

  test('requires a company for a role of outsiders', async ({ page }) => {
    const dialog = await begin(page)
    await page.user.type(within(dialog).getByLabelText('E-mail'), 'cis@customer.example')
    await page.user.type(within(dialog).getByLabelText('Name'), 'Cis')
    await page.user.click(within(dialog).getByRole('combobox', { name: 'Role' }))
    await page.user.click(await screen.findByRole('option', { name: 'Customer' }))
    await page.user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect(within(dialog).getByText('Choose a company.')).toBeDefined()
  })
})

describe('actions on a user', () => {
  test('a name is edited', async ({ page }) => {
    await open(page)
    page.server.on(changeUser, an)
    await choose(page, 'Edit name and role…')
    const dialog = await screen.findByRole('dialog', { name: 'Edit An Peeters' })
    await page.user.clear(within(dialog).getByLabelText('Name'))
    await page.user.type(within(dialog).getByLabelText('Name'), 'An Jans{Enter}')
    expect(await screen.findByText('An Peeters updated')).toBeDefined()
    expect(page.server.requests(changeUser)).toMatchObject([
      { params: { user_id: an.user_id }, body: { name: 'An Jans', role: 'PLANNER', company_id: null } },
    ])
  })

  test('deactivating requires a confirmation, and Back does nothing', async ({ page }) => {
    await open(page)
    page.server.on(changeUser, an)
    await choose(page, 'Deactivate…')
    await page.user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(page.server.bodies(changeUser)).toEqual([])
    await choose(page, 'Deactivate…')
    await page.user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('An Peeters deactivated')).toBeDefined()
    expect(page.server.bodies(changeUser)).toEqual([{ is_disabled: true }])
  })

  test('the second factor on a lost phone is turned off', async ({ page }) => {
    await open(page)
    page.server.on(removeUserSecondFactor, undefined)
    await choose(page, 'Turn off second factor…')
    await page.user.click(await screen.findByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Second factor of An Peeters turned off')).toBeDefined()
    expect(page.server.requests(removeUserSecondFactor)).toHaveLength(1)
  })

  test('a link that could not be created shows the reason', async ({ page }) => {
    await open(page)
    page.server.reject(createUserLink, { status: 409, code: 'conflict', message: 'The user is deactivated.' })
    await choose(page, 'Password reset link')
    expect(await screen.findAllByText('The user is deactivated.')).not.toEqual([])
  })
})

test('SSO-12: the connection of a user with a provider is ended, and allowed again', async ({ page }) => {
  const connection = {
    provider_id: an.user_id,
    label: 'Microsoft',
    connected_at: '2026-11-01T08:00:00Z',
    ended_at: null,
  }
  await open(page, '/settings/users', [{ ...an, connections: [connection] }, bart])
  await choose(page, 'Sign-in providers…')
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in providers of An Peeters' })
  page.server.on(endUserConnection, undefined)
  const ended = { ...connection, ended_at: '2026-11-20T08:00:00Z' }
  page.server.on(listUsers, { items: [{ ...an, connections: [ended] }] })
  await page.user.click(within(dialog).getByRole('button', { name: 'End the connection with Microsoft' }))
  expect(await screen.findByText('Connection with Microsoft ended')).toBeDefined()
  page.server.on(reopenUserConnection, undefined)
  await page.user.click(await within(dialog).findByRole('button', { name: 'Allow Microsoft again' }))
  expect(await screen.findByText('Microsoft allowed again')).toBeDefined()
  const params = { user_id: an.user_id, provider_id: an.user_id }
  expect(page.server.requests(endUserConnection)).toMatchObject([{ params }])
  expect(page.server.requests(reopenUserConnection)).toMatchObject([{ params }])
})
