import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { listTasks } from '@cartage/contract/accounting/app/tasks'
import { getMoneyHome } from '@cartage/contract/charges/app/list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Maximum number of rows per card. */
export const mostShown = 5

// The change stream refreshes queries by the first part of their key. Changes it does not cover are polled.
const kept = { staleTime: 10_000, refetchInterval: 60_000 } as const
const window = { limit: mostShown } as const

/** Finished but unbilled work, by what it waits for. */
export const unbilledWork = queryOptions({
  queryKey: ['money', 'waiting', 'start'],
  queryFn: async () => {
    const { by_reason, count } = await call(getMoneyHome, {})
    return { items: by_reason, total: count }
  },
  ...kept,
})

/** Accounting tasks that need a user, newest first. */
export const tasksToSettle = queryOptions({
  queryKey: ['tasks', 'waiting'],
  queryFn: () => call(listTasks, { query: { ...window, attention: 'true' } }),
  ...kept,
})

/** Price indexes without a value for today. */
export const indexGaps = queryOptions({
  queryKey: ['money', 'waiting', 'gaps'],
  queryFn: async () => ({ items: (await call(getMoneyIssues, {})).index_gaps ?? [] }),
  ...kept,
})
