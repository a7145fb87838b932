import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person at the provider. */
export interface PersonThere {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** A real OpenID Connect provider on this machine, with one registered client. */
export interface TestProvider {
  issuer: string
  client_id: string
  client_secret: string
  /** The current person at the browser: the provider's page signs this person in when opened. */
  person: PersonThere
  /** Signs in at the address a browser was sent to, and returns the query of the callback. */
  answerTo(url: string): Promise<string>
  close(): Promise<void>
}

/**
 * Starts a provider.
 * @param redirectUri callback address
 * @param hasPage whether its page waits for a press on its button; otherwise people are signed in at once
 */
export async function startProvider(redirectUri: string, { hasPage = false } = {}): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'cartage', client_secret: 'a secret of tests & others+' }
  const known: TestProvider = {
    issuer,
    ...client,
    person: { sub: 'no one' },
    answerTo: (url) => follow(url, redirectUri),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...known.person, sub: accountId }) }),
    // Requires no consent: the organisation has given it.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  })
  const serveProvider = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void serveProvider(request, response)
    if (hasPage && request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      return void response.end(
        `<!doctype html><title>Directory</title><form method="post"><button>Continue as ${known.person.name}</button></form>`,
      )
    }
    const login = { accountId: known.person.sub, amr: ['pwd', 'mfa'] }
    void provider.interactionFinished(request, response, { login })
  })
  return known
}

/** Follows redirects with the received cookies, until one leads to the callback. */
async function follow(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`The provider stopped with ${response.status}: ${await response.text()}`)
    url = new URL(next, url).href
    if (url.startsWith(redirectUri)) return new URL(url).search.slice(1)
  }
  throw new Error('The provider sends people in a circle.')
}
