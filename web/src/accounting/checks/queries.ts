import { runMoneyChecks } from '@cartage/contract/accounting/app/checks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The result of the checks of money. */
export const moneyChecksQuery = queryOptions({
  queryKey: ['money-checks'],
  queryFn: () => call(runMoneyChecks, {}),
  staleTime: 60_000,
})
