import { beginSecondFactor, confirmSecondFactor, getAccount } from '@cartage/contract/auth/app/account'
import { getSession, listOrganisations, login, logout, switchOrganisation } from '@cartage/contract/auth/app/session'
import { listUsers, removeUserSecondFactor } from '@cartage/contract/auth/app/users'
import { getCurrentUser } from '@cartage/contract/auth/endpoints'
import { type Call, client } from '@cartage/contract/client'
import type { Endpoint } from '@cartage/contract/endpoint'
import { appEndpoints } from '@cartage/contract/index'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { injectedFetch, type TestTenant } from '../../testing/test-tenant.ts'
import { createUser, resetSecondFactor } from '../users/commands.ts'
import { standingOf } from './rules.ts'

let clock = Date.now()
const server = await startTestServer({ now: () => new Date(clock) })
afterAll(() => server.close())

const password = 'a lorry full of tulips'
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })
const limited = refusal(403, 'second_factor_required')
let count = 0
let tenant: TestTenant
let admin: Call
let email: string
let userId: string
beforeEach(async () => {
  tenant = await server.tenant()
  admin = await tenant.user('SUPER_ADMIN')
  count += 1
  clock += 60_000
  email = `p${count}@required.example`
  userId = await makeUser(tenant)
})

async function makeUser({ tenantId }: TestTenant): Promise<string> {
  const request = { email, name: 'Piet', role: 'SUPER_ADMIN', password }
  return (await createUser(server.ctx, tenantId, byOperator, request)).user_id
}

