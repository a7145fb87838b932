import {
  beginSecondFactor,
  confirmSecondFactor,
  getAccount,
  removeSecondFactor,
} from '@cartage/contract/auth/app/account'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getSignInWays,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from '@cartage/contract/auth/app/passkeys'
import { getSession, login, type Session } from '@cartage/contract/auth/app/session'
import { changeUser, listUsers, removeUserSecondFactor } from '@cartage/contract/auth/app/users'
import { type Call, client } from '@cartage/contract/client'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { readConfig } from '../../config.ts'
import { createAuthenticator, type Whims } from '../../testing/authenticator.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { injectedFetch, type TestTenant } from '../../testing/test-tenant.ts'
import { createUser } from '../users/commands.ts'
import { eraseUser } from '../users/erase.store.ts'
import { handleOf, isBehind, personOf, relyingPartyOf } from './rules.ts'

const origin = 'https://tms.haulier.example'
const password = 'a lorry full of tulips'
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })
const refused = refusal(401, 'passkey_refused')

let clock = Date.now()
let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: origin,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SMTP_FROM: 'Cartage <tms@haulier.example>',
    SMTP_PLAIN: 'private',
  })
  server = await startTestServer({ config, now: () => new Date(clock) })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

let count = 0
let tenant: TestTenant
let email: string
let userId: string
beforeEach(async () => {
  tenant = await server.tenant()
  count += 1
  clock += 120_000
  email = `p${count}@passkey.example`
  userId = await makeUser(email)
})

async function makeUser(address: string): Promise<string> {
  const request = { email: address, name: 'Piet', role: 'PLANNER', password }
  return (await createUser(server.ctx, tenant.tenantId, byOperator, request)).user_id
}

/** A caller without a session, from our own page. The host differs from PUBLIC_URL, as behind a proxy. */
function stranger(): Call {
  return client('', { 'sec-fetch-site': 'same-origin', host: 'inside:8080' }, injectedFetch(server.app))
}

/** Runs a sign-in and returns a caller with its session. */
async function opened(work: (call: Call) => Promise<Session>): Promise<Call> {
  let cookie = ''
  const send = injectedFetch(server.app)
  const noteCookie: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const { csrf_token } = await work(client('', { 'sec-fetch-site': 'same-origin' }, noteCookie))
  return client('', { 'sec-fetch-site': 'same-origin', cookie, 'x-csrf-token': csrf_token }, send)
}

const enter = (more: object = {}, address = email) =>
  opened((call) => call(login, { body: { email: address, password, ...more } }))

async function add(call: Call, device = createAuthenticator(origin), whims: Whims = {}, name = 'Laptop') {
  const options = await call(beginPasskey, { body: { current_password: password } })
  const added = await call(addPasskey, { body: { name, passkey: device.create(options, whims) } })
  return { device, ...added }
}

async function signIn(device: ReturnType<typeof createAuthenticator>, whims: Whims = {}): Promise<Call> {
  const options = await stranger()(beginPasskeySignIn, {})
  return opened((call) => call(signInWithPasskey, { body: { passkey: device.get(options, whims) } }))
}

/** Audit records about the user. */
async function trail(action: string): Promise<string[]> {
  const text = `select changes::text as changes from audit_record
                 where tenant_id = $1 and entity_type = 'user' and entity_id = $2 and action = $3 order by sequence`
  const query = { name: 'test.read_trail', text }
  return (await tenant.asTenant((tx) => tx.query<{ changes: string }>(query, userId, action))).map((one) => one.changes)
}

test('PASSKEY-1, PASSKEY-3: a person adds a passkey and signs in with it alone, whatever the Host header', async () => {
  const call = await enter()
  const options = await call(beginPasskey, { body: { current_password: password } })
  expect(options.host).toBe('tms.haulier.example')
  const { device, recovery_codes } = await add(call)
  expect(recovery_codes).toHaveLength(10)
  const there = await signIn(device)
  expect(await there(getSession, {})).toMatchObject({ user: { email } })
  const { items, is_possible } = await there(listPasskeys, {})
  expect(is_possible).toBe(true)
  expect(items).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) }])
  expect(await there(getAccount, {})).toMatchObject({ has_second_factor: true, has_code_app: false })
  await signIn(device)
})

test('PASSKEY-1: a response for a page of another origin is refused, and so is one for another host', async () => {
  const call = await enter()
  await expect(add(call, undefined, { origin: 'https://tms.haulier.example.evil.example' })).rejects.toEqual(
    refusal(422, 'validation_failed'),
  )
  const { device } = await add(call)
  await expect(signIn(device, { origin: 'https://evil.example' })).rejects.toEqual(refused)
  const options = await stranger()(beginPasskeySignIn, {})
  const elsewhere = device.get({ ...options, host: 'evil.example' })
  await expect(stranger()(signInWithPasskey, { body: { passkey: elsewhere } })).rejects.toEqual(refused)
})

