import type { UserRole } from '@cartage/contract/endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** Labels of roles. */
export const roleLabels: Readonly<Record<UserRole, MessageDescriptor>> = {
  SUPER_ADMIN: msg`Super admin`,
  PLANNER: msg`Planner`,
  ORDER_ENTRY: msg`Order entry`,
  ACCOUNTANT: msg`Accountant`,
  VIEWER: msg`Viewer`,
  CUSTOMER: msg`Customer`,
  SUBCONTRACTOR: msg`Carrier`,
}

/** Label of a role. Unknown ones show their code (COMPAT-4). */
export function useRoleLabel(): (role: string) => string {
  const { t } = useLingui()
  return (role) => (Object.hasOwn(roleLabels, role) ? t(roleLabels[role as UserRole]) : role)
}
