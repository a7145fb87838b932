import type { Charge } from '@cartage/contract/charges/app/charge'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'

/** What of a charge decides who may change it. */
export type Reach = Pick<Charge, 'side' | 'role' | 'approval'>

/** Whether a person sees costs: those who enter orders see what is sold (CHARGE-37). */
export function seesCosts({ roles }: Pick<Caller, 'roles'>): boolean {
  return !roles.includes('ORDER_ENTRY')
}

/**
 * Planners change costs and what comes on top of a price, those who enter orders change sales until they are approved, and
 * accountants change all (CHARGE-37).
 * @throws Problem role_missing
 */
export function checkMayWrite({ roles }: Pick<Caller, 'roles'>, { side, role, approval }: Reach): void {
  const isAllowed =
    roles.includes('ACCOUNTANT') ||
    roles.includes('SUPER_ADMIN') ||
    (roles.includes('PLANNER') && (side === 'COST' || role === 'ACCESSORIAL')) ||
    (roles.includes('ORDER_ENTRY') && side === 'SALES' && approval !== 'APPROVED')
  if (!isAllowed) throw new Problem('role_missing')
}

/**
 * Who may do what is done to the state of a charge: decisions on its approval need charge.approve, the rest what a change
 * of its values needs.
 * @throws Problem role_missing
 */
export function checkMayAct(caller: Pick<Caller, 'roles' | 'permissions'>, charge: Reach, action: ChargeAction): void {
  const isBilling = action === 'exclude' || action === 'include' || action === 'bill_elsewhere'
  if (!caller.permissions.includes(isBilling ? 'charge.write' : 'charge.approve')) throw new Problem('role_missing')
  if (isBilling) checkMayWrite(caller, charge)
}
