import type { reportDriverPositions, setDriverPosition } from '@cartage/contract/doors/app/driver'
import { isShared, sharingWindow } from '@cartage/contract/doors/app/sharing'
import type { z } from 'zod'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { storeMeasured } from '../../telematics/receive.commands.ts'
import { removeConsent, saveConsent } from '../../telematics/sharing.store.ts'
import { readSharing } from '../../telematics/sharing.views.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { actTimes } from './act.rules.ts'
import { tripsOfDriver } from './day.views.ts'

/** The phone that sends a request. */
export interface FromPhone {
  tenantId: string
  linkId: string
  resourceId: string
  requestId: string
}

/** Source of positions from this page, in place of webhook credentials. */
const source = 'driver-page'

/** LINK-10: stores or revokes a driver's consent to share the phone's position; both are in the audit trail. */
export async function decideSharing(
  ctx: Context,
  { tenantId, linkId, resourceId, requestId }: FromPhone,
  decision: z.output<NonNullable<(typeof setDriverPosition)['body']>>,
): Promise<void> {
  const { is_on, decided_at, clock_offset_ms, sent_at } = decision
  const now = ctx.now().toISOString()
  const { happened_at } = actTimes({ happened_at: decided_at, clock_offset_ms }, sent_at, now)
  const agreedAt = happened_at < now ? happened_at : now
  const by: By = { actor: { kind: 'link', id: linkId }, requestId }
  await ctx.db.asTenant(tenantId, async (tx) => {
    const { is_allowed, agreed_at } = await readSharing(tx, resourceId)
    if (is_on && !is_allowed) throw notShared()
    if (is_on === (agreed_at !== null)) return
    await (is_on ? saveConsent(tx, resourceId, linkId, agreedAt) : removeConsent(tx, resourceId))
    const [before, after] = [{ shares_position: !is_on }, { shares_position: is_on }]
    await recordChanges(tx, by, [{ entity_type: 'resource', entity_id: resourceId, action: 'updated', before, after }])
  })
}

/**
 * LINK-11: stores positions of a driver's phone, like measurements of any device; positions from before the consent or
 * outside of the driver's trips are left out.
 * @returns number of positions stored
 * @throws Problem state_conflict without the consent of the driver, or where the organisation does not accept them
 */
export async function takePositions(
  ctx: Context,
  { tenantId, resourceId }: FromPhone,
  { sent_at, positions }: z.output<NonNullable<(typeof reportDriverPositions)['body']>>,
): Promise<number> {
  const received = ctx.now()
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [sharing, trips] = await Promise.all([readSharing(tx, resourceId), tripsOfDriver(tx, resourceId, received)])
    if (!sharing.is_allowed || sharing.agreed_at === null) throw notShared()
    const agreed = Date.parse(sharing.agreed_at)
    const windows = trips.flatMap((trip) => windowOf(trip) ?? [])
    const data = positions.flatMap(({ recorded_at, clock_offset_ms, latitude, longitude, accuracy_m }) => {
      const given = { happened_at: recorded_at, clock_offset_ms }
      const { happened_at: timestamp, is_uncertain } = actTimes(given, sent_at, received.toISOString())
      const at = Date.parse(timestamp)
      return is_uncertain || at < agreed || !isShared(windows, at)
        ? []
        : [{ position: { timestamp, latitude, longitude, accuracy_m } }]
    })
    if (data.length > 0) await storeMeasured(ctx, tx, source, [{ resource_id: resourceId, data }])
    return data.length
  })
}

function windowOf({ stops }: TripState) {
  return sharingWindow(
    stops.map(({ planned_start_at, planned_end_at, actual_start_at, actual_end_at, status }) => ({
      ...{ planned_start_at, planned_end_at, arrived_at: actual_start_at, left_at: actual_end_at },
      is_cancelled: status === 'CANCELLED',
    })),
  )
}

function notShared(): Problem {
  return new Problem('state_conflict', {
    message: 'The driver does not share the position of the phone. The driver agrees to it on the own page.',
  })
}