/** A browser with its cookies. */
function browser() {
  const jar = new Map<string, string>()
  const send = injectedFetch(server.app)
  const fetcher: typeof fetch = async (input, init) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send(input, { ...init, headers: { ...(init?.headers as object), cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    return response
  }
  let token = ''
  const call: Call = (endpoint, request) =>
    client('', { 'sec-fetch-site': 'same-origin', 'x-csrf-token': token }, fetcher)(endpoint, request)
  return {
    call,
    async enter(given: { code?: string; tenant_slug?: string } = {}) {
      const session = await call(login, { body: { email, password, ...given } })
      token = session.csrf_token
      return session
    },
    useToken: (csrf: string) => {
      token = csrf
    },
    headers: () => ({
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': token,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
  }
}

/** A date in UTC, days from today. Test tenants use UTC where the date matters. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

async function requireFrom(day: string | null, one: Call = admin): Promise<void> {
  const { settings } = await one(getTenantSettings, {})
  await one(putTenantSettings, { body: { ...settings, second_factor_from: day } })
}

async function setUp(call: Call) {
  const { secret } = await call(beginSecondFactor, { body: { current_password: password } })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await call(confirmSecondFactor, { body: { code: totp.generate({ timestamp: clock }) } })
  return () => totp.generate({ timestamp: clock })
}

test('FACTOR-1: before the day a session is unrestricted, and states when a second factor will be required', async () => {
  await requireFrom(dayIn(3))
  const { call, enter } = browser()
  expect(await enter()).toMatchObject({ second_factor_from: dayIn(3), is_limited: false })
  await call(listUsers, {})
  await setUp(call)
  expect(await call(getSession, {})).toMatchObject({ second_factor_from: null, is_limited: false })
})

test('FACTOR-1: from the day on a session without one can only set one up, and then continues without another login', async () => {
  const { call, enter } = browser()
  await enter()
  await call(listUsers, {})
  await requireFrom(dayIn(-1))
  await expect(call(listUsers, {})).rejects.toEqual(limited)
  expect(await call(getSession, {})).toMatchObject({ second_factor_from: dayIn(-1), is_limited: true })
  expect(await call(getAccount, {})).toMatchObject({ has_second_factor: false })
  await setUp(call)
  expect(await call(getSession, {})).toMatchObject({ is_limited: false })
  await call(listUsers, {})
})

test('FACTOR-1: signing in without one opens such a session, which can be ended', async () => {
  await requireFrom(dayIn(-1))
  const { call, enter } = browser()
  expect(await enter()).toMatchObject({ is_limited: true })
  await expect(call(listUsers, {})).rejects.toEqual(limited)
  await call(logout, {})
  await expect(call(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
})

const open = new Set([
  'getSession',
  'logout',
  'listOrganisations',
  'switchOrganisation',
  'getAccount',
  'openProviderAgain',
  'beginSecondFactor',
  'confirmSecondFactor',
  'listPasskeys',
  'beginPasskey',
  'addPasskey',
])

test('FACTOR-1: such a session is refused by every operation of the application except those on the list', async () => {
  await requireFrom(dayIn(-1))
  const { enter, headers } = browser()
  await enter()
  const all = (Object.values(appEndpoints) as Endpoint[]).filter(({ auth, id }) => auth === 'session' && !open.has(id))
  expect(all.length).toBeGreaterThan(200)
  const passed: string[] = []
  for (const { id, method, path } of all) {
    const url = path.replace(/\{\w+\}/g, '0198a000-0000-7000-8000-000000000001')
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const answer = await server.app.inject({
      method,
      url,
      headers: { ...headers(), ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { payload: '{}' }),
    })
    const { code } = answer.json<{ code?: string }>()
    if (answer.statusCode !== 403 || code !== 'second_factor_required')
      passed.push(`${id} ${answer.statusCode} ${code}`)
  }
  expect(passed).toEqual([])
})

test('FACTOR-2: once a second factor is on, sessions that were opened without it end', async () => {
  const [one, other] = [browser(), browser()]
  await one.enter()
  await other.enter()
  await setUp(one.call)
  await expect(other.call(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
  await requireFrom(dayIn(-1))
  await one.call(listUsers, {})
})

test('FACTOR-2: a session opened without the second factor ends once it is required', () => {
  expect(standingOf({ is_required: true, is_proven: false, is_set_up: true })).toBe('OVER')
  expect(standingOf({ is_required: true, is_proven: false, is_set_up: false })).toBe('SET_UP')
  expect(standingOf({ is_required: true, is_proven: true, is_set_up: false })).toBe('FULL')
  expect(standingOf({ is_required: false, is_proven: false, is_set_up: true })).toBe('FULL')
})

test('FACTOR-2: after a Super admin or the operator turns off a second factor, it has to be set up again', async () => {
  const { call, enter } = browser()
  await enter()
  await setUp(call)
  await requireFrom(dayIn(-1), call)
  await call(removeUserSecondFactor, { params: { user_id: userId } })
  await expect(call(listUsers, {})).rejects.toEqual(limited)
  clock += 60_000
  await setUp(call)
  const reset = await resetSecondFactor(server.ctx, tenant.tenantId, byOperator, email)
  expect(reset).toEqual({ email, was_on: true })
  await expect(call(getSession, {})).rejects.toEqual(refusal(401, 'unauthenticated'))
  expect(await enter()).toMatchObject({ is_limited: true })
})

test('FACTOR-3: of several organisations only the ones that require it limit their session', async () => {
  const strict = await server.tenant()
  await makeUser(strict)
  await requireFrom(dayIn(-1), await strict.user('SUPER_ADMIN'))
  const { call, enter, useToken } = browser()
  expect(await enter({ tenant_slug: tenant.slug })).toMatchObject({ is_limited: false })
  await call(listUsers, {})
  const { items } = await call(listOrganisations, {})
  const there = items.find((one) => one.tenant.slug === strict.slug)!
  const session = await call(switchOrganisation, { body: { session_id: there.session_id } })
  useToken(session.csrf_token)
  expect(session).toMatchObject({ is_limited: true })
  await expect(call(listUsers, {})).rejects.toEqual(limited)
  const here = items.find((one) => one.tenant.slug === tenant.slug)!
  useToken((await call(switchOrganisation, { body: { session_id: here.session_id } })).csrf_token)
  await call(listUsers, {})
})

test('FACTOR-1: API clients and webhook credentials keep working', async () => {
  await requireFrom(dayIn(-1))
  await tenant.call(getCurrentUser, {})
})
