import {
  acceptLink,
  askForReset,
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  readLink,
} from '@cartage/contract/auth/app/account'
import { getSession, login } from '@cartage/contract/auth/app/session'
import { changeUser, createUserLink, inviteUser, listUsers } from '@cartage/contract/auth/app/users'
import { type Call, client } from '@cartage/contract/client'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { injectedFetch, logInAs, type TestTenant } from '../../testing/test-tenant.ts'
import { createUser } from './commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

const goodPassword = 'a lorry full of tulips'
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })

/** Caller from a browser without a session. */
const stranger = client('', { 'sec-fetch-site': 'same-origin' }, injectedFetch(server.app))

/** Logs in like a browser and returns a caller in that session. */
async function enter(email: string, password: string): Promise<Call> {
  let cookie = ''
  const send = injectedFetch(server.app)
  const noteCookie: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const session = await client(
    '',
    { 'sec-fetch-site': 'same-origin' },
    noteCookie,
  )(login, { body: { email, password } })
  return client('', { 'sec-fetch-site': 'same-origin', cookie, 'x-csrf-token': session.csrf_token }, send)
}

let tenant: TestTenant
let admin: Call
let adminId: string
let adminEmail: string
let count = 0
beforeEach(async () => {
  tenant = await server.tenant()
  count += 1
  adminEmail = `admin-${count}@accounts.example`
  const created = await createUser(server.ctx, tenant.tenantId, byOperator, {
    email: adminEmail,
    name: 'Ada',
    role: 'SUPER_ADMIN',
    password: goodPassword,
  })
  adminId = created.user_id
  admin = await enter(adminEmail, goodPassword)
})

async function invite(role: 'PLANNER' | 'SUPER_ADMIN' | 'CUSTOMER' = 'PLANNER') {
  count += 1
  const email = `Piet-${count}@Accounts.example`
  const link = await admin(inviteUser, { body: { email, name: 'Piet', role } })
  return { email: email.toLowerCase(), userId: link.user_id, token: link.path.split('#')[1]!, link }
}

async function stateOf(userId: string): Promise<string | undefined> {
  return (await admin(listUsers, {})).items.find((user) => user.user_id === userId)?.state
}

