import {
  beginSecondFactor,
  confirmSecondFactor,
  getAccount,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@cartage/contract/auth/app/account'
import { login } from '@cartage/contract/auth/app/session'
import { removeUserSecondFactor } from '@cartage/contract/auth/app/users'
import { type Call, client } from '@cartage/contract/client'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { injectedFetch, type TestTenant } from '../../testing/test-tenant.ts'
import { createUser } from '../users/commands.ts'
import { recoveryCodeOf, stepOfCode } from './rules.ts'

let clock = Date.UTC(2026, 10, 25, 8, 0, 0)
const server = await startTestServer({ now: () => new Date(clock) })
afterAll(() => server.close())

const password = 'a lorry full of tulips'
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })
let count = 0
let tenant: TestTenant
let email: string
let userId: string
beforeEach(async () => {
  tenant = await server.tenant()
  count += 1
  // Far enough ahead that codes of earlier tests are not reused.
  clock += 3_600_000
  email = `p${count}@factor.example`
  const request = { email, name: 'Piet', role: 'PLANNER', password }
  userId = (await createUser(server.ctx, tenant.tenantId, byOperator, request)).user_id
})

async function enter(code?: string): Promise<Call> {
  let cookie = ''
  const send = injectedFetch(server.app)
  const noteCookie: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const body = { email, password, ...(code !== undefined && { code }) }
  const session = await client('', { 'sec-fetch-site': 'same-origin' }, noteCookie)(login, { body })
  return client('', { 'sec-fetch-site': 'same-origin', cookie, 'x-csrf-token': session.csrf_token }, send)
}

/** Sets the factor up and returns an app that generates codes. */
async function turnOn() {
  const call = await enter()
  const { secret, url } = await call(beginSecondFactor, { body: { current_password: password } })
  expect(url).toContain(`secret=${secret}`)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const codeAt = (time: number) => totp.generate({ timestamp: time })
  const { recovery_codes } = await call(confirmSecondFactor, { body: { code: codeAt(clock) } })
  return { call, codeAt, recovery_codes }
}

test('an unconfirmed secret is not required', async () => {
  const call = await enter()
  await call(beginSecondFactor, { body: { current_password: password } })
  await expect(call(confirmSecondFactor, { body: { code: '000000' } })).rejects.toEqual(
    refusal(422, 'validation_failed'),
  )
  await enter()
})

test('once confirmed, a login without a code requests one, and the current code completes it', async () => {
  const { codeAt } = await turnOn()
  await expect(enter()).rejects.toEqual(refusal(401, 'totp_required'))
  clock += 30_000
  await enter(codeAt(clock))
})

test('RFC 6238 section 5.2: no code works twice, neither does an older one', async () => {
  const { codeAt } = await turnOn()
  await expect(enter(codeAt(clock))).rejects.toEqual(refusal(401, 'totp_wrong'))
  clock += 60_000
  await enter(codeAt(clock))
  await expect(enter(codeAt(clock))).rejects.toEqual(refusal(401, 'totp_wrong'))
  await expect(enter(codeAt(clock - 30_000))).rejects.toEqual(refusal(401, 'totp_wrong'))
})

test('a wrong password gets the usual answer, so that the request for a code does not reveal a correct password', async () => {
  const { codeAt } = await turnOn()
  clock += 30_000
  const body = { email, password: 'wrong', code: codeAt(clock) }
  const stranger = client('', { 'sec-fetch-site': 'same-origin' }, injectedFetch(server.app))
  await expect(stranger(login, { body })).rejects.toEqual(refusal(401, 'unauthenticated'))
})

test('a recovery code works once, however it is typed', async () => {
  const { recovery_codes } = await turnOn()
  expect(new Set(recovery_codes).size).toBe(10)
  const call = await enter(` ${recovery_codes[3]!.toUpperCase().replace('-', ' ')} `)
  expect(await call(getAccount, {})).toMatchObject({ has_second_factor: true, recovery_codes_left: 9 })
  await expect(enter(recovery_codes[3])).rejects.toEqual(refusal(401, 'totp_wrong'))
})

