import type { Charge } from '@cartage/contract/charges/app/charge'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import { type UserRole, userRoles } from '@cartage/contract/endpoint'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problem.ts'

/** What of a charge decides who may change it. */
export type Reach = Pick<Charge, 'side' | 'role' | 'approval'>

/** What a role may do with charges. */
interface ChargeRights {
  readonly seesCosts: boolean
  readonly mayChange: (charge: Reach) => boolean
}

const nothing: ChargeRights = { seesCosts: true, mayChange: () => false }
const everything: ChargeRights = { seesCosts: true, mayChange: () => true }

/**
 * Planners change costs and what comes on top of a price, those who enter orders change sales until they are approved and see no
 * costs, and accountants change all (CHARGE-37). The compiler asks what a new role may do.
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

/** Whether a person sees costs (CHARGE-37). */
export function seesCosts(caller: Pick<Caller, 'roles'>): boolean {
  return rightsOf(caller).every((role) => role.seesCosts)
}

/** Refuses a change of a charge that none of the roles may make (CHARGE-37). @throws Problem role_missing */
export function checkMayWrite(caller: Pick<Caller, 'roles'>, charge: Reach): void {
  if (!rightsOf(caller).some((role) => role.mayChange(charge))) throw new Problem('role_missing')
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
