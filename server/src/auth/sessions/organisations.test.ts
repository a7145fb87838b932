import { changePassword, listSessions } from '@cartage/contract/auth/app/account'
import { getSession, listOrganisations, login, logout, switchOrganisation } from '@cartage/contract/auth/app/session'
import { type Call, client } from '@cartage/contract/client'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { injectedFetch, type TestTenant } from '../../testing/test-tenant.ts'
import { createUser, setUserDisabled } from '../users/commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

const [password, otherPassword] = ['a lorry full of tulips', 'a barge full of gravel']
let count = 0
let one: TestTenant
let two: TestTenant
let email: string

beforeEach(async () => {
  ;[one, two] = [await server.tenant(), await server.tenant()]
  count += 1
  email = `p${count}@organisations.example`
})

function join(tenant: TestTenant, own: string, address = email) {
  return createUser(server.ctx, tenant.tenantId, byOperator, {
    email: address,
    name: 'Piet',
    role: 'VIEWER',
    password: own,
  })
}

/** A browser that keeps its cookies and the session token. */
function browser() {
  const cookies = new Map<string, string>()
  let csrf = ''
  const send = injectedFetch(server.app)
  const keeping: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (line.includes('Max-Age=0')) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return response
  }
  const headers = () => ({
    'sec-fetch-site': 'same-origin',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrf-token': csrf,
  })
  const call: Call = (endpoint, input) => client('', headers, keeping)(endpoint, input)
  return {
    cookies,
    call,
    async logIn(own: string, more: { tenant_slug?: string; keeps_session?: boolean } = {}, address = email) {
      const session = await call(login, { body: { email: address, password: own, ...more } })
      csrf = session.csrf_token
      return session
    },
    async organisations() {
      return (await call(listOrganisations, {})).items
    },
    async switchTo(sessionId: string) {
      const session = await call(switchOrganisation, { body: { session_id: sessionId } })
      csrf = session.csrf_token
      return session
    },
  }
}

const slugsOf = (items: { tenant: { slug: string } }[]) => items.map(({ tenant }) => tenant.slug).sort()
const refusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })

describe('a person with accounts in several tenants', () => {
  test('logs in to each and then switches between them without a password', async () => {
    await Promise.all([join(one, password), join(two, otherPassword)])
    const piet = browser()
    await piet.logIn(password)
    expect(slugsOf(await piet.organisations())).toEqual([one.slug])
    await piet.logIn(otherPassword, { keeps_session: true })
    const items = await piet.organisations()
    expect(slugsOf(items)).toEqual([one.slug, two.slug].sort())
    expect(items.find(({ is_current }) => is_current)?.tenant.slug).toBe(two.slug)
    const back = await piet.switchTo(items.find(({ tenant }) => tenant.slug === one.slug)!.session_id)
    expect(back.tenant.slug).toBe(one.slug)
    expect((await piet.call(getSession, {})).tenant.slug).toBe(one.slug)
    expect(slugsOf(await piet.organisations())).toEqual([one.slug, two.slug].sort())
  })

  test('with the same password for both is asked which one, and can then switch to the other', async () => {
    await Promise.all([join(one, password), join(two, password)])
    const piet = browser()
    const unclear = piet.logIn(password)
    await expect(unclear).rejects.toEqual(refusal(400, 'tenant_required'))
    const choices = await unclear.catch((error) => error.body.errors.map(({ detail }: { detail: string }) => detail))
    expect(choices.sort()).toEqual([one.slug, two.slug].sort())
    const session = await piet.logIn(password, { tenant_slug: two.slug })
    expect(session.tenant.slug).toBe(two.slug)
    expect(slugsOf(await piet.organisations())).toEqual([one.slug, two.slug].sort())
  })

  test('logs out of all of them together', async () => {
    await Promise.all([join(one, password), join(two, password)])
    const piet = browser()
    await piet.logIn(password, { tenant_slug: one.slug })
    const kept = new Map(piet.cookies)
    await piet.call(logout, {})
    expect(piet.cookies.size).toBe(0)
    for (const token of [kept.get('sid')!, kept.get('sid-others')!]) {
      const answer = await server.app.inject({ url: getSession.path, headers: { cookie: `sid=${token}` } })
      expect(answer.statusCode).toBe(401)
    }
  })
})

