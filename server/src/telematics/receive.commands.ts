import type { TrackingUpdateData } from '@cartage/contract/inbound/tracking-update'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { togetherOrApart } from '../jobs/together.ts'
import { keepSamples } from '../positions/jobs.ts'
import { acceptedRange, samplesOf } from '../positions/samples.rules.ts'
import { readPositionFacts } from '../positions/settings.views.ts'
import { followTemperatures } from '../temperatures/commands.ts'
import { findTenantFacts } from '../tenants/settings/views.ts'
import { followPositions } from '../trips/eta/commands.ts'
import { type Reading, vehicleOf } from './readings.rules.ts'
import { readForwardToken } from './rules.ts'
import { bindSources, type KnownSource, noteReceived, type SourceRow, saveSources, saveToken } from './store.ts'
import { readForward } from './traccar.rules.ts'
import { findToken, listVehicles, liveResources } from './views.ts'
import { lastOf } from './webhook.rules.ts'

/** Data received from a vehicle. */
interface Heard {
  resource_id: string
  data: readonly TrackingUpdateData[]
}

/**
 * TELE-4: stores the readings of devices, matches them to vehicles, and stores the positions and measurements of those.
 * An error of one vehicle does not affect the others (EACH-3).
 */
export async function takeReadings(
  ctx: Context,
  tenantId: string,
  connectionId: string,
  readings: readonly Reading[],
): Promise<void> {
  if (readings.length === 0) return
  const known = await ctx.db.asTenant(tenantId, (tx) => saveSources(tx, connectionId, readings.map(rowOf)))
  const vehicles = await ctx.db.asTenant(tenantId, (tx) => matchSources(tx, connectionId, known))
  const heard = readings.flatMap(({ source_id, data }): Heard[] => {
    const resource_id = vehicles.get(source_id)
    return resource_id === undefined || data.length === 0 ? [] : [{ resource_id, data }]
  })
  await togetherOrApart(
    heard,
    (some) => ctx.db.asTenant(tenantId, (tx) => storeMeasured(ctx, tx, connectionId, some)),
    ({ resource_id }, err) =>
      ctx.log.error({ err, tenant_id: tenantId, resource_id }, 'positions of a vehicle could not be stored'),
  )
}

function rowOf({ data, ...source }: Reading): SourceRow {
  return { ...source, ...lastOf({ ...source, data }) }
}

/** TELE-5: a manual assignment takes precedence over automatic matching. */
async function matchSources(tx: Tx, connectionId: string, known: readonly KnownSource[]): Promise<Map<string, string>> {
  const live = await liveResources(
    tx,
    known.flatMap(({ resource_id }) => resource_id ?? []),
  )
  const settled = known.filter(({ resource_id }) => resource_id !== null && live.has(resource_id))
  const open = known.filter((one) => !settled.includes(one) && !one.is_chosen)
  const vehicles = open.length === 0 ? [] : await listVehicles(tx)
  const found = open.map((source) => ({
    source_id: source.source_id,
    resource_id: vehicleOf(source, vehicles) ?? null,
  }))
  await bindSources(tx, connectionId, found)
  return new Map(
    [...settled, ...found].flatMap(({ source_id, resource_id }) =>
      resource_id === null ? [] : [[source_id, resource_id]],
    ),
  )
}

/** Stores each measurement of vehicles once, except future ones and those past the retention period. */
export async function storeMeasured(
  ctx: Context,
  tx: Tx,
  connectionId: string,
  heard: readonly Heard[],
): Promise<void> {
  const facts = await readPositionFacts(tx)
  const range = acceptedRange(ctx.now().getTime(), ctx.config.position_retention_days)
  const samples = heard.flatMap(({ resource_id, data }) =>
    data.flatMap((one) => samplesOf(resource_id, one, range).samples),
  )
  await followPositions(ctx, tx, await keepSamples(tx, facts, samples, connectionId))
  await followTemperatures(ctx, tx, samples)
  tx.afterCommit(() => ctx.wake('positions'))
}

/**
 * Accepts a position forwarded by Traccar.
 * @param authorization the header with the token of the connection
 * @throws Problem unauthenticated
 */
export async function takeForward(ctx: Context, authorization: string | undefined, body: unknown): Promise<void> {
  const token = readForwardToken(authorization)
  if (token === undefined) throw new Problem('unauthenticated')
  const { tenantId, connectionId, secret } = token
  const isPaused = await ctx.db.asTenant(tenantId, async (tx) => {
    const [facts, row] = await Promise.all([findTenantFacts(tx), findToken(tx, connectionId)])
    if (!facts || !row?.token_digest || !ctx.vault.isDigest(secret, row.token_digest))
      throw new Problem('unauthenticated')
    if (ctx.vault.isOld(row.token_digest)) await saveToken(tx, connectionId, ctx.vault.digest(secret))
    if (!row.is_paused) await noteReceived(tx, connectionId)
    return row.is_paused
  })
  const reading = readForward(body)
  if (!isPaused && reading) await takeReadings(ctx, tenantId, connectionId, [reading])
}
