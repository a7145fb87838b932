import { z } from 'zod'
import { apiRoles, endpoint } from '../endpoint.ts'
import { Uuid } from '../scalars.ts'
import { AvailableTasks, TaskDetail, TaskUpdate, TaskUpdateInput } from './task.ts'

const accounting = { auth: 'bearer', roles: ['API_ACCOUNTING'], limit: 'general', since: '1.2.0' } as const
/** No role is required: each token sees only tasks that its roles may process. */
const anyone = { ...accounting, roles: apiRoles } as const

/** LEASE-5 */
const leasing = {
  lease_seconds: z.coerce
    .number()
    .int()
    .min(30)
    .max(900)
    .optional()
    .describe('Leases the tasks to this client for so many seconds: no other client gets them until then.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(100)
    .describe('With lease_seconds: how many tasks at most.')
    .meta({ default: 100 }),
}

const TaskParams = z.object({ task_id: Uuid.describe('Id of the task.') })
const IdParams = z.object({ id: Uuid.describe('Id of the task.') })

const reporting =
  'COMPLETED and FAILED are final. The same report again answers the same and has no effect; a contradicting one is 409 ' +
  'task_already_reported. While another client holds a lease of the task: 409 task_leased.'

/** Invoices and credit notes to post, and no others (ACC-1, ACC-4, ACC-7, ACC-12); as published without a lease (LEASE-2). */
export const listSyncTasks = endpoint({
  ...accounting,
  id: 'listSyncTasks',
  method: 'GET',
  path: '/v1/accounting/sync-tasks',
  tag: 'accounting',
  summary: 'List documents to post',
  description:
    'All tasks in TODO, the oldest first. A task stays in the list until it is reported. With lease_seconds only tasks ' +
    'without a live lease are listed, and they are leased to this client: several clients then share the list.',
  query: z.object({
    billing_entity_code: z.string().max(255).optional().describe('Only those of the billing entity with this code.'),
    ...leasing,
  }),
  response: AvailableTasks,
})

/** A task with its document (ACC-2). */
export const getSyncTask = endpoint({
  ...accounting,
  id: 'getSyncTask',
  method: 'GET',
  path: '/v1/accounting/sync-tasks/{task_id}',
  tag: 'accounting',
  summary: 'Read a task with its document',
  description: 'A task that was reported can still be read.',
  params: TaskParams,
  response: TaskDetail,
})

/** Reports the result of a task (ACC-5). */
export const updateSyncTaskStatus = endpoint({
  ...accounting,
  id: 'updateSyncTaskStatus',
  method: 'POST',
  path: '/v1/accounting/sync-tasks/{task_id}/update-status',
  tag: 'accounting',
  summary: 'Report the result of a task',
  description: reporting,
  creates: 'header',
  params: TaskParams,
  body: TaskUpdateInput,
  response: TaskUpdate,
})

/** Ends a lease before it runs out (LEASE-4). */
export const releaseSyncTask = endpoint({
  ...accounting,
  id: 'releaseSyncTask',
  method: 'POST',
  path: '/v1/accounting/sync-tasks/{task_id}/release',
  tag: 'accounting',
  summary: 'Release a leased task',
  description: 'Other clients get the task again at once. A lease that has ended has no effect.',
  added: true,
  creates: 'header',
  params: TaskParams,
  body: z.object({ lease_token: Uuid.describe('Token of the lease, from the list.') }),
  response: TaskUpdate,
})

/** Every task that the token's roles may process. */
export const listAvailableTasks = endpoint({
  ...anyone,
  id: 'listAvailableTasks',
  method: 'GET',
  path: '/v1/tasks/available-tasks',
  tag: 'tasks',
  summary: 'List tasks to do',
  description:
    'All tasks in TODO that the roles of the token may do, the oldest first: documents to post for API_ACCOUNTING, none ' +
    'for others.',
  response: AvailableTasks,
})

/** One available task. */
export const getTask = endpoint({
  ...anyone,
  id: 'getTask',
  method: 'GET',
  path: '/v1/tasks/task/{id}',
  tag: 'tasks',
  summary: 'Read a task',
  description: 'Answers the same as GET /v1/accounting/sync-tasks/{task_id}; 404 for roles that may not do it.',
  params: IdParams,
  response: TaskDetail,
})

/** Reports the result of an available task. */
export const updateTaskStatus = endpoint({
  ...anyone,
  id: 'updateTaskStatus',
  method: 'POST',
  path: '/v1/tasks/task/{id}/update-status',
  tag: 'tasks',
  summary: 'Report the result of a task of any kind',
  description: reporting,
  creates: 'header',
  params: IdParams,
  body: TaskUpdateInput,
  response: TaskUpdate,
})
