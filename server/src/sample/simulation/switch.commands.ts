import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { addSubscription, removeSubscription } from '../../deliveries/subscriptions/commands.ts'
import { Problem } from '../../http/problem.ts'
import { sampleReceiverPath, slowReceiver } from '../receiver.rules.ts'
import { isOwnMachine } from '../rules.ts'
import { receiversAt } from '../views.ts'
import { createAccess, openAccess, removeAccess, sealAccess } from './access.commands.ts'
import { setClock } from './clock.rules.ts'
import type { Scenario } from './plan.rules.ts'
import {
  deleteSimulation,
  insertSimulation,
  readSimulation,
  type SimulationRow,
  simulationForUpdate,
  writeClock,
} from './store.ts'
import { holdsSampleWorld } from './views.ts'

/** How many days in the past a simulation may start. */
const mostDaysAgo = 7
const day = 86_400_000

/** Options for starting a simulation. */
export interface StartRequest {
  driven_by: SimulationRow['driven_by']
  speed: number
  seed?: number | undefined
  scenarios?: readonly Scenario[] | undefined
  /** Start of its clock; absent: now. */
  from_at?: string | undefined
  /** Addresses of the server for the reports, in the order of attempts. */
  urls: readonly string[]
}

/**
 * Starts the simulation of a tenant, with separate credentials for each reporting party.
 * @throws Problem state_conflict without the sample world, or when it already runs; validation_failed for the time
 */
export async function startSimulation(ctx: Context, tenantId: string, by: By, request: StartRequest): Promise<void> {
  const now = ctx.now().getTime()
  const clock_at = request.from_at === undefined ? now : Date.parse(request.from_at)
  if (clock_at > now || clock_at < now - mostDaysAgo * day) {
    const message = 'The clock starts in the past, at most 7 days ago. Enter another time.'
    throw new Problem('validation_failed', { message })
  }
  const [isThere, known] = await ctx.db.asTenant(tenantId, (tx) =>
    Promise.all([holdsSampleWorld(tx), readSimulation(tx)]),
  )
  if (!isThere)
    throw new Problem('state_conflict', { message: 'Only the sample world can be simulated. Load it first.' })
  if (known) throw new Problem('state_conflict', { message: 'A simulation runs already. Remove it first.' })
  const url = await addressOf(ctx, tenantId, request.urls)
  const access = await createAccess(ctx, tenantId, by)
  const { driven_by, speed, seed = 1, scenarios = ['late-boxes', 'illness'] } = request
  const row = { seed, scenarios: [...scenarios], driven_by, speed, clock_at, set_at: now, url }
  const access_sealed = sealAccess(ctx, tenantId, access)
  const isFirst = await ctx.db.asTenant(tenantId, async (tx) => {
    const inserted = await insertSimulation(tx, { ...row, access_sealed })
    if (inserted) await note(tx, by, null, { speed, seed, driven_by })
    tx.afterCommit(() => ctx.wake('simulations'))
    return inserted
  })
  if (!isFirst) {
    await removeAccess(ctx, tenantId, by, access)
    throw new Problem('state_conflict', { message: 'A simulation runs already. Remove it first.' })
  }
  if (scenarios.includes('timeouts') && isOwnMachine(url)) {
    await addSubscription(ctx, tenantId, by, {
      name: 'Slow platform',
      url: `${url}${sampleReceiverPath}/${slowReceiver}`,
    })
  }
}

/** The first usable address for reports. */
async function addressOf(ctx: Context, tenantId: string, urls: readonly string[]): Promise<string> {
  const refusals = await Promise.all(urls.map((url) => ctx.net.refusal(url, { tenant_id: tenantId })))
  const chosen = urls.find((_, at) => refusals[at] === null)
  if (chosen !== undefined) return chosen
  const message =
    'Reports are sent to this server over HTTP, and its address is not allowed or not known. Set PUBLIC_URL.'
  throw new Problem('state_conflict', { message })
}

/**
 * Changes the speed, pauses or resumes; the clock continues from its current time.
 * @throws Problem not_found
 */
export async function changeSimulation(
  ctx: Context,
  tenantId: string,
  by: By,
  change: { speed?: number | undefined; is_paused?: boolean | undefined },
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const row = await simulationForUpdate(tx)
    if (!row) throw new Problem('not_found')
    const { speed = row.speed, is_paused = row.is_paused } = change
    const clock = setClock(row, { speed, is_paused }, ctx.now().getTime())
    await writeClock(tx, clock)
    await note(tx, by, { speed: row.speed, is_paused: row.is_paused }, { speed, is_paused })
    tx.afterCommit(() => ctx.wake('simulations'))
  })
}

/**
 * Ends the simulation: its credentials stop working at once. Reported data stays.
 * @throws Problem not_found
 */
export async function removeSimulation(ctx: Context, tenantId: string, by: By): Promise<void> {
  const row = await ctx.db.asTenant(tenantId, async (tx) => {
    const known = await simulationForUpdate(tx)
    if (!known) throw new Problem('not_found')
    await deleteSimulation(tx)
    await note(tx, by, { speed: known.speed, seed: known.seed, driven_by: known.driven_by }, null)
    return known
  })
  await removeAccess(ctx, tenantId, by, openAccess(ctx, tenantId, row.access_sealed))
  const slow = await ctx.db.asTenant(tenantId, (tx) => receiversAt(tx, `${sampleReceiverPath}/${slowReceiver}`))
  for (const { subscription_id } of slow) await removeSubscription(ctx, tenantId, by, subscription_id)
}

type Members = Record<string, unknown> | null

async function note(tx: Tx, by: By, before: Members, after: Members): Promise<void> {
  const about = { entity_type: 'tenant', entity_id: tx.tenantId, action: 'updated' } as const
  await recordChanges(tx, by, [{ ...about, before: { simulation: before }, after: { simulation: after } }])
}
