import type { TaskDetail } from '@cartage/contract/accounting/task'
import { loadDocument } from '../../billing/published/views.ts'
import type { Tx } from '../../db/tenant.ts'
import { findTask } from './views.ts'

/** ACC-2: a task with its document, done or not; undefined if there is none. */
export async function findTaskDetail(tx: Tx, taskId: string): Promise<TaskDetail | undefined> {
  const task = await findTask(tx, taskId)
  if (!task) return undefined
  const { task_id: id, invoice_id, task_type, status } = task
  const document = (await loadDocument(tx, invoice_id))!
  return {
    id,
    status,
    task_type,
    execution_metadata: { external_execution: { completed: status === 'COMPLETED' } },
    payload: {
      subject_id: invoice_id,
      subject_type: document.kind,
      documents: document.documents,
      instance: document.output,
    },
    invoice_id,
  }
}
