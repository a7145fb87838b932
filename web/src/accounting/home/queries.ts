import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What of money needs a person, next to work that is not billed. */
export const moneyIssuesQuery = queryOptions({
  queryKey: ['money', 'issues'],
  queryFn: () => call(getMoneyIssues, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})
