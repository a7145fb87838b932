import type { AvailableTask, TaskFailureStatus, TaskStatus, TaskType } from '@cartage/contract/accounting/task'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectAvailable = statement(
  'accounting.list_available_tasks',
  `select t.task_id as id, t.invoice_id, t.task_type, t.status from task t
    where t.tenant_id = $1 and t.status = 'TODO' and ($2::uuid is null or t.billing_entity_id = $2)
    order by t.created_at, t.task_id`,
)

/**
 * ACC-1, ACC-3: all tasks to do, oldest first.
 * @param billingEntityId null: all billing entities
 */
export async function listAvailable(tx: Tx, billingEntityId: string | null): Promise<AvailableTask[]> {
  return await tx.query<AvailableTask>(selectAvailable, billingEntityId)
}

const selectEntity = statement(
  'accounting.find_billing_entity',
  'select billing_entity_id from billing_entity where tenant_id = $1 and code = $2',
)

/** The billing entity with a code; undefined if there is none. */
export async function findEntity(tx: Tx, code: string): Promise<string | undefined> {
  return (await tx.query<{ billing_entity_id: string }>(selectEntity, code))[0]?.billing_entity_id
}

/** A task without its document. */
export interface TaskRow {
  task_id: string
  invoice_id: string
  task_type: TaskType
  status: TaskStatus
  failure: TaskFailureStatus | null
}

const selectTask = statement(
  'accounting.find_task',
  `select t.task_id, t.invoice_id, t.task_type, t.status, t.failure from task t
    where t.tenant_id = $1 and t.task_id = $2`,
)

/** A task, done or not; undefined if there is none. */
export async function findTask(tx: Tx, taskId: string): Promise<TaskRow | undefined> {
  return (await tx.query<TaskRow>(selectTask, taskId))[0]
}
