import type { UserRole } from '@cartage/contract/endpoint'
import { type Said, type Sentence, said } from '@cartage/contract/said'

const words: Readonly<Record<UserRole, Said>> = {
  SUPER_ADMIN: said`Super admin`,
  PLANNER: said`Planner`,
  ORDER_ENTRY: said`Order entry`,
  ACCOUNTANT: said`Accountant`,
  VIEWER: said`Viewer`,
  CUSTOMER: said`Customer`,
  SUBCONTRACTOR: said`Carrier`,
}

/** FIT-9: a role of a person within a sentence. A role of an API client is a code that its developers know, and stays one. */
export function roleWord(role: string): Sentence {
  return Object.entries(words).find(([known]) => known === role)?.[1] ?? role
}

/** Several roles, one after another. */
export function roleWordsOf(roles: readonly string[]): Sentence {
  const [first = '', ...others] = roles.map(roleWord)
  return others.reduce((before: Sentence, next) => said`${before}, ${next}`, first)
}
