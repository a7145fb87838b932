import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@cartage/contract'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import { createToken } from '@cartage/contract/auth/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { byOperator } from '../../audit/rules.ts'
import { createClient, removeClient } from '../../auth/clients/commands.ts'
import type { ShownSecret } from '../../auth/clients/secrets.commands.ts'
import { hashOf } from '../../auth/sessions/held.commands.ts'
import { cookieName } from '../../auth/sessions/rules.ts'
import { deleteSession, insertSession } from '../../auth/sessions/store.ts'
import { createUser } from '../../auth/users/commands.ts'
import type { Context } from '../../context.ts'
import { createTenant } from '../../tenants/commands.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { type Breach, breachIn, comparable, type Probe, type ProbeAnswer, probesOf, tablesOf } from './rules.ts'
import { findCanaryUser, findForeign } from './views.ts'

/** The tenant of the canary, without records or logins. */
export const canarySlug = 'cartage-canary'
const canaryEmail = 'canary@cartage.invalid'
const clientName = 'Canary'

const probes = probesOf([...Object.values(endpoints), ...Object.values(appEndpoints)])

/** Result of one run. */
export interface CanaryRun {
  /** Judged operations, and those without a record of another tenant yet. */
  judged: number
  without_record: number
  /** Failed operations, which allow no conclusion. */
  failed: readonly string[]
  breaches: readonly Breach[]
}

/** Options of a run. */
export interface CanaryOptions {
  /** Pause between two operations, in milliseconds, so that other work is not affected. */
  restMs: number
  /** Ends the run early with the results so far. */
  signal?: AbortSignal
  /** Called for each breach at once. */
  onBreach?: (breach: Breach) => void
}

/** A canary with its own client, until it is closed. */
export interface Canary {
  /**
   * Tries to read records of other tenants, through the whole server, with a client and a user of its own tenant
   * (OPS-24). It writes only a session, which ends with the run.
   * @throws errors of the database
   */
  run(options: CanaryOptions): Promise<CanaryRun>
  /** Removes its client. */
  close(): Promise<void>
}

/** Prepares a canary: its tenant and user are created the first time, its client each time. */
export async function openCanary(ctx: Context, app: FastifyInstance): Promise<Canary> {
  const tenantId = await canaryTenant(ctx)
  const userId = await canaryUser(ctx, tenantId)
  const roles = ['API_ORDER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP'] as const
  const client = await createClient(ctx, tenantId, byOperator, { name: clientName, roles })
  return {
    async run(options) {
      const bearer = await tokenOf(app, client)
      return await withSession(ctx, { tenantId, userId }, (cookie) =>
        tryAll(ctx, app, tenantId, { ...options, headersFor: ({ auth }) => (auth === 'bearer' ? bearer : cookie) }),
      )
    },
    close: () => removeClient(ctx, tenantId, byOperator, client.client_id),
  }
}

type Headers = Record<string, string>

async function tryAll(
  ctx: Context,
  app: FastifyInstance,
  tenantId: string,
  options: CanaryOptions & { headersFor: (endpoint: Endpoint) => Headers },
): Promise<CanaryRun> {
  const { byTable, tenants } = await findForeign(ctx, tenantId, tablesOf(probes))
  const foreign = [...byTable.values(), ...tenants]
  const found = { judged: 0, without_record: 0, failed: [] as string[], breaches: [] as Breach[] }
  for (const probe of probes) {
    if (options.signal?.aborted) break
    const id = probe.parameter && byTable.get(probe.parameter.names.table)
    if (probe.parameter && id === undefined) {
      found.without_record += 1
      continue
    }
    const attempt = { ctx, app, headers: options.headersFor(probe.endpoint), id, foreign }
    const outcome = await tryOne(probe, attempt)
    if (outcome === 'failed') found.failed.push(probe.endpoint.id)
    else found.judged += 1
    if (typeof outcome === 'object') {
      found.breaches.push(outcome)
      options.onBreach?.(outcome)
    }
    await sleep(options.restMs, undefined, { signal: options.signal }).catch(() => {})
  }
  return found
}

