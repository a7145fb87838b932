import type { ChargeApprovalInput } from '@cartage/contract/charges/endpoints'
import { msg } from '@cartage/contract/message'
import { formatInstant } from '@cartage/contract/scalars'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { getOrderRow } from '../../orders/record/row.views.ts'
import { type ChargeRow, chargesOfOrdersForUpdate } from '../record/store.ts'
import type { DeskCall } from './add.commands.ts'
import { approvalByClient, isShownToCustomer, outwardStatus } from './state.rules.ts'
import { actorOf, lockSubjects, writeChanged } from './write.commands.ts'

/**
 * Applies the decisions of an API client on charges of one order (CHG-3, CHARGE-34), all or none. Decisions without
 * effect are not written.
 * @throws Problem not_found, charge_unknown, charge_decided, charge_invoiced
 */
export async function decideCharges(
  ctx: Context,
  tx: Tx,
  { caller, by }: DeskCall,
  orderId: string,
  decisions: readonly ChargeApprovalInput[],
): Promise<void> {
  await getOrderRow(tx, orderId, caller.companyId)
  await lockSubjects(tx, [{ order_id: orderId, trip_id: null }])
  const isCustomer = caller.companyId !== null
  const charges = new Map(
    (await chargesOfOrdersForUpdate(tx, [orderId]))
      .filter((charge) => isOffered(charge, isCustomer))
      .map((charge) => [charge.charge_id, charge]),
  )
  checkKnown(decisions, charges)
  const at = formatInstant(ctx.now())
  const after = decisions.flatMap(({ id, approval_status, description }): ChargeRow[] => {
    const charge = charges.get(id)!
    const comment = description?.trim() || undefined
    const approval = approvalByClient(charge, { approval_status, comment, isCustomer })
    if (approval === undefined) return []
    const decision = { comment: comment ?? null, by: actorOf(by), at, amount: charge.amount }
    return [{ ...charge, approval, approval_decision: decision }]
  })
  await writeChanged(tx, by, [...charges.values()], after)
}

/** Whether a client may decide a charge: sales that it sees. */
function isOffered(charge: ChargeRow, isCustomer: boolean): boolean {
  if (charge.side !== 'SALES') return false
  return isCustomer ? isShownToCustomer(charge) : outwardStatus(charge.status) !== undefined
}

/** @throws Problem charge_unknown that names each entry that is not a charge of the order, or a duplicate */
function checkKnown(decisions: readonly ChargeApprovalInput[], charges: ReadonlyMap<string, ChargeRow>): void {
  const ids = decisions.map(({ id }) => id)
  const errors = ids.flatMap((id, at) => {
    const path = `charges.${at}.id`
    if (!charges.has(id)) return [errorItem(path, msg`is not a charge of this order: ${id}`, 'unknown')]
    return ids.indexOf(id) < at ? [errorItem(path, msg`is named twice: ${id}`, 'repeated')] : []
  })
  if (errors.length > 0) throw new Problem('charge_unknown', { errors })
}
