import type { UserRole } from '@cartage/contract/endpoint'
import { type Message, msg, type Sentence } from '@cartage/contract/message'

const labels: Readonly<Record<UserRole, Message>> = {
  SUPER_ADMIN: msg`Super admin`,
  PLANNER: msg`Planner`,
  ORDER_ENTRY: msg`Order entry`,
  ACCOUNTANT: msg`Accountant`,
  VIEWER: msg`Viewer`,
  CUSTOMER: msg`Customer`,
  SUBCONTRACTOR: msg`Carrier`,
}

/** FIT-9: label of a user role within a sentence. API client roles are codes known to developers and stay unchanged. */
export function roleLabel(role: string): Sentence {
  return Object.entries(labels).find(([known]) => known === role)?.[1] ?? role
}

/** Labels of several roles, joined. */
export function roleLabelsOf(roles: readonly string[]): Sentence {
  const [first = '', ...others] = roles.map(roleLabel)
  return others.reduce((before: Sentence, next) => msg`${before}, ${next}`, first)
}
