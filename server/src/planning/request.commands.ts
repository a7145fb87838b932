import type { ReadCommand } from '@cartage/contract/planning/app/commands'
import type { Context } from '../context.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { newTripName } from '../trips/names.commands.ts'
import { findActivity } from './facts/views.ts'
import type { AssigningCommand, PlanningCommand, Target } from './rules.ts'

/**
 * The command to decide, from the request of a person.
 * @throws Problem validation_failed when both a trip and a new one are named, or a custom activity is unknown
 */
export async function asCommand(
  ctx: Context,
  tenantId: string,
  given: ReadCommand,
  isDry: boolean,
): Promise<PlanningCommand> {
  switch (given.kind) {
    case 'PLAN':
    case 'MOVE':
    case 'SPLIT':
    case 'PLACE':
      return await asAssigning(ctx, tenantId, given, isDry)
    case 'INSERT_STOP': {
      const { custom_activity, activity_label, ...rest } = given
      return { ...rest, ...(await asActivity(ctx, tenantId, { custom_activity, activity_label })) }
    }
    default:
      return given
  }
}

/**
 * The same for a command that gives a trip its resources.
 * @throws Problem validation_failed when both a trip and a new one are named
 */
export async function asAssigning(
  ctx: Context,
  tenantId: string,
  given: Extract<ReadCommand, { kind: AssigningCommand['kind'] }>,
  isDry: boolean,
): Promise<AssigningCommand> {
  if (given.kind === 'PLACE') return given
  const { trip_id, new_trip, ...rest } = given
  return { ...rest, target: await asTarget(ctx, tenantId, { trip_id, new_trip }, isDry) }
}

/**
 * The target trip of stops. A new one gets its id and name here, before the transaction that creates it; a dry run
 * takes no number.
 */
export async function asTarget(
  ctx: Context,
  tenantId: string,
  { trip_id, new_trip }: Pick<Extract<ReadCommand, { kind: 'PLAN' }>, 'trip_id' | 'new_trip'>,
  isDry = false,
): Promise<Target> {
  if (trip_id !== undefined && new_trip) {
    const message = 'cannot be sent together with trip_id'
    throw new Problem('validation_failed', { errors: [errorItem('new_trip', message, 'new_trip')] })
  }
  if (trip_id !== undefined) return { trip_id }
  const name = new_trip?.name ?? (isDry ? 'New trip' : await newTripName(ctx, tenantId))
  const { planning_group_id = null, note = '', resource_ids = [] } = new_trip ?? {}
  return { trip_id: ctx.newId(), new_trip: { name, planning_group_id, note, resource_ids } }
}

/** The activity of a stop without an order. */
async function asActivity(
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
