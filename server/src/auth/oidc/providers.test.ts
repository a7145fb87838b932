import { listAuditRecords } from '@cartage/contract/audit/app'
import {
  addSignInProvider,
  changeSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  trySignInProvider,
} from '@cartage/contract/auth/app/providers'
import { getSession } from '@cartage/contract/auth/app/session'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startProviderWorld } from '../../testing/provider-world.ts'

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
const change = (provider_id: string, body: object) =>
  one.admin(changeSignInProvider, {
    params: { provider_id },
    body: { ...world.facts(domain), client_secret: undefined, ...body },
  })
const problem = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })
const fault = (detail: string) =>
  expect.objectContaining({
    status: 422,
    body: expect.objectContaining({ errors: [expect.objectContaining({ detail })] }),
  })

describe('the providers of a tenant', () => {
  test('are managed by Super admins, and visible in their own tenant only', async () => {
    const provider_id = await add()
    const listed = await one.admin(listSignInProviders, {})
    expect(listed.redirect_uri).toBe('https://tms.example/login/provider')
    expect(listed.items).toMatchObject([{ provider_id, domains: [domain], people: 0 }])
    const two = await world.tenant()
    expect((await two.admin(listSignInProviders, {})).items).toEqual([])
    const params = { provider_id }
    await expect(two.admin(removeSignInProvider, { params })).rejects.toEqual(problem(404, 'not_found'))
    await expect(two.admin(trySignInProvider, { body: params })).rejects.toEqual(problem(404, 'not_found'))
    await expect(two.admin(changeSignInProvider, { params, body: world.facts(`other.${domain}`) })).rejects.toEqual(
      problem(404, 'not_found'),
    )
    const planner = await one.user('PLANNER')
    await expect(planner(listSignInProviders, {})).rejects.toEqual(problem(403, 'role_missing'))
    await expect(planner(addSignInProvider, { body: world.facts(domain) })).rejects.toEqual(
      problem(403, 'role_missing'),
    )
  })

  test('SSO-10: secrets are in no response and no entry of the trail, and are stored sealed', async () => {
    const provider_id = await add()
    await change(provider_id, { client_secret: `${peer.client_secret}2`, label: 'Other' })
    const trail = await one.admin(listAuditRecords, { query: { entity_type: 'sign_in_provider' } })
    expect(trail.items.map(({ action }) => action).sort()).toEqual(['created', 'rotated', 'updated'])
    expect(trail.items.find(({ action }) => action === 'updated')?.changes).toEqual({
      label: { before: 'Directory', after: 'Other' },
    })
    const rows = await one.asTenant((tx) =>
      tx.query({ name: 'auth.test_all_of_provider', text: 'select p.* from sign_in_provider p where tenant_id = $1' }),
    )
    const answers = [trail, await one.admin(listSignInProviders, {}), rows]
    expect(JSON.stringify(answers)).not.toContain(peer.client_secret)
    expect(String((rows[0] as { secret_sealed: Buffer }).secret_sealed)).not.toContain(peer.client_secret)
  })

  test('SSO-10: without a new secret the present one stays; another issuer requires its own', async () => {
    await world.person(one, `piet@${domain}`)
    const provider_id = await add()
    await change(provider_id, { label: 'Other' })
    await world.browser().signIn(provider_id)
    await expect(change(provider_id, { issuer: 'http://127.0.0.1:9' })).rejects.toEqual(fault('secret_needed'))
  })

  test('SSO-3: a new client id ends all connections, and the address counts again', async () => {
    await world.person(one, `piet@${domain}`)
    const provider_id = await add()
    await world.browser().signIn(provider_id)
    expect((await one.admin(listSignInProviders, {})).items).toMatchObject([{ people: 1 }])
    expect(await change(provider_id, { client_id: 'another' })).toMatchObject({ people: 0 })
    await change(provider_id, {})
    peer.person = { ...peer.person, sub: `${peer.person.sub}-at-the-new-client` }
    await world.browser().signIn(provider_id)
  })

  test('one domain belongs to one provider, and there are at most five', async () => {
    const first = await add()
    await expect(add()).rejects.toEqual(fault('domain_taken'))
    const second = await add({ domains: [`b.${domain}`] })
    await expect(change(second, { domains: [domain] })).rejects.toEqual(fault('domain_taken'))
    for (const domains of [[], [], []]) await add({ domains })
    await expect(add({ domains: [] })).rejects.toEqual(problem(409, 'state_conflict'))
    await one.admin(removeSignInProvider, { params: { provider_id: first } })
    await change(second, { domains: [domain] })
  })

  test('a domain may have providers of several tenants, and all are offered', async () => {
    const two = await world.tenant()
    await Promise.all([add(), world.add(two.admin, domain)])
  })

  test('SSO-9: after a removal the sessions it opened end; accounts and sessions with a password stay', async () => {
    await world.person(one, `piet@${domain}`)
    const provider_id = await add()
    const [by, plain] = [world.browser(), world.browser()]
    await Promise.all([by.signIn(provider_id), plain.logIn(`piet@${domain}`)])
    await one.admin(removeSignInProvider, { params: { provider_id } })
    await expect(by.call(getSession, {})).rejects.toEqual(problem(401, 'unauthenticated'))
    expect((await plain.call(getSession, {})).user.email).toBe(`piet@${domain}`)
  })
})

