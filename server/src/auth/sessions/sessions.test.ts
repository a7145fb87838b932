import { getSession, login, logout } from '@cartage/contract/auth/app/session'
import { userRoles } from '@cartage/contract/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { readConfig } from '../../config.ts'
import { updateTenantActive } from '../../tenants/store.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { permissionsOf } from '../permissions.rules.ts'
import { createUser, resetPassword, setUserDisabled } from '../users/commands.ts'
import { createPasswords } from '../users/passwords.gateway.ts'

const server = await startTestServer({ passwords: createPasswords() })
afterAll(() => server.close())

const ours = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
let count = 0

/** A unique number, so that tests do not share throttles. */
function fresh(): number {
  count += 1
  return count
}

async function person(tenant: TestTenant, role = 'PLANNER', email = `p${fresh()}@example.test`) {
  return createUser(server.ctx, tenant.tenantId, byOperator, { email, name: 'Person', role })
}

function logIn(body: object, more: { headers?: object; remoteAddress?: string } = {}, on = server) {
  const { headers = ours, remoteAddress = `10.0.${fresh()}.1` } = more
  const request = { method: 'POST' as const, url: login.path, headers: { ...headers }, payload: JSON.stringify(body) }
  return on.app.inject({ ...request, remoteAddress })
}

function cookieOf(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers['set-cookie']).split(';')[0]!
}

function session(cookie: string) {
  return server.app.inject({ url: getSession.path, headers: { cookie } })
}

function endSession(cookie: string, headers: object) {
  return server.app.inject({ method: 'DELETE', url: logout.path, headers: { cookie, ...headers } })
}

describe('login', () => {
  test('opens a session, in any case of the address, and returns what the role allows', async () => {
    const tenant = await server.tenant()
    const { email, password } = await person(tenant)
    const answer = await logIn({ email: ` ${email.toUpperCase()} `, password })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      user: { email, role: 'PLANNER' },
      tenant: { tenant_id: tenant.tenantId, slug: tenant.slug },
      permissions: permissionsOf('PLANNER'),
    })
    expect((await session(cookieOf(answer))).json()).toEqual(answer.json())
  })

  test('over plain http the cookie is host-only without prefix; with https it is __Host- and Secure', async () => {
    const tenant = await server.tenant()
    const { email, password } = await person(tenant)
    const plain = await logIn({ email, password })
    expect(plain.headers['set-cookie']).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://tms.example' })
    const secure = await startTestServer({ db: server.ctx.db, config })
    const answer = await logIn({ email, password }, {}, secure)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    await secure.close()
  })

  test('unknown address, wrong password, disabled user and suspended tenant get the same answer', async () => {
    const [tenant, off] = [await server.tenant(), await server.tenant()]
    const known = await person(tenant)
    const disabled = await person(tenant)
    const elsewhere = await person(off)
    await setUserDisabled(server.ctx, tenant.tenantId, byOperator, disabled.email, true)
    await updateTenantActive(server.ctx, off.tenantId, false)
    const answers = [
      await logIn({ email: 'nobody@example.test', password: known.password }),
      await logIn({ email: known.email, password: 'wrong password' }),
      await logIn(disabled),
      await logIn(elsewhere),
      await logIn({ email: 'a\\u0000b', password: 'x' }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect({ ...answer.json(), request_id: '' }).toEqual({ ...answers[0]!.json(), request_id: '' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('an address with accounts in two tenants requires the tenant', async () => {
    const [one, two] = [await server.tenant(), await server.tenant()]
    const email = 'both@example.test'
    const password = 'the same password in both'
    for (const tenant of [one, two]) {
      await createUser(server.ctx, tenant.tenantId, byOperator, { email, name: 'Both', role: 'VIEWER', password })
    }
    const unclear = await logIn({ email, password })
    expect([unclear.statusCode, unclear.json().code]).toEqual([400, 'tenant_required'])
    const clear = await logIn({ email, password, tenant_slug: two.slug })
    expect(clear.json().tenant.slug).toBe(two.slug)
  })

  test('an account may fail ten times a minute from one address, then 429; from elsewhere its owner gets in', async () => {
    const tenant = await server.tenant()
    const { email, password } = await person(tenant)
    const remoteAddress = '10.7.7.7'
    for (let index = 0; index < 10; index += 1) {
      expect((await logIn({ email, password: 'wrong' }, { remoteAddress })).statusCode).toBe(401)
    }
    const refused = await logIn({ email, password }, { remoteAddress })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn({ email, password }, { remoteAddress: '10.7.7.8' })).statusCode).toBe(200)
  })

  test('guesses sent in parallel are counted like sequential ones', async () => {
    const tenant = await server.tenant()
    const { email, password } = await person(tenant)
    const remoteAddress = '10.7.7.9'
    const guess = () => logIn({ email, password: 'wrong' }, { remoteAddress })
    const answers = await Promise.all(Array.from({ length: 15 }, guess))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
    for (let index = 0; index < 12; index += 1) {
      expect((await logIn({ email, password }, { remoteAddress: '10.7.7.10' })).statusCode).toBe(200)
    }
  })

  test('a login from another site is refused, whatever headers the browser sends', async () => {
    const tenant = await server.tenant()
    const { email, password } = await person(tenant)
    const json = { 'content-type': 'application/json' }
    const sites = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      {},
    ]
    for (const headers of sites) {
      const answer = await logIn({ email, password }, { headers: { ...json, ...headers } })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'csrf_refused'])
    }
    const same = { ...json, origin: 'http://localhost:8080', host: 'localhost:8080' }
    expect((await logIn({ email, password }, { headers: same })).statusCode).toBe(200)
  })

  test('a form is not accepted as JSON', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }
    expect((await logIn({ email: 'a', password: 'b' }, { headers })).statusCode).toBe(415)
  })
})

