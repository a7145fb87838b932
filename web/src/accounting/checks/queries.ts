import { runMoneyChecks } from '@cartage/contract/accounting/app/checks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Results of the money checks. */
export const moneyChecksQuery = queryOptions({
  queryKey: ['money-checks'],
  queryFn: () => call(runMoneyChecks, {}),
  staleTime: 60_000,
})
