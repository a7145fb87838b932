import { strangeDevice } from '../../../seeds/planted.ts'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { addConnection } from '../telematics/commands.ts'
import { takeReadings } from '../telematics/receive.commands.ts'
import { listConnections } from '../telematics/views.ts'

/** A telematics connection with a device that matches no vehicle, visible on its page. Idempotent. */
export async function connectStrangeDevice(ctx: Context, tenantId: string, now: Date): Promise<void> {
  const { connection: name, reading, position } = strangeDevice
  const known = await ctx.db.asTenant(tenantId, (tx) => listConnections(tx, String))
  const found = known.find((one) => one.name === name)?.connection_key
  const facts = { kind: 'TRACCAR', name, base_url: null, sign_in: 'NONE', user_name: null, token_url: null } as const
  const connectionId =
    found ??
    (await addConnection(ctx, tenantId, byOperator, { ...facts, interval_seconds: 60, is_paused: false })).connection_id
  const timestamp = new Date(now.getTime() - 4 * 60_000).toISOString()
  await takeReadings(ctx, tenantId, connectionId, [{ ...reading, data: [{ position: { ...position, timestamp } }] }])
}