describe('SSO-6: a provider that is the only way', () => {
  const onlyWay = async () => {
    await world.person(one, `piet@${domain}`)
    const provider_id = await add()
    await world.browser().signIn(provider_id)
    await change(provider_id, { is_only_way: true })
    return provider_id
  }

  test('refuses the right password of its domains, and answers a wrong one like any other domain', async () => {
    const provider_id = await onlyWay()
    await world.person(one, `jan@other.${domain}`)
    await expect(world.browser().logIn(`piet@${domain}`)).rejects.toEqual(problem(403, 'provider_required'))
    await expect(world.browser().logIn(`no one@${domain}`)).rejects.toEqual(problem(401, 'unauthenticated'))
    expect((await world.browser().logIn(`jan@other.${domain}`)).user.name).toBe('Piet')
    expect((await world.browser().signIn(provider_id)).session.user.email).toBe(`piet@${domain}`)
  })

  test('lets Super admins in with their password, so that an outage of the provider locks no one out', async () => {
    await onlyWay()
    await world.person(one, `boss@${domain}`, 'SUPER_ADMIN')
    expect((await world.browser().logIn(`boss@${domain}`)).user.role).toBe('SUPER_ADMIN')
  })

  test('a password that is valid in two organisations opens nothing in this one', async () => {
    const two = await world.tenant()
    await world.person(two, `piet@${domain}`)
    const both = world.browser()
    await world.person(one, `piet@${domain}`)
    await both.logIn(`piet@${domain}`, { tenant_slug: two.slug })
    expect(await both.organisations()).toEqual([one.tenantId, two.tenantId].sort())
    const provider_id = await add()
    await world.browser().signIn(provider_id)
    await change(provider_id, { is_only_way: true })
    const browser = world.browser()
    await browser.logIn(`piet@${domain}`)
    expect(await browser.organisations()).toEqual([two.tenantId])
    await expect(browser.logIn(`piet@${domain}`, { tenant_slug: one.slug })).rejects.toEqual(
      problem(403, 'provider_required'),
    )
  })

  test('requires a successful sign-in before, so that a mistake locks no one out', async () => {
    await expect(add({ is_only_way: true })).rejects.toEqual(fault('provider_unproven'))
    const provider_id = await add()
    await expect(change(provider_id, { is_only_way: true })).rejects.toEqual(fault('provider_unproven'))
    await world.person(one, `piet@${domain}`)
    await world.browser().signIn(provider_id)
    expect(await change(provider_id, { is_only_way: true })).toMatchObject({ is_only_way: true })
    // A changed client would be unproven again.
    await expect(change(provider_id, { is_only_way: true, client_id: 'another' })).rejects.toEqual(
      fault('provider_unproven'),
    )
  })
})

describe('a check of a provider', () => {
  const attempt = (body: object) => one.admin(trySignInProvider, { body })
  const { issuer, client_id, client_secret } = peer

  test('reports that it is reachable, and whether it accepts the client with its secret', async () => {
    expect(await attempt({ issuer })).toMatchObject({ is_right: true })
    expect(await attempt({ issuer, client_id, client_secret })).toMatchObject({ is_right: true })
    expect(await attempt({ provider_id: await add() })).toMatchObject({ is_right: true })
    const wrong = { is_right: false, message: expect.stringContaining('client id') }
    expect(await attempt({ issuer, client_id, client_secret: 'wrong' })).toEqual(wrong)
    expect(await attempt({ issuer, client_id: 'unknown', client_secret })).toEqual(wrong)
  })

  test('reports errors in plain language', async () => {
    const words = async (address: string) => {
      const { is_right, message } = await attempt({ issuer: address })
      expect(is_right).toBe(false)
      return message
    }
    expect(await words(`${issuer}/elsewhere`)).toContain('There is no provider of OpenID Connect at this address')
    expect(await words(issuer.replace('127.0.0.1', 'localhost'))).toContain(issuer)
    expect(await words('http://127.0.0.1:9')).toContain('does not answer')
    expect(await words('https://10.0.0.1')).toContain('not on the public internet')
    await expect(attempt({ issuer: 'https://login.microsoftonline.com/common/v2.0' })).rejects.toEqual(
      fault('issuer_shared'),
    )
  })

  test('NET-2: contacts no host on a forbidden network, and does not save such an issuer', async () => {
    const other = await server.tenant()
    const admin = await other.user('SUPER_ADMIN')
    const answer = await admin(trySignInProvider, { body: { issuer } })
    expect(answer).toMatchObject({ is_right: false, message: expect.stringContaining('not on the public internet') })
    await expect(world.add(admin, domain)).rejects.toEqual(fault('address_refused'))
  })
})
