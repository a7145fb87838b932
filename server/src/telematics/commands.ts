import { TrackingUpdatePositionData } from '@cartage/contract/inbound/tracking-update'
import type { NewTelematicsConnection } from '@cartage/contract/positions/app/connections'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { updateDriverPositions } from '../tenants/store.ts'
import { storeMeasured } from './receive.commands.ts'
import {
  type ConnectionFacts,
  checkConnection,
  forwardToken,
  invalid,
  keepsSecret,
  mostConnections,
  tooManyConnections,
} from './rules.ts'
import {
  type ConnectionRow,
  chooseVehicle,
  connectionForUpdate,
  deleteConnection,
  insertConnection,
  saveToken,
  updateConnection,
} from './store.ts'
import { countConnections, liveResources } from './views.ts'

/** Reference to a connection in the audit trail. */
function about(connectionId: string) {
  return { entity_type: 'telematics_connection', entity_id: connectionId }
}

function placeOf(tenantId: string, connectionId: string): string {
  return `${tenantId}|telematics_connection|secret_sealed|${connectionId}`
}

/** The decrypted secret of a connection; null without one. */
export function openSecret(ctx: Context, tenantId: string, row: ConnectionRow): string | null {
  return row.secret_sealed && ctx.vault.open(row.secret_sealed, placeOf(tenantId, row.connection_id)).toString()
}

function shown({ secret_sealed: _, token_digest: _digest, connection_id: _id, ...facts }: ConnectionRow) {
  return facts
}

/** Rejects an address in a forbidden network when it is entered, as for an endpoint (NET-2). */
async function checkReachable(ctx: Context, tenantId: string, facts: ConnectionFacts): Promise<void> {
  for (const member of ['base_url', 'token_url'] as const) {
    const url = facts[member]
    const message = url === null ? null : await ctx.net.refusal(url, { tenant_id: tenantId })
    if (message !== null) throw invalid(member, message)
  }
}

function newSecret(ctx: Context): string {
  return ctx.randomBytes(32).toString('base64url')
}

/**
 * Adds a connection, polled at once if it has an address.
 * @returns its id and, for Traccar only, the token for forwarding positions
 * @throws Problem validation_failed; state_conflict when the maximum number is reached
 */
export async function addConnection(
  ctx: Context,
  tenantId: string,
  by: By,
  { secret, ...facts }: NewTelematicsConnection,
): Promise<{ connection_id: string; token: string | null }> {
  checkConnection(facts, secret !== undefined)
  await checkReachable(ctx, tenantId, facts)
  const connection_id = ctx.newId()
  const forward = facts.kind === 'TRACCAR' ? newSecret(ctx) : null
  const row: ConnectionRow = {
    ...{ ...facts, connection_id, token_digest: forward === null ? null : ctx.vault.digest(forward) },
    secret_sealed: secret === undefined ? null : ctx.vault.seal(Buffer.from(secret), placeOf(tenantId, connection_id)),
  }
  await ctx.db.asTenant(tenantId, async (tx) => {
    if ((await countConnections(tx)) >= mostConnections) throw tooManyConnections()
    await insertConnection(tx, row)
    await recordChanges(tx, by, [{ ...about(connection_id), action: 'created', before: null, after: shown(row) }])
  })
  return { connection_id, token: forward && forwardToken({ tenantId, connectionId: connection_id, secret: forward }) }
}

/**
 * Changes a connection. Without a new secret the current one stays, unless it would be sent to another address.
 * @throws Problem not_found, validation_failed
 */
export async function changeConnection(
  ctx: Context,
  tenantId: string,
  by: By,
  connectionId: string,
  { secret, ...given }: Omit<NewTelematicsConnection, 'kind'>,
): Promise<void> {
  await checkReachable(ctx, tenantId, { ...given, kind: 'TRACCAR' })
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await connectionForUpdate(tx, connectionId)
    if (before === undefined) throw new Problem('not_found')
    const facts: ConnectionFacts = { ...given, kind: before.kind }
    const stays = secret === undefined && keepsSecret(before, facts)
    checkConnection(facts, secret !== undefined || (stays && before.secret_sealed !== null))
    const sealed = secret === undefined ? null : ctx.vault.seal(Buffer.from(secret), placeOf(tenantId, connectionId))
    const after: ConnectionRow = { ...before, ...facts, secret_sealed: stays ? before.secret_sealed : sealed }
    await updateConnection(tx, after)
    const changed = { ...about(connectionId), before: { ...shown(before) }, after: { ...shown(after) } }
    const rotated = { ...about(connectionId), action: 'rotated' as const, before: null, after: null }
    await recordChanges(tx, by, [{ ...changed, action: 'updated' }, ...(sealed === null ? [] : [rotated])])
  })
}

/**
 * Removes a connection; positions it has sent stay.
 * @throws Problem not_found
 */
export async function removeConnection(ctx: Context, tenantId: string, by: By, connectionId: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await connectionForUpdate(tx, connectionId)
    if (before === undefined) throw new Problem('not_found')
    await deleteConnection(tx, connectionId)
    await recordChanges(tx, by, [
      { ...about(connectionId), action: 'deleted', before: { ...shown(before) }, after: null },
    ])
  })
}

/**
 * Issues a token for forwarding positions; the old one becomes invalid.
 * @throws Problem not_found
 */
export async function rotateToken(
  ctx: Context,
  tenantId: string,
  by: By,
  connectionId: string,
): Promise<{ connection_id: string; token: string }> {
  const secret = newSecret(ctx)
  await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await saveToken(tx, connectionId, ctx.vault.digest(secret)))) throw new Problem('not_found')
    await recordChanges(tx, by, [{ ...about(connectionId), action: 'rotated', before: null, after: null }])
  })
  return { connection_id: connectionId, token: forwardToken({ tenantId, connectionId, secret }) }
}

/**
 * Assigns a device to a vehicle (TELE-5); its last data is stored for that vehicle at once.
 * @throws Problem not_found when the device or vehicle does not exist
 */
export async function setVehicle(
  ctx: Context,
  tenantId: string,
  by: By,
  chosen: { connectionId: string; sourceId: string; resourceId: string | null },
): Promise<void> {
  const { connectionId, sourceId, resourceId } = chosen
  await ctx.db.asTenant(tenantId, async (tx) => {
    const live = await liveResources(tx, resourceId === null ? [] : [resourceId])
    if (resourceId !== null && !live.has(resourceId)) throw new Problem('not_found')
    const row = await chooseVehicle(tx, chosen)
    if (row === undefined) throw new Problem('not_found')
    const position = row.is_position ? TrackingUpdatePositionData.safeParse(row.doc).data : undefined
    if (resourceId !== null && position) {
      await storeMeasured(ctx, tx, connectionId, [{ resource_id: resourceId, data: [{ position }] }])
    }
    const after = { source_id: sourceId, resource_id: resourceId }
    await recordChanges(tx, by, [{ ...about(connectionId), action: 'updated', before: { source_id: sourceId }, after }])
  })
}

/** Sets whether drivers may share the position of their phone. */
export async function allowSharing(tx: Tx, by: By, isAllowed: boolean): Promise<void> {
  if (!(await updateDriverPositions(tx, isAllowed))) return
  const [before, after] = [{ driver_positions: !isAllowed }, { driver_positions: isAllowed }]
  await recordChanges(tx, by, [{ entity_type: 'tenant', entity_id: tx.tenantId, action: 'updated', before, after }])
}