describe('invitations', () => {
  test('an invited person chooses a password by the link and logs in with it', async () => {
    const { email, userId, token, link } = await invite()
    expect(link.mail).toBe('off')
    expect(await stateOf(userId)).toBe('INVITED')
    expect(await stranger(readLink, { body: { token } })).toMatchObject({ purpose: 'INVITE', email, name: 'Piet' })
    await stranger(acceptLink, { body: { token, password: goodPassword } })
    expect(await stateOf(userId)).toBe('ACTIVE')
    const piet = await enter(email, goodPassword)
    expect((await piet(getSession, {})).user).toMatchObject({ email, role: 'PLANNER' })
    const listed = (await admin(listUsers, {})).items.find((user) => user.user_id === userId)
    expect(listed?.last_login_at).toEqual(expect.any(String))
  })

  test('an account without a password cannot be logged in to, not even with an empty password', async () => {
    const { email } = await invite()
    await expect(enter(email, ' ')).rejects.toEqual(refusal(401, 'unauthenticated'))
  })

  test('a link works once, even when it is used twice at the same moment', async () => {
    const { token } = await invite()
    const use = () => stranger(acceptLink, { body: { token, password: goodPassword } }).then(() => 'done')
    const outcomes = await Promise.allSettled([use(), use()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(use()).rejects.toEqual(refusal(404, 'not_found'))
    await expect(stranger(readLink, { body: { token } })).rejects.toEqual(refusal(404, 'not_found'))
  })

  test('a refused password does not use up the link', async () => {
    const { token } = await invite()
    await expect(stranger(acceptLink, { body: { token, password: 'short' } })).rejects.toEqual(
      refusal(422, 'validation_failed'),
    )
    await stranger(acceptLink, { body: { token, password: goodPassword } })
  })

  test('a link is invalid after its time, after a newer link, and after its user is removed', async () => {
    const [late, older, disabled] = [await invite(), await invite(), await invite()]
    await server.ctx.db.asTenant(tenant.tenantId, (tx) =>
      tx.query(
        {
          name: 'test.age_link',
          text: 'update user_link set expires_at = now() where tenant_id = $1 and user_id = $2',
        },
        late.userId,
      ),
    )
    await admin(createUserLink, { params: { user_id: older.userId } })
    await admin(changeUser, { params: { user_id: disabled.userId }, body: { is_disabled: true } })
    for (const { token } of [late, older, disabled]) {
      await expect(stranger(readLink, { body: { token } })).rejects.toEqual(refusal(404, 'not_found'))
      await expect(stranger(acceptLink, { body: { token, password: goodPassword } })).rejects.toEqual(
        refusal(404, 'not_found'),
      )
    }
  })

  test('the stored form of a link does not open it', async () => {
    const { token } = await invite()
    const text = "select encode(token_hash, 'base64') as hash from user_link where tenant_id = $1"
    const rows = await tenant.asTenant((tx) => tx.query<{ hash: string }>({ name: 'test.read_links', text }))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('an address in use, a customer without a company and an unknown company are refused', async () => {
    await expect(admin(inviteUser, { body: { email: adminEmail, name: 'x', role: 'PLANNER' } })).rejects.toEqual(
      refusal(422, 'validation_failed'),
    )
    await expect(invite('CUSTOMER')).rejects.toEqual(refusal(422, 'validation_failed'))
    const body = { email: 'c@x.example', name: 'c', role: 'CUSTOMER', company_id: adminId } as const
    await expect(admin(inviteUser, { body })).rejects.toEqual(refusal(400, 'company_unknown'))
  })
})

describe('roles', () => {
  test('the last Super admin keeps role and access until someone else with that role can log in', async () => {
    const { token, userId } = await invite('SUPER_ADMIN')
    const params = { user_id: adminId }
    for (const body of [{ is_disabled: true }, { role: 'VIEWER' as const }]) {
      await expect(admin(changeUser, { params, body })).rejects.toEqual(refusal(409, 'state_conflict'))
    }
    await stranger(acceptLink, { body: { token, password: goodPassword } })
    expect(await admin(changeUser, { params, body: { role: 'VIEWER' } })).toMatchObject({ role: 'VIEWER' })
    await expect(admin(listUsers, {})).rejects.toEqual(refusal(403, 'role_missing'))
    expect(userId).not.toBe(adminId)
  })

  test('two Super admins cannot deactivate each other at the same moment', async () => {
    const { email, token, userId } = await invite('SUPER_ADMIN')
    await stranger(acceptLink, { body: { token, password: goodPassword } })
    const second = await enter(email, goodPassword)
    const shut = (call: Call, user_id: string) => call(changeUser, { params: { user_id }, body: { is_disabled: true } })
    const outcomes = await Promise.allSettled([shut(admin, userId), shut(second, adminId)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a disabled user is logged out with the next request, and can log in with the old password when enabled', async () => {
    const { email, token, userId } = await invite()
    await stranger(acceptLink, { body: { token, password: goodPassword } })
    const piet = await enter(email, goodPassword)
    await admin(changeUser, { params: { user_id: userId }, body: { is_disabled: true } })
    await expect(piet(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
    await expect(enter(email, goodPassword)).rejects.toEqual(refusal(401, 'unauthenticated'))
    await admin(changeUser, { params: { user_id: userId }, body: { is_disabled: false } })
    await enter(email, goodPassword)
  })

  test('only Super admins see the users', async () => {
    for (const role of ['PLANNER', 'ORDER_ENTRY', 'ACCOUNTANT', 'VIEWER', 'CUSTOMER', 'SUBCONTRACTOR'] as const) {
      const call = await tenant.user(role)
      await expect(call(listUsers, {})).rejects.toEqual(refusal(403, 'role_missing'))
    }
  })
})

describe('resets', () => {
  test('a reset by link ends every session of the person, and only the new password works', async () => {
    const { email, token, userId } = await invite()
    await stranger(acceptLink, { body: { token, password: goodPassword } })
    const piet = await enter(email, goodPassword)
    const reset = await admin(createUserLink, { params: { user_id: userId } })
    const resetToken = reset.path.split('#')[1]!
    expect((await stranger(readLink, { body: { token: resetToken } })).purpose).toBe('RESET')
    expect(Date.parse(reset.expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000)
    await stranger(acceptLink, { body: { token: resetToken, password: 'another long password' } })
    await expect(piet(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
    await expect(enter(email, goodPassword)).rejects.toEqual(refusal(401, 'unauthenticated'))
    await enter(email, 'another long password')
  })

  test('without a mail server the page explains this, for known and unknown addresses alike', async () => {
    const answers = await Promise.all(
      [adminEmail, 'nobody@x.example'].map((email) => stranger(askForReset, { body: { email } })),
    )
    expect(answers).toEqual([{ is_mail_on: false }, { is_mail_on: false }])
  })
})

describe('one’s own account', () => {
  test('a new password requires the current one, and ends the other sessions only', async () => {
    const other = await enter(adminEmail, goodPassword)
    const body = { current_password: 'wrong', new_password: 'another long password' }
    await expect(admin(changePassword, { body })).rejects.toEqual(refusal(422, 'validation_failed'))
    await admin(changePassword, { body: { ...body, current_password: goodPassword } })
    await expect(other(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
    expect(await admin(getAccount, {})).toEqual({
      email: adminEmail,
      has_second_factor: false,
      has_code_app: false,
      has_password: true,
      is_confirmed: false,
      providers: [],
      recovery_codes_left: 0,
    })
  })

  test('the list of sessions marks the current one; one or all others can be ended', async () => {
    const others = [await enter(adminEmail, goodPassword), await enter(adminEmail, goodPassword)]
    const { items } = await admin(listSessions, {})
    expect(items).toHaveLength(3)
    expect(items.map((session) => session.is_current)).toEqual([true, false, false])
    expect(items[0]).toMatchObject({ address: '127.0.0.1' })
    await admin(endSession, { params: { session_id: items[1]!.session_id } })
    expect((await admin(listSessions, {})).items).toHaveLength(2)
    await admin(endOtherSessions, {})
    expect((await admin(listSessions, {})).items).toHaveLength(1)
    for (const other of others) await expect(other(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
  })

  test('any use of the session, such as the minute checks of an open stream, keeps it from expiring', async () => {
    const set = "update app_session set used_at = now() - interval '29 minutes' where tenant_id = $1"
    await tenant.asTenant((tx) => tx.query({ name: 'test.age_sessions', text: set }))
    const headers = await logInAs(server, tenant.tenantId, 'VIEWER')
    await tenant.asTenant((tx) => tx.query({ name: 'test.age_sessions', text: set }))
    await server.app.inject({ url: getSession.path, headers })
    const get = `select count(*)::integer as count from app_session
                  where tenant_id = $1 and used_at > now() - interval '1 minute'`
    const rows = await tenant.asTenant((tx) => tx.query<{ count: number }>({ name: 'test.count_used', text: get }))
    expect(rows).toEqual([{ count: 1 }])
  })

  test('the session of someone else cannot be ended', async () => {
    const planner = await tenant.user('PLANNER')
    const { items } = await planner(listSessions, {})
    const params = { session_id: items[0]!.session_id }
    await expect(admin(endSession, { params })).rejects.toEqual(refusal(404, 'not_found'))
    await planner(getSession, {})
  })
})
