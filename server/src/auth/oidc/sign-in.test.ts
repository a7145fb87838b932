import { listAuditRecords } from '@cartage/contract/audit/app'
import { beginSecondFactor, confirmSecondFactor, listSessions } from '@cartage/contract/auth/app/account'
import { findProviders, openProvider, takeProviderAnswer } from '@cartage/contract/auth/app/provider-sign-in'
import { changeSignInProvider } from '@cartage/contract/auth/app/providers'
import { getSession } from '@cartage/contract/auth/app/session'
import { listUsers } from '@cartage/contract/auth/app/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { allowLoopback } from '../../net/loopback.ts'
import { updateTenantActive } from '../../tenants/store.ts'
import { password, startProviderWorld } from '../../testing/provider-world.ts'
import { injectedFetch } from '../../testing/test-tenant.ts'
import { setUserDisabled } from '../users/commands.ts'

const world = await startProviderWorld()
const { server, peer } = world
afterAll(() => world.close())

let domain: string
let one: Awaited<ReturnType<typeof world.tenant>>
beforeEach(async () => {
  domain = world.domain()
  one = await world.tenant()
})

const add = (more = {}) => world.add(one.admin, domain, more)
const piet = () => world.person(one, `piet@${domain}`)
const refusal = (detail: string) =>
  expect.objectContaining({
    status: 403,
    body: expect.objectContaining({ code: 'sign_in_refused', errors: [expect.objectContaining({ detail })] }),
  })
const problem = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })

describe('a person confirmed by a provider', () => {
  test('SSO-1, SSO-9: signs in; the session is like any other, and the trail has the provider and the authentication method', async () => {
    const { user_id } = await piet()
    const browser = world.browser()
    const { session, return_to } = await browser.signIn(await add(), { return_to: '/orders' })
    expect(session).toMatchObject({ user: { user_id, role: 'PLANNER' }, tenant: { tenant_id: one.tenantId } })
    expect(return_to).toBe('/orders')
    expect(await browser.call(getSession, {})).toEqual(session)
    expect((await browser.call(listSessions, {})).items).toMatchObject([{ is_current: true }])
    expect([...browser.cookies.keys()]).toEqual(['__Host-sid'])
    const { items } = await one.admin(listAuditRecords, { query: { entity_type: 'user', entity_id: user_id } })
    expect(items.find(({ action }) => action === 'logged_in')?.changes).toMatchObject({
      provider: { after: 'Directory' },
      amr: { after: ['pwd', 'mfa'] },
    })
  })

  test('SSO-3: is recognised by the subject from then on, even if the address there changes', async () => {
    const { user_id } = await piet()
    const provider = await add()
    await world.browser().signIn(provider)
    peer.person = { ...peer.person, email: 'piet@elsewhere.example', email_verified: false }
    expect((await world.browser().signIn(provider)).session.user.user_id).toBe(user_id)
  })

  test('SSO-3: does not get the account of someone who had the address before', async () => {
    await piet()
    const provider = await add()
    await world.browser().signIn(provider)
    peer.person = { ...peer.person, sub: `${peer.person.sub}-successor` }
    await expect(world.browser().signIn(provider)).rejects.toEqual(refusal('bound_to_another'))
  })

  test('SSO-9: enters the code of the second factor, unless the organisation states that the provider requires one', async () => {
    await piet()
    const provider = await add()
    const settings = world.browser()
    await settings.logIn(`piet@${domain}`)
    const { secret } = await settings.call(beginSecondFactor, { body: { current_password: password } })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const codeIn = (steps: number) => totp.generate({ timestamp: server.ctx.now().getTime() + steps * 30_000 })
    await settings.call(confirmSecondFactor, { body: { code: codeIn(0) } })
    const browser = world.browser()
    await expect(browser.signIn(provider)).rejects.toEqual(problem(401, 'totp_required'))
    await expect(browser.call(getSession, {})).rejects.toEqual(problem(401, 'unauthenticated'))
    await expect(browser.enterCode('000000')).rejects.toEqual(problem(401, 'totp_wrong'))
    expect((await browser.enterCode(codeIn(1))).session.user.email).toBe(`piet@${domain}`)
    await expect(browser.enterCode(codeIn(1))).rejects.toEqual(refusal('other_browser'))
    const body = world.facts(domain, { counts_as_second_factor: true })
    await one.admin(changeSignInProvider, { params: { provider_id: provider }, body })
    expect((await world.browser().signIn(provider)).session.user.email).toBe(`piet@${domain}`)
  })
})