describe('sessions are linked by the browser, never by the address', () => {
  test('a Super admin who creates a user with someone else’s address gains no access', async () => {
    await Promise.all([join(one, password), join(two, 'chosen by the attacker')])
    const piet = browser()
    await piet.logIn(password)
    const attacker = browser()
    await attacker.logIn('chosen by the attacker')
    expect(slugsOf(await attacker.organisations())).toEqual([two.slug])
    const [own] = await piet.organisations()
    await expect(attacker.switchTo(own!.session_id)).rejects.toEqual(refusal(404, 'not_found'))
    expect((await attacker.call(getSession, {})).tenant.slug).toBe(two.slug)
  })

  test('a wrong password for the selected tenant opens nothing, even if it is right for another one', async () => {
    await Promise.all([join(one, password), join(two, otherPassword)])
    const piet = browser()
    const wrong = piet.logIn(password, { tenant_slug: two.slug })
    await expect(wrong).rejects.toEqual(refusal(401, 'unauthenticated'))
    expect(piet.cookies.size).toBe(0)
  })

  test('a login over another session without the option to keep it ends that session: it may belong to someone else', async () => {
    const stranger = `s${email}`
    await Promise.all([join(one, password), join(two, otherPassword, stranger)])
    const shared = browser()
    await shared.logIn(password)
    const first = shared.cookies.get('sid')!
    await shared.logIn(otherPassword, {}, stranger)
    expect(slugsOf(await shared.organisations())).toEqual([two.slug])
    const answer = await server.app.inject({ url: getSession.path, headers: { cookie: `sid=${first}` } })
    expect(answer.statusCode).toBe(401)
  })

  test('sessions linked to an ended one are not available to the next user of the browser', async () => {
    const stranger = `s${email}`
    await Promise.all([join(one, password), join(two, password), join(one, otherPassword, stranger)])
    const shared = browser()
    await shared.logIn(password, { tenant_slug: one.slug })
    const text = 'delete from app_session where tenant_id = $1'
    await one.asTenant((tx) => tx.query({ name: 'test.end_sessions', text }))
    await shared.logIn(otherPassword, { keeps_session: true }, stranger)
    expect(slugsOf(await shared.organisations())).toEqual([one.slug])
  })

  test('an ended session is neither listed nor switched to', async () => {
    await Promise.all([join(one, password), join(two, password)])
    const piet = browser()
    await piet.logIn(password, { tenant_slug: one.slug })
    const other = (await piet.organisations()).find(({ tenant }) => tenant.slug === two.slug)!
    await setUserDisabled(server.ctx, two.tenantId, byOperator, email, true)
    expect(slugsOf(await piet.organisations())).toEqual([one.slug])
    await expect(piet.switchTo(other.session_id)).rejects.toEqual(refusal(404, 'not_found'))
  })

  test('switching needs the token of the current session: other sites cannot cause it', async () => {
    await Promise.all([join(one, password), join(two, password)])
    const piet = browser()
    await piet.logIn(password, { tenant_slug: one.slug })
    const other = (await piet.organisations()).find(({ is_current }) => !is_current)!
    const cookie = [...piet.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await server.app.inject({
      method: 'POST',
      url: switchOrganisation.path,
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      payload: JSON.stringify({ session_id: other.session_id }),
    })
    expect(answer.statusCode).toBe(403)
  })

  test('changes of one’s own account stay in its tenant', async () => {
    await Promise.all([join(one, password), join(two, password)])
    const piet = browser()
    await piet.logIn(password, { tenant_slug: one.slug })
    await piet.call(changePassword, { body: { current_password: password, new_password: 'ten thousand pallets' } })
    expect((await piet.call(listSessions, {})).items).toHaveLength(1)
    expect(slugsOf(await piet.organisations())).toEqual([one.slug, two.slug].sort())
    await expect(browser().logIn(password, { tenant_slug: one.slug })).rejects.toEqual(refusal(401, 'unauthenticated'))
    await browser().logIn(password, { tenant_slug: two.slug })
  })
})
