import * as contract from '@cartage/contract/accounting/app/tasks'
import type { Request } from '@cartage/contract/endpoint'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/refresh.ts'
import { useMutation } from '../../api/use-mutation.ts'
import type { TasksSearch } from '../address.ts'

type TaskQuery = NonNullable<Request<typeof contract.listTasks>['query']>

/** API filters of the task list. */
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

/** One page of the task list. */
export function loadTasks(search: TasksSearch) {
  const query = { ...taskFiltersOf(search), sort: search.sort ?? ('newest' as const) }
  return async (offset: number, limit: number) => call(contract.listTasks, { query: { ...query, offset, limit } })
}

/** Task counts by view and filter. */
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

/** Retries failed tasks, and rechecks waiting ones. */
export function retryTasks(ids: readonly string[]) {
  return call(contract.retryTasks, { body: { ids: [...ids] } })
}

/** Manual status of a task. */
export type Mark = NonNullable<Request<typeof contract.setTaskStatus>['body']>

/** Manually marks a task. */
export function markTask(taskId: string, mark: Mark) {
  return call(contract.setTaskStatus, { params: { task_id: taskId }, body: mark })
}

/** Runs a command on tasks, then reloads all shown task data. */
export function useTaskChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => refresh(queryClient, 'task', 'invoice'),
  })
}