describe('an answer of a provider', () => {
  const leave = async () => {
    await piet()
    const provider = await add()
    const browser = world.browser()
    return { provider, browser, answer: await peer.answerTo(await browser.leave(provider)) }
  }

  test('SSO-1: is used once', async () => {
    const { browser, answer } = await leave()
    const cookie = browser.cookies.get('__Host-sid-provider')!
    await browser.come(answer)
    browser.cookies.set('__Host-sid-provider', cookie)
    await expect(browser.come(answer)).rejects.toEqual(refusal('expired'))
  })

  test('SSO-1: is valid only in the browser that began the sign-in, also when another one has begun its own', async () => {
    const { provider, answer } = await leave()
    const other = world.browser()
    await expect(other.come(answer)).rejects.toEqual(refusal('other_browser'))
    await other.leave(provider)
    await expect(other.come(answer)).rejects.toEqual(refusal('state_wrong'))
  })

  test('SSO-1: with another state, or with the nonce of another sign-in, is refused', async () => {
    const { provider, browser, answer } = await leave()
    await expect(browser.come(answer.replace(/state=[^&]*/, 'state=other'))).rejects.toEqual(refusal('state_wrong'))
    const again = await peer.answerTo(await browser.leave(provider))
    await one.asTenant((tx) =>
      tx.query({
        name: 'auth.test_other_nonce',
        text: `update sign_in_attempt set nonce = 'other' where tenant_id = $1`,
      }),
    )
    await expect(browser.come(again)).rejects.toEqual(refusal('answer_invalid'))
  })

  test('SSO-1: with the code of another sign-in is refused by the provider, because of the PKCE verifier', async () => {
    const { browser, provider, answer } = await leave()
    const own = await peer.answerTo(await browser.leave(provider))
    const code = new URLSearchParams(answer).get('code')!
    const mixed = new URLSearchParams(own)
    mixed.set('code', code)
    await expect(browser.come(mixed.toString())).rejects.toEqual(refusal('cancelled'))
  })

  test('SSO-1: is refused after ten minutes', async () => {
    const { browser, answer } = await leave()
    await one.asTenant((tx) =>
      tx.query({
        name: 'auth.test_old_attempt',
        text: `update sign_in_attempt set expires_at = now() - interval '1 second' where tenant_id = $1`,
      }),
    )
    await expect(browser.come(answer)).rejects.toEqual(refusal('expired'))
  })

  test('that is an error shows the text of the provider', async () => {
    const { browser, provider } = await leave()
    const state = new URL(await browser.leave(provider)).searchParams.get('state')!
    const answer = new URLSearchParams({
      error: 'access_denied',
      error_description: 'Not assigned.',
      state,
      iss: peer.issuer,
    })
    await expect(browser.come(answer.toString())).rejects.toEqual(
      expect.objectContaining({ body: expect.objectContaining({ message: expect.stringContaining('Not assigned') }) }),
    )
  })

  test('SESSION-3: is accepted from our own pages only', async () => {
    const send = injectedFetch(server.app)
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    for (const [{ path, method }, body] of [
      [takeProviderAnswer, { answer: 'state=a' }],
      [openProvider, { provider_id: await add() }],
    ] as const) {
      expect((await send(path, { method, headers, body: JSON.stringify(body) })).status, path).toBe(403)
    }
  })
})

