import {
  confirmProviderSignIn,
  type OfferedProvider,
  openProvider,
  takeProviderAnswer,
} from '@cartage/contract/auth/app/provider-sign-in'
import { addSignInProvider, type NewSignInProvider } from '@cartage/contract/auth/app/providers'
import { listOrganisations, login } from '@cartage/contract/auth/app/session'
import { type Call, client } from '@cartage/contract/client'
import type { UserRole } from '@cartage/contract/endpoint'
import { byOperator } from '../audit/rules.ts'
import { createUser } from '../auth/users/commands.ts'
import { readConfig } from '../config.ts'
import { allowLoopback } from '../net/loopback.ts'
import { createNet } from '../net/requests.ts'
import { startProvider } from './openid-provider.ts'
import { startTestServer } from './start-test-server.ts'
import { injectedFetch, type TestTenant } from './test-tenant.ts'

/** The password of all users of this world. */
export const password = 'a lorry full of tulips'

/** A server with real network access, and a provider on this machine. */
export async function startProviderWorld() {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://tms.example' })
  const base = await startTestServer({ config })
  const server = await startTestServer({ config, db: base.ctx.db, net: createNet(config, base.ctx.db) })
  const peer = await startProvider('https://tms.example/login/provider')
  let count = 0

  /** Provider settings as entered by a Super admin. */
  const facts = (domain: string, more: Partial<NewSignInProvider> = {}): NewSignInProvider => {
    const { issuer, client_id, client_secret } = peer
    const marks = { trusts_addresses: false, is_only_way: false, counts_as_second_factor: false, new_user_role: null }
    return { label: 'Directory', issuer, client_id, client_secret, domains: [domain], ...marks, ...more }
  }

  return {
    server,
    peer,
    facts,
    /** A tenant that may reach this machine, and its Super admin. */
    async tenant() {
      const tenant = await server.tenant()
      await allowLoopback(server.ctx.db, tenant.tenantId, true)
      return { ...tenant, admin: await tenant.user('SUPER_ADMIN') }
    },
    /** A domain unique to the test, and a person of it as the current one at the provider. */
    domain(): string {
      count += 1
      const domain = `d${count}.example`
      peer.person = { sub: `piet-${count}`, email: `Piet@${domain}`, email_verified: true, name: 'Piet' }
      return domain
    },
    add: async (admin: Call, domain: string, more: Partial<NewSignInProvider> = {}) =>
      (await admin(addSignInProvider, { body: facts(domain, more) })).provider_id,
    person: ({ tenantId }: TestTenant, email: string, role: UserRole = 'PLANNER') =>
      createUser(server.ctx, tenantId, byOperator, { email, name: 'Piet', role, password }),
    browser: () => createBrowser(injectedFetch(server.app), peer.answerTo),
    async close() {
      await peer.close()
      await server.close()
      await base.close()
    },
  }
}

/** A browser on the login page: stores received cookies. */
function createBrowser(send: typeof fetch, answerTo: (url: string) => Promise<string>) {
  const cookies = new Map<string, string>()
  let csrf = ''
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
  type Leaving = { email?: string; return_to?: string; keeps_session?: boolean }
  const leave = async (provider_id: OfferedProvider['provider_id'], more: Leaving = {}) =>
    (await call(openProvider, { body: { provider_id, ...more } })).url
  const come = async (answer: string) => {
    const opened = await call(takeProviderAnswer, { body: { answer } })
    csrf = opened.session.csrf_token
    return opened
  }
  return {
    cookies,
    call,
    /** Goes to the provider: returns the address of the redirect. */
    leave,
    /** Returns from the provider. */
    come,
    signIn: async (providerId: string, more: Leaving = {}) => come(await answerTo(await leave(providerId, more))),
    async enterCode(code: string) {
      const opened = await call(confirmProviderSignIn, { body: { code } })
      csrf = opened.session.csrf_token
      return opened
    },
    async logIn(email: string, more: { tenant_slug?: string; keeps_session?: boolean } = {}) {
      const session = await call(login, { body: { email, password, ...more } })
      csrf = session.csrf_token
      return session
    },
    async organisations() {
      const { items } = await call(listOrganisations, {})
      return items.map(({ tenant }) => tenant.tenant_id).sort()
    },
  }
}
