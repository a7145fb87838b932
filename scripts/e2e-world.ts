// Starting point of browser tests and web measurements: a tenant with a sample world.
import { setTimeout as sleep } from 'node:timers/promises'
import { startSimulation } from '../contract/src/app/simulation.ts'
import { client } from '../contract/src/client.ts'
import { basicOf, openSession, type Scratch, type TenantFacts } from './scratch.ts'

const longestMs = 300_000
/** The simulation starts this long ago, and catches up within some minutes. */
const livedBeforeMs = 6 * 3_600_000
const catchesUpAt = 60

/**
 * Creates a tenant with the sample world on a scratch server and waits until it is complete.
 * @param flags additional flags of `cartage tenant create`
 * @throws if it takes more than five minutes
 */
export async function createSampleTenant(
  scratch: Scratch,
  slug: string,
  ...flags: readonly string[]
): Promise<TenantFacts> {
  // The command line needs the server's port, for the receiver of the sample world.
  scratch.env.PORT = new URL(scratch.baseUrl).port
  const tenant = await scratch.createTenant(slug, '--no-limits', '--demo', '--sample', ...flags)
  const cookie = await signIn(scratch.baseUrl, tenant.user)
  const deadline = Date.now() + longestMs
  while (Date.now() < deadline) {
    const answer = await fetch(`${scratch.baseUrl}/app/sample-data`, { headers: { cookie } })
    const state = (await answer.json()) as { is_loading: boolean; is_offered: boolean }
    if (answer.ok && !state.is_loading && !state.is_offered) return tenant
    await sleep(300)
  }
  throw new Error(`the sample world was not complete within ${longestMs / 1_000} s:\n${scratch.log()}`)
}

/** Session cookie after signing in. */
export async function signIn(baseUrl: string, user: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${baseUrl}/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ')
}

/** Creates a user for each role on the command line. */
export async function createLogins(scratch: Scratch, slug: string): Promise<Record<string, unknown>> {
  const logins: Record<string, unknown> = {}
  for (const role of ['PLANNER', 'ORDER_ENTRY', 'ACCOUNTANT', 'VIEWER']) {
    const email = `${role.toLowerCase().replace('_', '-')}@${slug}.example`
    logins[role] = JSON.parse(await scratch.cartage('user', 'create', slug, email, '--role', role, '--json'))
  }
  return logins
}

/** Starts the simulation of a tenant: events of the last hours are reported within minutes, then current ones. */
export async function bringToLife(baseUrl: string, tenant: TenantFacts): Promise<void> {
  const from_at = new Date(Date.now() - livedBeforeMs).toISOString()
  const call = client(baseUrl, await openSession(baseUrl, tenant))
  await call(startSimulation, { body: { speed: catchesUpAt, from_at } })
}

/** Reports unknown stops, as partners occasionally do, so that the inbox has items. */
export async function reportUnknownStops(baseUrl: string, tenant: TenantFacts): Promise<void> {
  const authorization = basicOf(tenant.webhook_credentials)
  for (const id of ['5f1c2f7e-0f5d-4a87-9a53-3a5c1de0b7a1', '8b0f7c02-6a3e-4c1f-8a57-1f2d6f0e9c44']) {
    const updates = [{ event_time: new Date().toISOString(), stop: { id, status: 'COMPLETED' } }]
    const answer = await fetch(`${baseUrl}/v1/webhook/subco-status-update`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ updates }),
    })
    if (!answer.ok) throw new Error(`the webhook answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Reads the event log as another system, slightly more often than the limits allow. */
export async function readTooOften(baseUrl: string, tenant: TenantFacts): Promise<void> {
  const authorization = basicOf(tenant.api_client)
  const answer = await fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', headers: { authorization } })
  if (!answer.ok) throw new Error(`the token was answered ${answer.status}: ${await answer.text()}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  const read = () => fetch(`${baseUrl}/v1/events`, { headers: { authorization: `Bearer ${access_token}` } })
  for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 5 }, read))
}
