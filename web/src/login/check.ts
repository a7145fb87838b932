import { t } from '@lingui/core/macro'
import type { Failure } from '../api/failure.ts'

/** Fields of the login form, in the order of the page. */
export const loginFields = ['email', 'password', 'code'] as const
export type LoginField = (typeof loginFields)[number]
export type LoginFaults = Partial<Record<LoginField, string>>

/** What is wrong before a request; empty when the form may be sent. */
export function loginFaults(email: string, password: string): LoginFaults {
  const faults: LoginFaults = {}
  if (email.trim() === '') faults.email = t`Enter your e-mail address.`
  else if (!/^\S+@\S+$/.test(email.trim())) faults.email = t`Enter a full address, such as name@company.com.`
  if (password === '') faults.password = t`Enter your password.`
  return faults
}

/** The server's remarks on single fields of the form. */
export function faultsOf(failure: Failure): LoginFaults {
  const faults: LoginFaults = {}
  for (const item of failure.items) {
    const field = loginFields.find((name) => name === item.field)
    if (field !== undefined && faults[field] === undefined) faults[field] = item.message
  }
  return faults
}

/** The first field with a fault, to put the cursor there. */
export function firstFault(faults: LoginFaults): LoginField | undefined {
  return loginFields.find((field) => faults[field] !== undefined)
}

/** An organisation that the address and the password fit. */
export interface TenantChoice {
  slug: string
  name: string
}

/** The organisations to choose from, when the server asks which one; empty otherwise. */
export function tenantChoices(failure: Failure): TenantChoice[] {
  if (failure.code !== 'tenant_required') return []
  return failure.items.flatMap(({ detail, message }) =>
    typeof detail === 'string' ? [{ slug: detail, name: message }] : [],
  )
}
