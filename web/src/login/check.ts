import { t } from '@lingui/core/macro'
import type { Failure } from '../api/failure.ts'

/** Fields of the login form, in page order. */
export const loginFields = ['email', 'password', 'code'] as const
export type LoginField = (typeof loginFields)[number]
export type LoginFaults = Partial<Record<LoginField, string>>

/** Errors found before the request; empty when the form can be sent. */
export function loginFaults(email: string, password: string): LoginFaults {
  const faults: LoginFaults = {}
  if (email.trim() === '') faults.email = t`Enter your e-mail address.`
  else if (!/^\S+@\S+$/.test(email.trim())) faults.email = t`Enter a full address, such as name@company.com.`
  if (password === '') faults.password = t`Enter your password.`
  return faults
}

/** Server errors by form field. */
export function faultsOf(failure: Failure): LoginFaults {
  const faults: LoginFaults = {}
  for (const item of failure.items) {
    const field = loginFields.find((name) => name === item.field)
    if (field !== undefined && faults[field] === undefined) faults[field] = item.message
  }
  return faults
}

/** First field with an error, to be focused. */
export function firstFault(faults: LoginFaults): LoginField | undefined {
  return loginFields.find((field) => faults[field] !== undefined)
}

/** Organisation that matches the e-mail address and password. */
export interface TenantChoice {
  slug: string
  name: string
}

/** Organisations to choose from, if the server asks; empty otherwise. */
export function tenantChoices(failure: Failure): TenantChoice[] {
  if (failure.code !== 'tenant_required') return []
  return failure.items.flatMap(({ detail, message }) =>
    typeof detail === 'string' ? [{ slug: detail, name: message }] : [],
  )
}