describe('refused sign-ins', () => {
  const attempt = async (more = {}) => world.browser().signIn(await add(more))

  test('SSO-4: an address that is unverified, missing, or of a domain that is not listed', async () => {
    await piet()
    const { person } = peer
    peer.person = { ...person, email_verified: false }
    await expect(attempt()).rejects.toEqual(refusal('address_unverified'))
    peer.person = { sub: person.sub }
    await expect(attempt({ domains: [] })).rejects.toEqual(refusal('address_missing'))
    peer.person = person
    await expect(attempt({ domains: [`other.${domain}`] })).rejects.toEqual(refusal('domain_not_listed'))
  })

  test('SSO-4: unverified is enough where the organisation trusts its own directory', async () => {
    const { user_id } = await piet()
    peer.person = { ...peer.person, email_verified: false }
    expect((await attempt({ trusts_addresses: true })).session.user.user_id).toBe(user_id)
  })

  test('SSO-7: a person without an account, unless the organisation creates one', async () => {
    const provider = await add()
    await expect(world.browser().signIn(provider)).rejects.toEqual(refusal('unknown_person'))
    const { items } = await one.admin(listAuditRecords, { query: { entity_type: 'sign_in_provider' } })
    expect(items[0]).toMatchObject({ action: 'login_failed', changes: { reason: { after: 'unknown_person' } } })
    const body = world.facts(domain, { new_user_role: 'VIEWER' })
    await one.admin(changeSignInProvider, { params: { provider_id: provider }, body })
    const { session } = await world.browser().signIn(provider)
    expect(session.user).toMatchObject({ email: `piet@${domain}`, name: 'Piet', role: 'VIEWER' })
    const users = (await one.admin(listUsers, {})).items
    expect(users.find(({ email }) => email === `piet@${domain}`)).toMatchObject({ state: 'ACTIVE', role: 'VIEWER' })
    await expect(world.browser().logIn(`piet@${domain}`)).rejects.toEqual(problem(401, 'unauthenticated'))
  })

  test('a disabled user, before and after the first sign-in; open sessions end', async () => {
    await piet()
    const provider = await add()
    const browser = world.browser()
    await browser.signIn(provider)
    await setUserDisabled(server.ctx, one.tenantId, byOperator, `piet@${domain}`, true)
    await expect(browser.call(getSession, {})).rejects.toEqual(problem(401, 'unauthenticated'))
    await expect(world.browser().signIn(provider)).rejects.toEqual(refusal('account_disabled'))
  })

  test('every user of a suspended tenant, also on the way back from the provider', async () => {
    await piet()
    const provider = await add()
    const browser = world.browser()
    const answer = await peer.answerTo(await browser.leave(provider))
    await updateTenantActive(server.ctx, one.tenantId, false)
    await expect(browser.come(answer)).rejects.toEqual(refusal('suspended'))
    await expect(browser.leave(provider)).rejects.toEqual(refusal('provider_gone'))
  })
})

describe('several organisations', () => {
  test('SSO-2: a provider signs in to its own organisation only, even if others have a person with the same address', async () => {
    const two = await world.tenant()
    await world.person(two, `piet@${domain}`)
    await expect(world.browser().signIn(await add())).rejects.toEqual(refusal('unknown_person'))
    const { user_id } = await piet()
    const browser = world.browser()
    const [provider] = await browser
      .call(findProviders, { body: { email: `piet@${domain}` } })
      .then(({ items }) => items)
    expect((await browser.signIn(provider!.provider_id)).session.user.user_id).toBe(user_id)
    expect(await browser.organisations()).toEqual([one.tenantId])
  })

  test('SSO-8: an added session stays next to the existing one; otherwise the existing one ends', async () => {
    const two = await world.tenant()
    await Promise.all([piet(), world.person(two, `jan@${domain}`)])
    const provider = await add()
    const browser = world.browser()
    await browser.logIn(`jan@${domain}`)
    await browser.signIn(provider, { keeps_session: true })
    expect(await browser.organisations()).toEqual([one.tenantId, two.tenantId].sort())
    await browser.signIn(provider)
    expect(await browser.organisations()).toEqual([one.tenantId])
  })
})

describe('the login page', () => {
  test('SSO-5: shows the providers for a domain, the same for every address in it', async () => {
    await piet()
    const provider_id = await add()
    const { call } = world.browser()
    const offered = { items: [expect.objectContaining({ provider_id, label: 'Directory', is_only_way: false })] }
    for (const email of [`piet@${domain}`, ` NOBODY@${domain.toUpperCase()}`]) {
      expect(await call(findProviders, { body: { email } })).toEqual(offered)
    }
    expect(await call(findProviders, { body: { provider_id } })).toEqual(offered)
    for (const email of ['piet@other.example', domain, '', '@']) {
      expect(await call(findProviders, { body: { email } }), email).toEqual({ items: [] })
    }
  })

  test('SSO-5: limits look-ups from one network address', async () => {
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: findProviders.path,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        payload: JSON.stringify({ email: `a@${domain}` }),
        remoteAddress: '198.51.100.7',
      })
    for (let count = 0; count < 240; count += 1) expect((await send()).statusCode).toBe(200)
    const answer = await send()
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('NET-2: a provider on a forbidden network is not contacted', async () => {
    await piet()
    const provider = await add()
    await allowLoopback(server.ctx.db, one.tenantId, false)
    await expect(world.browser().leave(provider)).rejects.toEqual(refusal('unreachable'))
  })
})
