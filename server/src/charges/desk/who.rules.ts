import type { Charge } from '@cartage/contract/charges/app/charge'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'

/** Members of a charge that determine who may change it. */
export type Reach = Pick<Charge, 'side' | 'role' | 'approval'>

/** Rights of a role on charges. */
interface ChargeRights {
  readonly seesCosts: boolean
  readonly mayChange: (charge: Reach) => boolean
}

const nothing: ChargeRights = { seesCosts: true, mayChange: () => false }
const everything: ChargeRights = { seesCosts: true, mayChange: () => true }

/**
 * Planners change costs and items on top of a price. Order entry changes sales until approval and sees no costs.
 * Accountants change everything (CHARGE-37). The compiler requires an entry for each role.
 */
const rights: Readonly<Record<UserRole, ChargeRights>> = {
  SUPER_ADMIN: everything,
  ACCOUNTANT: everything,
  PLANNER: { seesCosts: true, mayChange: ({ side, role }) => side === 'COST' || role === 'ACCESSORIAL' },
  ORDER_ENTRY: { seesCosts: false, mayChange: ({ side, approval }) => side === 'SALES' && approval !== 'APPROVED' },
  VIEWER: nothing,
  CUSTOMER: nothing,
  SUBCONTRACTOR: nothing,
}

function rightsOf({ roles }: Pick<Caller, 'roles'>): ChargeRights[] {
  return userRoles.filter((role) => roles.includes(role)).map((role) => rights[role])
}

/** Whether a person may see costs (CHARGE-37). */
export function seesCosts(caller: Pick<Caller, 'roles'>): boolean {
  return rightsOf(caller).every((role) => role.seesCosts)
}

/**
 * Checks that one of the roles may change a charge (CHARGE-37).
 * @throws Problem role_missing
 */
export function checkMayWrite(caller: Pick<Caller, 'roles'>, charge: Reach): void {
  if (!rightsOf(caller).some((role) => role.mayChange(charge))) throw new Problem('role_missing')
}

/**
 * Checks that an action is allowed: approval decisions need charge.approve, others the right to change the charge's
 * values.
 * @throws Problem role_missing
 */
export function checkMayAct(caller: Pick<Caller, 'roles' | 'permissions'>, charge: Reach, action: ChargeAction): void {
  const isBilling = action === 'exclude' || action === 'include' || action === 'bill_elsewhere'
  if (!caller.permissions.includes(isBilling ? 'charge.write' : 'charge.approve')) throw new Problem('role_missing')
  if (isBilling) checkMayWrite(caller, charge)
}