test('PASSKEY-2: a challenge must be our own, works once, and for five minutes', async () => {
  const { device } = await add(await enter())
  await expect(signIn(device, { challenge: 'A'.repeat(43) })).rejects.toEqual(refused)
  const options = await stranger()(beginPasskeySignIn, {})
  const passkey = device.get(options)
  await stranger()(signInWithPasskey, { body: { passkey } })
  await expect(stranger()(signInWithPasskey, { body: { passkey } })).rejects.toEqual(refused)
  const late = await stranger()(beginPasskeySignIn, {})
  await server.ctx.db.worker.query("update passkey_challenge set ends_at = now() - interval '1 second'")
  await expect(stranger()(signInWithPasskey, { body: { passkey: device.get(late) } })).rejects.toEqual(refused)
})

test('PASSKEY-2: a wrong response uses up its challenge', async () => {
  const { device } = await add(await enter())
  const options = await stranger()(beginPasskeySignIn, {})
  const wrong = device.get(options, { isVerified: false })
  await expect(stranger()(signInWithPasskey, { body: { passkey: wrong } })).rejects.toEqual(refused)
  await expect(stranger()(signInWithPasskey, { body: { passkey: device.get(options) } })).rejects.toEqual(refused)
})

test('PASSKEY-2: a process begun by one person cannot be ended by another, and a sign-in adds no passkey', async () => {
  const other = `other-${email}`
  await makeUser(other)
  const [one, two] = [await enter(), await enter({}, other)]
  const options = await one(beginPasskey, { body: { current_password: password } })
  const passkey = createAuthenticator(origin).create(options)
  await expect(two(addPasskey, { body: { name: 'X', passkey } })).rejects.toEqual(refusal(422, 'validation_failed'))
  const { challenge } = await stranger()(beginPasskeySignIn, {})
  const made = createAuthenticator(origin).create({ ...options, challenge })
  await expect(one(addPasskey, { body: { name: 'X', passkey: made } })).rejects.toEqual(
    refusal(422, 'validation_failed'),
  )
})

test('PASSKEY-3: a device that did not verify the person neither adds a passkey nor signs in', async () => {
  const call = await enter()
  await expect(add(call, undefined, { isVerified: false })).rejects.toEqual(refusal(422, 'validation_failed'))
  const { device } = await add(call)
  await expect(signIn(device, { isVerified: false })).rejects.toEqual(refused)
})

test('PASSKEY-3: a passkey opens only the account of its owner', async () => {
  const other = `other-${email}`
  const otherId = await makeUser(other)
  const { device } = await add(await enter())
  const userHandle = handleOf({ tenantId: tenant.tenantId, userId: otherId })
  await expect(signIn(device, { userHandle })).rejects.toEqual(refused)
  await expect(signIn(createAuthenticator(origin), { userHandle })).rejects.toEqual(refused)
  await expect(signIn(device, { userHandle: 'AAAA' })).rejects.toEqual(refused)
})

test('PASSKEY-4: a counter that goes back is refused and recorded; devices without a counter stay at zero', async () => {
  const { device } = await add(await enter())
  await signIn(device, { counter: 9 })
  await expect(signIn(device, { counter: 9 })).rejects.toEqual(refused)
  await expect(signIn(device, { counter: 3 })).rejects.toEqual(refused)
  await expect.poll(() => trail('login_failed')).toEqual([0, 1].map(() => expect.stringContaining('counter went back')))
  await signIn(device, { counter: 10 })
  expect([isBehind(0, 0), isBehind(5, 0), isBehind(5, 5), isBehind(5, 6)]).toEqual([false, true, true, false])
})

test('PASSKEY-3: after the password a passkey or a recovery code is required, and the passkey is accepted as one', async () => {
  const { device, recovery_codes } = await add(await enter())
  const lacking = expect.objectContaining({
    body: expect.objectContaining({ code: 'totp_required', errors: [expect.objectContaining({ detail: 'passkey' })] }),
  })
  await expect(enter()).rejects.toEqual(lacking)
  const options = await stranger()(beginPasskeySignIn, {})
  await enter({ passkey: device.get(options) })
  await expect(enter({ passkey: device.get(options) })).rejects.toEqual(refused)
  const strange = createAuthenticator(origin).get(await stranger()(beginPasskeySignIn, {}))
  await expect(enter({ passkey: { ...strange, user_handle: null } })).rejects.toEqual(refused)
  await enter({ code: recovery_codes[0] })
})

