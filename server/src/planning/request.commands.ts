import type { Context } from '../context.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { newTripName } from '../trips/names.commands.ts'
import { findActivity } from './facts/views.ts'
import type { Target } from './rules.ts'

/** The target of a request. */
interface RequestTarget {
  dry_run?: boolean | undefined
  trip_id?: string | undefined
  new_trip?:
    | {
        name?: string | undefined
        planning_group_id?: string | null | undefined
        note?: string | undefined
        resource_ids?: string[] | undefined
      }
    | undefined
}

/**
 * The trip that stops go to. A new one gets its id and name here, before the transaction that makes it; a dry run takes
 * no number.
 * @throws Problem validation_failed when both a trip and a new one are named
 */
export async function asTarget(ctx: Context, tenantId: string, given: RequestTarget): Promise<Target> {
  const { trip_id, new_trip, dry_run } = given
  if (trip_id !== undefined && new_trip) {
    const message = 'cannot be sent together with trip_id'
    throw new Problem('validation_failed', { errors: [errorItem('new_trip', message, 'new_trip')] })
  }
  if (trip_id !== undefined) return { trip_id }
  const name = new_trip?.name ?? (dry_run ? 'New trip' : await newTripName(ctx, tenantId))
  const { planning_group_id = null, note = '', resource_ids = [] } = new_trip ?? {}
  return { trip_id: ctx.newId(), new_trip: { name, planning_group_id, note, resource_ids } }
}

/**
 * What happens at a stop of its own.
 * @throws Problem validation_failed when the custom activity is unknown, or nothing says what happens
 */
export async function asActivity(
  ctx: Context,
  tenantId: string,
  given: { custom_activity?: string | undefined; activity_label?: string | undefined },
): Promise<{ activity: string | null; activity_label: string }> {
  const { custom_activity: code, activity_label: label } = given
  if (code === undefined) return { activity: 'CUSTOM', activity_label: label ?? 'Stop' }
  const known = await ctx.db.asTenant(tenantId, (tx) => findActivity(tx, code))
  if (!known) {
    const message = 'is not a custom activity of this tenant: check the code in the settings'
    throw new Problem('validation_failed', {
      errors: [errorItem('custom_activity', message, 'unknown_custom_activity')],
    })
  }
  return { activity: known.code, activity_label: label ?? known.label }
}