describe('sessions', () => {
  test('SESSION-1: each login has a new id: one planted by an attacker is not used', async () => {
    const tenant = await server.tenant()
    const user = await person(tenant)
    const planted = `sid=${'A'.repeat(43)}`
    const answer = await logIn(user, { headers: { ...ours, cookie: planted } })
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await session(planted)).statusCode).toBe(401)
  })

  test('SESSION-3: a change needs the header token and a page of our own', async () => {
    const tenant = await server.tenant()
    const answer = await logIn(await person(tenant))
    const cookie = cookieOf(answer)
    const token = answer.json().csrf_token
    const other = (await logIn(await person(tenant))).json().csrf_token
    expect((await endSession(cookie, ours)).statusCode).toBe(403)
    expect((await endSession(cookie, { ...ours, 'x-csrf-token': other })).statusCode).toBe(403)
    expect((await endSession(cookie, { 'sec-fetch-site': 'cross-site', 'x-csrf-token': token })).statusCode).toBe(403)
    expect((await endSession(cookie, { 'x-csrf-token': token })).statusCode).toBe(403)
    expect((await session(cookie)).statusCode).toBe(200)
    expect((await endSession(cookie, { 'sec-fetch-site': 'same-origin', 'x-csrf-token': token })).statusCode).toBe(204)
  })

  test('logout ends the session on the server and clears the cookie', async () => {
    const tenant = await server.tenant()
    const answer = await logIn(await person(tenant))
    const ended = await endSession(cookieOf(answer), { ...ours, 'x-csrf-token': answer.json().csrf_token })
    expect(ended.headers['set-cookie']).toContain('Max-Age=0')
    expect((await session(cookieOf(answer))).statusCode).toBe(401)
  })

  test.each([
    ['30 minutes without use', 'used_at', '31 minutes', '29 minutes'],
    ['12 hours in all', 'started_at', '12 hours 1 minute', '11 hours 59 minutes'],
  ])('end after %s', async (_, column, tooOld, oldEnough) => {
    const tenant = await server.tenant()
    const cookie = cookieOf(await logIn(await person(tenant)))
    const text = `update app_session set ${column} = now() - $2::interval where tenant_id = $1`
    const makeOlder = (age: string) => tenant.asTenant((tx) => tx.query({ name: `test.age_${column}`, text }, age))
    await makeOlder(oldEnough)
    expect((await session(cookie)).statusCode).toBe(200)
    await makeOlder(tooOld)
    expect((await session(cookie)).statusCode).toBe(401)
  })

  test('SESSION-2: end when the password changes, when the user is disabled and when the tenant is suspended', async () => {
    const tenant = await server.tenant()
    const acts = [
      (email: string) => resetPassword(server.ctx, tenant.tenantId, byOperator, email),
      (email: string) => setUserDisabled(server.ctx, tenant.tenantId, byOperator, email, true),
      () => updateTenantActive(server.ctx, tenant.tenantId, false),
    ]
    for (const act of acts) {
      const user = await person(tenant)
      const cookie = cookieOf(await logIn(user))
      expect((await session(cookie)).statusCode).toBe(200)
      await act(user.email)
      expect((await session(cookie)).statusCode).toBe(401)
    }
  })

  test('SECRET-2: the table contains neither cookie nor password', async () => {
    const tenant = await server.tenant()
    const user = await person(tenant)
    const cookie = cookieOf(await logIn(user)).slice(4)
    const text = `select row_to_json(u)::text || row_to_json(s)::text as row from app_user u
      join app_session s on s.tenant_id = $1 and s.user_id = u.user_id where u.tenant_id = $1`
    const rows = await tenant.asTenant((tx) => tx.query<{ row: string }>({ name: 'test.read_sessions', text }))
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(cookie)
    expect(rows[0]!.row).not.toContain(user.password)
    expect(rows[0]!.row).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('users', () => {
  test('SECRET-2: short, common and self-naming passwords, unknown roles and addresses in use are refused', async () => {
    const tenant = await server.tenant()
    const make = (more: object) =>
      createUser(server.ctx, tenant.tenantId, byOperator, {
        email: 'new@example.test',
        name: 'N',
        role: 'VIEWER',
        ...more,
      })
    for (const password of ['short', 'passwordpassword', 'PASSWORD1234', 'aaaaaaaaaaaaaaa', 'new@example.test']) {
      await expect(make({ password })).rejects.toMatchObject({ status: 422 })
    }
    await expect(make({ role: 'EMPEROR' })).rejects.toMatchObject({ status: 422 })
    await expect(make({ email: 'no address' })).rejects.toMatchObject({ status: 422 })
    await make({})
    await expect(make({ email: 'NEW@example.test' })).rejects.toMatchObject({ status: 422 })
  })

  test('every role can log in, and only a Super admin may create credentials or change settings (AUTH-8)', async () => {
    const tenant = await server.tenant()
    for (const role of userRoles) {
      const call = await tenant.user(role)
      const { permissions } = await call(getSession, {})
      expect(permissions).toContain('session.use')
      const mayMakeCredentials = permissions.includes('credential.write') || permissions.includes('setting.write')
      expect(mayMakeCredentials).toBe(role === 'SUPER_ADMIN')
    }
  })

  test('an unlisted role has no permissions', () => {
    expect(permissionsOf('__proto__' as never)).toEqual([])
    expect(permissionsOf('constructor' as never)).toEqual([])
  })
})
