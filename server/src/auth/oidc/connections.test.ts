import { listAuditRecords } from '@cartage/contract/audit/app'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  getAccount,
  listSessions,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@cartage/contract/auth/app/account'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  signInWithPasskey,
} from '@cartage/contract/auth/app/passkeys'
import { confirmProviderSignIn, openProviderAgain } from '@cartage/contract/auth/app/provider-sign-in'
import { changeSignInProvider } from '@cartage/contract/auth/app/providers'
import { getSession } from '@cartage/contract/auth/app/session'
import { endUserConnection, listUsers, reopenUserConnection } from '@cartage/contract/auth/app/users'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { password, startProviderWorld } from '../../testing/provider-world.ts'
import { resetPassword } from '../users/commands.ts'

const world = await startProviderWorld()
const { server, peer } = world
afterAll(() => world.close())

let domain: string
let one: Awaited<ReturnType<typeof world.tenant>>
let provider: string
beforeEach(async () => {
  domain = world.domain()
  one = await world.tenant()
  provider = await world.add(one.admin, domain, { new_user_role: 'PLANNER' })
})

type Browser = ReturnType<typeof world.browser>
const problem = (status: number, code: string, detail?: string) =>
  expect.objectContaining({
    status,
    body: expect.objectContaining({ code, ...(detail && { errors: [expect.objectContaining({ detail })] }) }),
  })
const again = problem(422, 'validation_failed', 'sign_in_again')
const refusal = (detail: string) => problem(403, 'sign_in_refused', detail)

/** A person known only to the provider. */
async function newcomer(): Promise<Browser> {
  const browser = world.browser()
  await browser.signIn(provider)
  return browser
}

/** The same in a session that the provider has just authenticated. */
async function confirmed(browser: Browser): Promise<Browser> {
  const { url } = await browser.call(openProviderAgain, { body: { provider_id: provider, return_to: '/account' } })
  await browser.come(await peer.answerTo(url))
  return browser
}

const begin = (browser: Browser) => browser.call(beginSecondFactor, { body: {} })
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.ctx.now().getTime() + steps * 30_000,
  })

/** Moves the provider authentication of all the tenant's sessions back. */
async function turnBack(minutes: number): Promise<void> {
  await one.asTenant((tx) =>
    tx.query(
      {
        name: 'test.age_vouching',
        text: 'update app_session set vouched_at = vouched_at - make_interval(mins => $2) where tenant_id = $1',
      },
      minutes,
    ),
  )
}

async function requireFactor(): Promise<void> {
  const { settings } = await one.admin(getTenantSettings, {})
  await one.admin(putTenantSettings, { body: { ...settings, second_factor_from: '2020-01-01' } })
}

