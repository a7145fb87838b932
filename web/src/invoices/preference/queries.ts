import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import * as contract from '@cartage/contract/billing/app/preference'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whose preferences they are. */
export type PreferenceSubject = { company_id: string } | { billing_entity_id: string }

/** How a company, or the companies of a billing entity, are billed. */
export function preferenceQuery(subject: PreferenceSubject) {
  return queryOptions({
    queryKey: ['invoices', 'preference', subject],
    queryFn: () =>
      'company_id' in subject
        ? call(contract.getCompanyBilling, { params: subject })
        : call(contract.getEntityBilling, { params: subject }),
  })
}

/** Sets how they are billed; null removes what was set. */
export function savePreference(subject: PreferenceSubject, preference: BillingPreference | null) {
  const body = { preference }
  return 'company_id' in subject
    ? call(contract.setCompanyBilling, { params: subject, body })
    : call(contract.setEntityBilling, { params: subject, body })
}
