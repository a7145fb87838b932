import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Money issues that need a person, shown next to unbilled work. */
export const moneyIssuesQuery = queryOptions({
  queryKey: ['money', 'issues'],
  queryFn: () => call(getMoneyIssues, {}),
  staleTime: 10_000,
  refetchInterval: 60_000,
})
