import type { Charge, OverrideMember } from '@cartage/contract/charges/app/charge'
import { formatInstant } from '@cartage/contract/scalars'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { markDue } from '../../rates/store.ts'
import type { ChargeRow } from '../record/store.ts'
import { findShownCharges } from '../shown.views.ts'
import type { DeskCall } from './add.commands.ts'
import { isRated, type SetValues, withoutOverrides, withValues } from './values.rules.ts'
import { checkMayWrite } from './who.rules.ts'
import { actorOf, checkVersion, lockWithSubjects, writeChanged } from './write.commands.ts'

/** A charge in the version that the screen shows. */
export interface SeenCharge {
  readonly charge_id: string
  readonly version?: number | undefined
}

/**
 * Sets values of a charge: edits manual charges, overrides rated ones (CHARGE-32).
 * @throws Problem not_found, role_missing, charge_changed, charge_invoiced, validation_failed
 */
export async function changeCharge(ctx: Context, call: DeskCall, seen: SeenCharge, values: SetValues): Promise<Charge> {
  const by = { id: actorOf(call.by), at: formatInstant(ctx.now()) }
  return await change(ctx, call, seen, (charge) => withValues(charge, values, by))
}

/**
 * Removes overrides, so that rating sets the current values (CHARGE-32).
 * @throws Problem not_found, role_missing, charge_changed, charge_invoiced, state_conflict
 */
export async function removeOverrides(
  ctx: Context,
  call: DeskCall,
  seen: SeenCharge,
  members: readonly OverrideMember[],
): Promise<Charge> {
  return await change(ctx, call, seen, (charge) => withoutOverrides(charge, members))
}

async function change(
  ctx: Context,
  { caller, by }: DeskCall,
  { charge_id, version }: SeenCharge,
  decide: (charge: ChargeRow) => ChargeRow,
): Promise<Charge> {
  return await ctx.db.asTenant(caller.tenantId, async (tx) => {
    const { charges } = await lockWithSubjects(tx, [charge_id])
    const before = charges[0]!
    checkMayWrite(caller, before)
    checkVersion(before, version)
    const after = decide(before)
    await writeChanged(tx, by, [before], [after])
    if (isRated(before)) await rateAgain(tx, before)
    return (await findShownCharges(tx, [charge_id]))[0]!
  })
}

/** Queues a rating, since percentages depend on other charges. */
async function rateAgain(tx: Tx, { side, order_id, trip_id }: ChargeRow): Promise<void> {
  const subject_type = side === 'SALES' || trip_id === null ? ('ORDER' as const) : ('TRIP' as const)
  const subject_id = subject_type === 'ORDER' ? order_id : trip_id
  if (subject_id !== null) await markDue(tx, [{ subject_type, subject_id }], 'charge changed')
}