describe('a person without a password', () => {
  test('SSO-11: sets up, renews and turns off a second factor only after signing in with the provider again', async () => {
    const browser = await newcomer()
    await turnBack(11)
    expect(await browser.call(getAccount, {})).toMatchObject({
      ...{ has_password: false, is_confirmed: false },
      providers: [{ provider_id: provider, label: 'Directory' }],
    })
    await expect(begin(browser)).rejects.toEqual(again)
    const before = browser.cookies.get('__Host-sid')
    await confirmed(browser)
    expect(browser.cookies.get('__Host-sid')).not.toBe(before)
    expect(await browser.call(getAccount, {})).toMatchObject({ has_password: false, is_confirmed: true })
    const { secret } = await begin(browser)
    await browser.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
    expect((await browser.call(renewRecoveryCodes, { body: {} })).recovery_codes).toHaveLength(10)
    await browser.call(removeSecondFactor, { body: {} })
    expect(await browser.call(getAccount, {})).toMatchObject({ has_second_factor: false })
  })

  test('SSO-11: has to sign in again ten minutes later, and for a first password too', async () => {
    const browser = await confirmed(await newcomer())
    await turnBack(11)
    await expect(begin(browser)).rejects.toEqual(again)
    await expect(browser.call(renewRecoveryCodes, { body: {} })).rejects.toEqual(again)
    await expect(browser.call(removeSecondFactor, { body: {} })).rejects.toEqual(again)
    await expect(browser.call(beginPasskey, { body: {} })).rejects.toEqual(again)
    const body = { current_password: 'a guess', new_password: 'nine brown barges' }
    await expect(browser.call(changePassword, { body })).rejects.toEqual(again)
  })

  test('SSO-11: adds a passkey, signs in with it alone, and needs the provider to remove it', async () => {
    const browser = await confirmed(await newcomer())
    const device = createAuthenticator('https://tms.example')
    const options = await browser.call(beginPasskey, { body: {} })
    const added = await browser.call(addPasskey, { body: { name: 'Phone', passkey: device.create(options) } })
    const other = world.browser()
    const passkey = device.get(await other.call(beginPasskeySignIn, {}))
    expect((await other.call(signInWithPasskey, { body: { passkey } })).user.email).toBe(`piet@${domain}`)
    await turnBack(11)
    const params = { passkey_id: added.passkey_id }
    await expect(browser.call(removePasskey, { params, body: {} })).rejects.toEqual(again)
  })

  test('SSO-11, FACTOR-1: with an organisation that requires a second factor gets in by setting it up', async () => {
    await requireFactor()
    const browser = await newcomer()
    await expect(browser.call(listSessions, {})).rejects.toEqual(problem(403, 'second_factor_required'))
    await confirmed(browser)
    const { secret } = await begin(browser)
    await browser.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
    expect((await browser.call(listSessions, {})).items).toHaveLength(1)
  })

  test('SSO-11: uses the password, if there is one, however recent the sign-in at the provider is', async () => {
    await world.person(one, `piet@${domain}`)
    const browser = await confirmed(await newcomer())
    await expect(begin(browser)).rejects.toEqual(problem(422, 'validation_failed', 'password_wrong'))
    expect(await browser.call(beginSecondFactor, { body: { current_password: password } })).toHaveProperty('secret')
  })

  test('SSO-11: signs in with the provider instead of the password where the provider is the only way', async () => {
    await world.person(one, `piet@${domain}`)
    const browser = await newcomer()
    const body = world.facts(domain, { is_only_way: true })
    await one.admin(changeSignInProvider, { params: { provider_id: provider }, body })
    await turnBack(11)
    const call = browser.call(beginSecondFactor, { body: { current_password: password } })
    await expect(call).rejects.toEqual(again)
    expect(await begin(await confirmed(browser))).toHaveProperty('secret')
  })
})

test('a password that the operator gives a person without one signs in', async () => {
  await newcomer()
  await resetPassword(server.ctx, one.tenantId, byOperator, `piet@${domain}`, password)
  expect((await world.browser().logIn(`piet@${domain}`)).user.email).toBe(`piet@${domain}`)
})

describe('signing in with a provider again', () => {
  test('SSO-11: requires a session of our own pages, and a provider the person is connected with', async () => {
    const body = { provider_id: provider }
    await expect(world.browser().call(openProviderAgain, { body })).rejects.toEqual(problem(401, 'unauthenticated'))
    await expect(one.admin(openProviderAgain, { body })).rejects.toEqual(problem(404, 'not_found'))
  })

  test('SSO-11: as another person is refused, and connects neither of them', async () => {
    const browser = await newcomer()
    peer.person = { ...peer.person, sub: 'other', email: `jan@${domain}` }
    await expect(confirmed(browser)).rejects.toEqual(refusal('other_person'))
    expect((await one.admin(listUsers, {})).items.map(({ email }) => email)).not.toContain(`jan@${domain}`)
    expect((await browser.call(getSession, {})).user.email).toBe(`piet@${domain}`)
  })

  test('SSO-11: forces a sign-in at the provider, even if it recognises the browser', async () => {
    const browser = await newcomer()
    const { url } = await browser.call(openProviderAgain, { body: { provider_id: provider } })
    const query = new URL(url).searchParams
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0'])
    expect(new URL(await world.browser().leave(provider)).searchParams.get('prompt')).toBeNull()
  })
})

