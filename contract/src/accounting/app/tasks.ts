import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { bulkAnswer, bulkIds, listWindow, someOf, tally, windowMembers } from '../../listing.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { subjectTypes, TaskDetail, TaskFailureStatus, TaskStatus, TaskType, taskStatuses } from '../task.ts'

/** Why a task waits before the accounting system receives it. */
export const taskWaitingReasons = ['INVOICE_POSTED', 'DISPUTE', 'FILES', 'ACCOUNT'] as const

const shared = { ...ofApplication, permission: 'task.read' } as const

/** Missing setting that blocks posting a document. */
const MissingSetting = z.object({
  setting: z.enum(['accounts', 'charge_types', 'tax_rates']).describe('Kind of setting.'),
  code: z.string().nullable().describe('Code of the entry; null where one has to be added.'),
  message: z.string().describe('What to do.'),
})

/** Task in a list. */
export const TaskRecord = z
  .object({
    task_id: UuidOut.describe('Id of the task.'),
    task_type: TaskType.describe('What has to be done.'),
    status: TaskStatus.describe('How far it is.'),
    waiting_for: z.enum(taskWaitingReasons).nullable().describe('What it waits for; null when it does not.'),
    failure: TaskFailureStatus.nullable().describe('Why it failed; null when it did not.'),
    invoice_id: UuidOut.describe('Id of the document.'),
    document: z.string().describe('Number of the document.'),
    kind: z.enum(subjectTypes).describe('Kind of document.'),
    company_id: UuidOut.describe('Id of the customer or supplier.'),
    company_name: z.string().describe('Name of the customer or supplier.'),
    billing_entity_code: z.string().describe('Code of the billing entity.'),
    total: z.string().describe('Total with tax, as text.'),
    currency: z.string().describe('Currency of the total.'),
    leased_by: z.string().nullable().describe('Name of the API client that holds a lease; null without one.'),
    lease_until: UtcInstant.nullable().describe('End of the lease; null without one.'),
    retry_of: UuidOut.nullable().describe('The failed task that this one does again; null for none.'),
    is_overdue: z.boolean().describe('Whether it has been open for 24 hours.'),
    has_retry: z.boolean().describe('Whether it was retried as another task.'),
    created_at: UtcInstant.describe('When it was created.'),
    finished_at: UtcInstant.nullable().describe('When it was reported; null before.'),
    finished_by: z.string().nullable().describe('Name of the API client or user that reported it; null before.'),
  })
  .meta({ id: 'AppTask' })
export type TaskRecord = z.output<typeof TaskRecord>

const yes = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true')

/** Filters of the list of tasks; they are AND-ed. */
export const taskFilters = {
  q: z.string().trim().min(1).max(200).optional().describe('Number of a document, from its beginning.'),
  status: someOf(taskStatuses).describe('Only tasks in one of these states.'),
  waiting_for: someOf(taskWaitingReasons).describe('Only tasks that wait for one of these.'),
  leased: yes.describe('True: only tasks that an API client has leased.'),
  attention: yes.describe(
    'True: only tasks that need a person: failed and not retried, waiting for an account or a dispute, or open for 24 hours.',
  ),
  invoice_id: Uuid.optional().describe('Only tasks of this document.'),
  company_id: Uuid.optional().describe('Only documents of this company.'),
  billing_entity_id: Uuid.optional().describe('Only documents of this billing entity.'),
}

/** Query of the list of tasks. */
const TaskQuery = z.object({
  ...windowMembers,
  sort: z.enum(['newest', 'oldest']).default('newest').describe('The newest first, or the oldest.'),
  ...taskFilters,
})

/** One page of the tasks. */
export const listTasks = endpoint({
  ...shared,
  id: 'listTasks',
  method: 'GET',
  path: '/app/tasks',
  summary: 'Accounting tasks',
  query: TaskQuery,
  response: listWindow(TaskRecord),
})

/** Task counts by state. */
export const countTasks = endpoint({
  ...shared,
  id: 'countTasks',
  method: 'GET',
  path: '/app/tasks/counts',
  summary: 'Count tasks by state',
  query: z.object(taskFilters),
  response: z.object({
    by_status: tally.describe('By state, whatever the state is filtered by.'),
    by_waiting: tally.describe('By what they wait for, under the other filters.'),
    leased: z.int().min(0).describe('Leased by an API client.'),
    attention: z.int().min(0).describe('Need a person, whatever their state.'),
  }),
})

/** All matching tasks, as CSV. */
export const exportTasks = endpoint({
  ...shared,
  id: 'exportTasks',
  method: 'GET',
  path: '/app/tasks/csv',
  summary: 'Tasks as CSV',
  description: 'Streamed, UTF-8 with a byte order mark, one line a task, newest first, every match.',
  query: z.object(taskFilters),
  responseType: 'bytes',
})

/** One report about a task. */
const TaskReport = z.object({
  status: z.enum(['COMPLETED', 'FAILED']).describe('What was reported.'),
  failure: TaskFailureStatus.nullable().describe('Why it failed; null when it did not.'),
  note: z.string().nullable().describe('What the person who marked it by hand noted; null for reports of programs.'),
  outcome: z
    .enum(['APPLIED', 'REPEATED', 'CONTRADICTED', 'LEASED'])
    .describe('What it did. LEASED: rejected, because another client held a lease.'),
  reported_by: z.string().nullable().describe('Name of the API client or user; null when removed.'),
  reported_at: UtcInstant.describe('When it was received.'),
})

const TaskParams = z.object({ task_id: Uuid.describe('Id of the task.') })

/** One task with its reports and the payload for accounting systems. */
export const getTaskRecord = endpoint({
  ...shared,
  id: 'getTaskRecord',
  method: 'GET',
  path: '/app/tasks/{task_id}',
  summary: 'Read a task',
  params: TaskParams,
  response: TaskRecord.extend({
    missing: z.array(MissingSetting).describe('Settings to fill, while it waits for an account.'),
    reports: z.array(TaskReport).describe('Every report, the earliest first.'),
    payload: TaskDetail.shape.payload.describe('What accounting systems get.'),
  }).meta({ id: 'AppTaskDetail' }),
})

/** Retries failed tasks, and rechecks waiting ones. */
export const retryTasks = endpoint({
  ...shared,
  id: 'retryTasks',
  method: 'POST',
  path: '/app/tasks/retry',
  permission: 'task.write',
  summary: 'Retry failed tasks',
  description:
    'Each task on its own. A failed task is retried as a new one and stays failed itself; one that waits is checked again.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})

/** Manually sets the status of a task, as an accounting system would report it. */
export const setTaskStatus = endpoint({
  ...shared,
  id: 'setTaskStatus',
  method: 'POST',
  path: '/app/tasks/{task_id}/status',
  permission: 'task.write',
  summary: 'Mark a task as completed or failed',
  description: 'For documents that were posted without the interface.',
  params: TaskParams,
  body: z.object({
    status: z.enum(['COMPLETED', 'FAILED']).describe('The result.'),
    message: z.string().trim().max(1000).default('').describe('A note, or why it failed.'),
  }),
  response: TaskRecord,
})

/** Submits finalised documents to the accounting system. */
export const requestPosting = endpoint({
  ...shared,
  id: 'requestPosting',
  method: 'POST',
  path: '/app/tasks/post',
  permission: 'task.write',
  summary: 'Post documents',
  description: 'Each document on its own. One that was offered already answers the same.',
  body: z.object({ ids: bulkIds }),
  response: bulkAnswer,
})
