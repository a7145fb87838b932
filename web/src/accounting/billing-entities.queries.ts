import { listSettings } from '@cartage/contract/tenants/app/settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Billing entity as a choice in a select. */
export interface BillingEntityChoice {
  id: string
  code: string
  name: string
}

/** Active billing entities. */
export const billingEntitiesQuery = queryOptions({
  queryKey: ['settings', 'billing-entities'],
  queryFn: () => call(listSettings, { params: { kind: 'billing_entities' }, query: {} }),
  staleTime: 60_000,
  select: ({ items }): BillingEntityChoice[] =>
    items.map(({ setting_id, values }) => {
      const code = String(values.code)
      return { id: setting_id, code, name: String(values.name ?? values.legal_name ?? code) }
    }),
})