test('five wrong codes in a minute are checked, from any address; after a minute the account is free again', async () => {
  const { codeAt } = await turnOn()
  for (let guess = 0; guess < 5; guess += 1) await expect(enter('123456')).rejects.toEqual(refusal(401, 'totp_wrong'))
  await expect(enter(codeAt(clock + 30_000))).rejects.toEqual(refusal(429, 'rate_limited'))
  clock += 61_000
  await enter(codeAt(clock))
})

test('it is turned off with the password, or by a Super admin for a lost phone', async () => {
  const { call } = await turnOn()
  await expect(call(removeSecondFactor, { body: { current_password: 'wrong' } })).rejects.toEqual(
    refusal(422, 'validation_failed'),
  )
  await call(removeSecondFactor, { body: { current_password: password } })
  await enter()
  clock += 60_000
  await turnOn()
  const admin = await tenant.user('SUPER_ADMIN')
  await admin(removeUserSecondFactor, { params: { user_id: userId } })
  await enter()
})

test('new recovery codes replace the old ones; the password or a code is required', async () => {
  const { call, codeAt, recovery_codes: old } = await turnOn()
  const wrong = call(renewRecoveryCodes, { body: { current_password: 'wrong' } })
  await expect(wrong).rejects.toEqual(refusal(422, 'validation_failed'))
  await expect(call(renewRecoveryCodes, { body: {} })).rejects.toEqual(refusal(422, 'validation_failed'))
  const first = await call(renewRecoveryCodes, { body: { current_password: password } })
  expect(new Set([...old, ...first.recovery_codes]).size).toBe(20)
  await expect(enter(old[0])).rejects.toEqual(refusal(401, 'totp_wrong'))
  await enter(first.recovery_codes[0])
  clock += 60_000
  const second = await call(renewRecoveryCodes, { body: { code: codeAt(clock) } })
  await expect(enter(first.recovery_codes[1])).rejects.toEqual(refusal(401, 'totp_wrong'))
  await enter(second.recovery_codes[0])
  expect(await call(getAccount, {})).toMatchObject({ recovery_codes_left: 9 })
})

test('codes for new recovery codes are throttled like those of a login', async () => {
  const { call, codeAt } = await turnOn()
  for (let guess = 0; guess < 5; guess += 1) {
    const wrong = call(renewRecoveryCodes, { body: { code: '123456' } })
    await expect(wrong).rejects.toEqual(refusal(422, 'validation_failed'))
  }
  clock += 30_000
  const right = call(renewRecoveryCodes, { body: { code: codeAt(clock) } })
  await expect(right).rejects.toEqual(refusal(429, 'rate_limited'))
})

test('there are no recovery codes without a second factor', async () => {
  const call = await enter()
  const requested = call(renewRecoveryCodes, { body: { current_password: password } })
  await expect(requested).rejects.toEqual(refusal(409, 'state_conflict'))
})

test('a second secret cannot replace an active one', async () => {
  const { call } = await turnOn()
  await expect(call(beginSecondFactor, { body: { current_password: password } })).rejects.toEqual(
    refusal(409, 'state_conflict'),
  )
})

test('the database holds neither the secret nor the recovery codes', async () => {
  const { recovery_codes } = await turnOn()
  const text = `select encode(f.secret_sealed, 'escape') as sealed, encode(r.digest, 'escape') as digest
                  from second_factor f join recovery_code r on r.tenant_id = f.tenant_id where f.tenant_id = $1`
  const rows = await tenant.asTenant((tx) => tx.query({ name: 'test.read_factor', text }))
  expect(rows).toHaveLength(10)
  for (const code of recovery_codes) expect(JSON.stringify(rows)).not.toContain(code.slice(0, 5))
})

test('RFC 6238 appendix B: the test vector of SHA-1 is accepted within 30 seconds of drift', () => {
  const secret = Buffer.from('12345678901234567890')
  // The eight-digit vector 94287082 at 59 seconds, truncated to six digits.
  expect(stepOfCode(secret, '287082', 0, 59_000)).toBe(1)
  expect(stepOfCode(secret, '287 082', 0, 89_000)).toBe(1)
  expect(stepOfCode(secret, '287082', 0, 120_000)).toBeUndefined()
  expect(stepOfCode(secret, '287082', 1, 59_000)).toBeUndefined()
  expect(stepOfCode(secret, 'abcdef', 0, 59_000)).toBeUndefined()
  expect(recoveryCodeOf(Buffer.alloc(10, 0))).toBe('aaaaa-aaaaa')
})
