import * as contract from '@cartage/contract/accounting/app/tasks'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import type { TasksSearch } from '../address.ts'

type TaskQuery = NonNullable<Request<typeof contract.listTasks>['query']>

/** The filters of the tasks, as the server wants them. */
export function taskFiltersOf({
  sort: _sort,
  peek: _peek,
  leased,
  attention,
  ...filters
}: TasksSearch): Partial<TaskQuery> {
  const flags = { leased: leased && ('true' as const), attention: attention && ('true' as const) }
  const given = Object.entries({ ...filters, ...flags }).filter(([, value]) => value)
  return Object.fromEntries(given) as Partial<TaskQuery>
}

/** A window of the tasks. */
export function loadTasks(search: TasksSearch) {
  const query = { ...taskFiltersOf(search), sort: search.sort ?? ('newest' as const) }
  return async (offset: number, limit: number) => call(contract.listTasks, { query: { ...query, offset, limit } })
}

/** How many tasks each view and filter has. */
export function taskCountsQuery(search: TasksSearch) {
  const filters = taskFiltersOf(search)
  return queryOptions({
    queryKey: ['tasks', 'counts', filters],
    queryFn: () => call(contract.countTasks, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** One task with its reports and payload. */
export function taskQuery(taskId: string) {
  const params = { task_id: taskId }
  return queryOptions({
    queryKey: ['tasks', 'record', taskId],
    queryFn: () => call(contract.getTaskRecord, { params }),
  })
}

/** Retries failed tasks, and checks again those that wait. */
export function retryTasks(ids: readonly string[]) {
  return call(contract.retryTasks, { body: { ids: [...ids] } })
}

/** How a person marks a task. */
export type Mark = NonNullable<Request<typeof contract.setTaskStatus>['body']>

/** Marks a task by hand. */
export function markTask(taskId: string, mark: Mark) {
  return call(contract.setTaskStatus, { params: { task_id: taskId }, body: mark })
}

/** Does something to tasks; everything shown of them is loaded again. */
export function useTaskChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'task', 'invoice'),
  })
}
