import type { BillingPreference } from '@cartage/contract/billing/app/preference'
import * as contract from '@cartage/contract/billing/app/preference'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Owner of billing preferences. */
export type PreferenceSubject = { company_id: string } | { billing_entity_id: string }

/** Billing preferences of a company or billing entity. */
export function preferenceQuery(subject: PreferenceSubject) {
  return queryOptions({
    queryKey: ['invoices', 'preference', subject],
    queryFn: () =>
      'company_id' in subject
        ? call(contract.getCompanyBilling, { params: subject })
        : call(contract.getEntityBilling, { params: subject }),
  })
}

/** Sets billing preferences; null removes them. */
export function savePreference(subject: PreferenceSubject, preference: BillingPreference | null) {
  const body = { preference }
  return 'company_id' in subject
    ? call(contract.setCompanyBilling, { params: subject, body })
    : call(contract.setEntityBilling, { params: subject, body })
}