describe('the connection between a person and a provider', () => {
  const user = async () => (await one.admin(listUsers, {})).items.find(({ email }) => email === `piet@${domain}`)!
  const params = async () => ({ user_id: (await user()).user_id, provider_id: provider })

  test('SSO-12: is ended by a Super admin: its sessions end, others stay, and signing in with it is refused', async () => {
    await world.person(one, `piet@${domain}`)
    const browser = await newcomer()
    const other = world.browser()
    await other.logIn(`piet@${domain}`)
    expect((await user()).connections).toMatchObject([{ provider_id: provider, label: 'Directory', ended_at: null }])
    await one.admin(endUserConnection, { params: await params() })
    await expect(browser.call(getSession, {})).rejects.toEqual(problem(401, 'unauthenticated'))
    expect((await other.call(getSession, {})).user.email).toBe(`piet@${domain}`)
    await expect(newcomer()).rejects.toEqual(refusal('connection_ended'))
    expect((await user()).connections[0]!.ended_at).not.toBeNull()
    const { user_id } = await user()
    const { items } = await one.admin(listAuditRecords, { query: { entity_type: 'user', entity_id: user_id } })
    expect(items[0]).toMatchObject({ action: 'updated', changes: { connected_with: { before: 'Directory' } } })
    await expect(one.admin(endUserConnection, { params: await params() })).rejects.toEqual(problem(404, 'not_found'))
  })

  test('SSO-12: is restored by another account with the address, and by the same one once it is allowed', async () => {
    await newcomer()
    await one.admin(endUserConnection, { params: await params() })
    const first = peer.person
    peer.person = { ...first, sub: `${first.sub}-new` }
    const { user_id } = (await (await newcomer()).call(getSession, {})).user
    expect(user_id).toBe((await user()).user_id)
    await one.admin(endUserConnection, { params: await params() })
    expect((await user()).connections).toHaveLength(2)
    await one.admin(reopenUserConnection, { params: await params() })
    expect((await user()).connections).toEqual([])
    peer.person = first
    await newcomer()
    await expect(one.admin(reopenUserConnection, { params: await params() })).rejects.toEqual(problem(404, 'not_found'))
  })

  test('SSO-12: of a person without a password is ended, and a passkey of the person still signs in: no invitation is needed', async () => {
    const browser = await confirmed(await newcomer())
    const device = createAuthenticator('https://tms.example')
    const options = await browser.call(beginPasskey, { body: {} })
    await browser.call(addPasskey, { body: { name: 'Phone', passkey: device.create(options) } })
    await one.admin(endUserConnection, { params: await params() })
    expect((await user()).state).toBe('ACTIVE')
    const other = world.browser()
    const passkey = device.get(await other.call(beginPasskeySignIn, {}))
    expect((await other.call(signInWithPasskey, { body: { passkey } })).user.email).toBe(`piet@${domain}`)
  })

  test('SSO-12: of another organisation cannot be reached', async () => {
    await newcomer()
    const stranger = (await world.tenant()).admin
    await expect(stranger(endUserConnection, { params: await params() })).rejects.toEqual(problem(404, 'not_found'))
  })
})

describe('sessions', () => {
  test('SESSION-5: show how they were opened', async () => {
    await world.person(one, `piet@${domain}`)
    const browser = world.browser()
    await browser.logIn(`piet@${domain}`)
    const device = createAuthenticator('https://tms.example')
    const options = await browser.call(beginPasskey, { body: { current_password: password } })
    await browser.call(addPasskey, { body: { name: 'Phone', passkey: device.create(options) } })
    const passkey = device.get(await world.browser().call(beginPasskeySignIn, {}))
    await world.browser().call(signInWithPasskey, { body: { passkey } })
    const lacking = world.browser()
    await expect(lacking.signIn(provider)).rejects.toEqual(problem(401, 'totp_required', 'passkey'))
    const shown = device.get(await lacking.call(beginPasskeySignIn, {}))
    await lacking.call(confirmProviderSignIn, { body: { passkey: shown } })
    const { items } = await browser.call(listSessions, {})
    expect(items.map(({ opened_by, provider_label }) => [opened_by, provider_label]).toSorted()).toEqual([
      ['PASSKEY', null],
      ['PASSWORD', null],
      ['PROVIDER', 'Directory'],
    ])
  })

  test('PASSKEY-3: a wrong passkey after a provider is refused, and counts against the limit for codes', async () => {
    await world.person(one, `piet@${domain}`)
    const browser = world.browser()
    await browser.logIn(`piet@${domain}`)
    const device = createAuthenticator('https://tms.example')
    const options = await browser.call(beginPasskey, { body: { current_password: password } })
    await browser.call(addPasskey, { body: { name: 'Phone', passkey: device.create(options) } })
    const lacking = world.browser()
    await expect(lacking.signIn(provider)).rejects.toEqual(problem(401, 'totp_required', 'passkey'))
    const challenge = await lacking.call(beginPasskeySignIn, {})
    const enter = () =>
      lacking.call(confirmProviderSignIn, { body: { passkey: device.get(challenge, { challenge: 'c2hvcnQ' }) } })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(enter()).rejects.toEqual(problem(401, 'passkey_refused'))
    await expect(enter()).rejects.toEqual(problem(429, 'rate_limited'))
  })
})