interface Attempt {
  ctx: Context
  app: FastifyInstance
  headers: Headers
  /** Record of another tenant; undefined if the path has none. */
  id: string | undefined
  foreign: readonly string[]
}

async function tryOne(
  { endpoint, parameter }: Probe,
  { ctx, app, headers, id, foreign }: Attempt,
): Promise<Breach | 'failed' | 'held'> {
  const { id: operation, path } = endpoint
  const ask = async (record: string): Promise<ProbeAnswer> => {
    const url = parameter ? path.replace(`{${parameter.name}}`, record) : path
    const { statusCode, body } = await app.inject({ method: 'GET', url, headers })
    return { status: statusCode, text: comparable(body, record) }
  }
  const answer = await ask(id ?? '')
  const unknown = id === undefined ? undefined : await ask(ctx.newId())
  if (isFault(answer) || (unknown && isFault(unknown))) return 'failed'
  const others = foreign.filter((one) => one !== id)
  const what = breachIn(answer, unknown, others)
  return what === undefined ? 'held' : { operation, path, what }
}

/** Answers that allow no conclusion. */
function isFault({ status }: ProbeAnswer): boolean {
  return status >= 500 || status === 401 || status === 429
}

/** The tenant of the canary, created if missing. */
async function canaryTenant(ctx: Context): Promise<string> {
  const find = async () => (await listTenants(ctx)).find(({ slug }) => slug === canarySlug)?.tenant_id
  const known = await find()
  if (known !== undefined) return known
  const created = await createTenant(ctx, { slug: canarySlug, name: 'Canary', limits: 'none' }).catch(async (error) => {
    // Another process created it first.
    const theirs = await find()
    if (theirs === undefined) throw error
    return { tenantId: theirs }
  })
  return created.tenantId
}

async function tokenOf(app: FastifyInstance, { client_id, client_secret }: ShownSecret): Promise<Headers> {
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  const answer = await app.inject({ method: createToken.method, url: createToken.path, headers: { authorization } })
  const { access_token } = answer.json() as { access_token?: string }
  if (access_token === undefined) throw new Error(`the canary got no token: ${answer.statusCode}`)
  return { authorization: `Bearer ${access_token}` }
}

/** Runs the work with a session, and ends the session. */
async function withSession<T>(
  ctx: Context,
  { tenantId, userId }: { tenantId: string; userId: string },
  work: (headers: Headers) => Promise<T>,
): Promise<T> {
  const cookie = ctx.randomBytes(32).toString('base64url')
  const token_hash = hashOf(cookie)
  const csrf_token = ctx.randomBytes(32).toString('base64url')
  // The server itself authenticates its canary, even where users need a second factor.
  const facts = { token_hash, user_id: userId, csrf_token, address: '', user_agent: clientName }
  const session = { ...facts, has_second_factor: true }
  await ctx.db.asTenant(tenantId, (tx) => insertSession(tx, session))
  try {
    return await work({ cookie: [true, false].map((isHttps) => `${cookieName(isHttps)}=${cookie}`).join('; ') })
  } finally {
    await ctx.db.asTenant(tenantId, (tx) => deleteSession(tx, token_hash))
  }
}

async function canaryUser(ctx: Context, tenantId: string): Promise<string> {
  const find = () => ctx.db.asTenant(tenantId, (tx) => findCanaryUser(tx, canaryEmail))
  const known = await find()
  if (known !== undefined) return known
  const request = { email: canaryEmail, name: clientName, role: 'SUPER_ADMIN' } as const
  const created = await createUser(ctx, tenantId, byOperator, request).catch(async (error) => {
    // Another process created it first.
    const theirs = await find()
    if (theirs === undefined) throw error
    return { user_id: theirs }
  })
  return created.user_id
}