test('PASSKEY-3, FACTOR-2: where a second factor is required a passkey is one', async () => {
  const admin = await tenant.user('SUPER_ADMIN')
  const { settings } = await admin(getTenantSettings, {})
  await admin(putTenantSettings, { body: { ...settings, second_factor_from: '2026-01-01' } })
  const call = await enter()
  expect(await call(getSession, {})).toMatchObject({ is_limited: true })
  const { device, passkey_id } = await add(call)
  expect(await call(getSession, {})).toMatchObject({ is_limited: false })
  const there = await signIn(device)
  expect(await there(getSession, {})).toMatchObject({ is_limited: false })
  await there(removePasskey, { params: { passkey_id }, body: { current_password: password } })
  expect(await there(getSession, {})).toMatchObject({ is_limited: true })
})

test('PASSKEY-5: adding and removing takes the password, is in the trail, and is mailed to the person', async () => {
  const call = await enter()
  const wrong = { current_password: 'wrong' }
  await expect(call(beginPasskey, { body: wrong })).rejects.toEqual(refusal(422, 'validation_failed'))
  mail.letters.length = 0
  const { passkey_id, device } = await add(call)
  const params = { passkey_id }
  await expect(call(removePasskey, { params, body: wrong })).rejects.toEqual(refusal(422, 'validation_failed'))
  await call(removePasskey, { params, body: { current_password: password } })
  await expect(call(removePasskey, { params, body: { current_password: password } })).rejects.toEqual(
    refusal(404, 'not_found'),
  )
  await expect(signIn(device)).rejects.toEqual(refused)
  expect(await trail('updated')).toEqual([0, 1].map(() => expect.stringContaining('Laptop')))
  await expect.poll(() => mail.letters.filter((letter) => letter.includes(email)).length).toBe(2)
  await enter()
})

test('PASSKEY-5: the passkeys of a person are deleted when the person is deactivated, erased, or the second factor is reset', async () => {
  const admin = await tenant.user('SUPER_ADMIN')
  const params = { user_id: userId }
  const { device } = await add(await enter())
  await admin(changeUser, { params, body: { is_disabled: true } })
  await admin(changeUser, { params, body: { is_disabled: false } })
  await expect(signIn(device)).rejects.toEqual(refused)
  const { device: next } = await add(await enter())
  expect((await admin(listUsers, {})).items.find((one) => one.user_id === userId)!.has_second_factor).toBe(true)
  await admin(removeUserSecondFactor, { params })
  await expect(signIn(next)).rejects.toEqual(refused)
  await add(await enter())
  await server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
    await tx.query(
      { name: 'test.disable', text: 'update app_user set is_disabled = true where tenant_id = $1 and user_id = $2' },
      userId,
    )
    await eraseUser(tx, userId, 'erased')
    const left = { name: 'test.passkeys', text: 'select 1 from passkey where tenant_id = $1' }
    expect(await tx.query(left)).toEqual([])
  })
})

test('PASSKEY-5: turning off the app keeps passkeys and their recovery codes', async () => {
  const call = await enter()
  const { secret } = await call(beginSecondFactor, { body: { current_password: password } })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock })
  await call(confirmSecondFactor, { body: { code } })
  expect((await add(call)).recovery_codes).toEqual([])
  await call(removeSecondFactor, { body: { current_password: password } })
  expect(await call(getAccount, {})).toMatchObject({
    has_second_factor: true,
    has_code_app: false,
    recovery_codes_left: 10,
  })
})

test('TOKEN-5: wrong passkeys are throttled like logins', async () => {
  const { device } = await add(await enter())
  for (let guess = 0; guess < 10; guess += 1) {
    await expect(signIn(device, { challenge: 'A'.repeat(43) })).rejects.toEqual(refused)
  }
  await expect(signIn(device)).rejects.toEqual(refusal(429, 'rate_limited'))
  clock += 61_000
  await signIn(device)
})

test('PASSKEY-1: passkeys are available only with a configured address', async () => {
  expect(relyingPartyOf('https://tms.example:8443/x')).toEqual({
    id: 'tms.example',
    origin: 'https://tms.example:8443',
  })
  expect(relyingPartyOf('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
  for (const none of [undefined, 'http://tms.example', 'https://192.0.2.7', 'https://[2001:db8::1]']) {
    expect(relyingPartyOf(none)).toBeUndefined()
  }
  const person = { tenantId: tenant.tenantId, userId }
  expect(personOf(handleOf(person))).toEqual(person)
  expect(await stranger()(getSignInWays, {})).toEqual({ passkeys: true })
})
