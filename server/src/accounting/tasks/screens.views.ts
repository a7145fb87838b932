import type { getTaskRecord } from '@cartage/contract/accounting/app/tasks'
import type { Answer } from '@cartage/contract/endpoint'
import { Message, type Sentence } from '@cartage/contract/message'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { Render } from '../../http/language.ts'
import type { MissingAccount } from '../ledger/accounts.rules.ts'
import { findTaskDetail } from './detail.views.ts'
import { readTasks } from './list.views.ts'

type Detail = Answer<typeof getTaskRecord>

const selectReports = statement(
  'accounting.list_task_reports',
  `select r.status, r.failure, r.note, r.outcome, ${instant('r.reported_at')} as reported_at,
          coalesce((select c.name from api_client c where c.tenant_id = $1 and c.client_id = r.reported_by),
                   (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = r.reported_by)) as reported_by
     from task_report r where r.tenant_id = $1 and r.task_id = $2 order by r.reported_at, r.task_report_id`,
)
const selectMissing = statement(
  'accounting.find_missing_accounts',
  `select coalesce(t.waiting_detail, '[]') as missing from task t where t.tenant_id = $1 and t.task_id = $2`,
)

/** A task with its reports and the data accounting systems receive; undefined if there is none. */
export async function findTaskRecord(tx: Tx, taskId: string, render: Render): Promise<Detail | undefined> {
  const [detail, [row], reports, [kept]] = await Promise.all([
    findTaskDetail(tx, taskId),
    readTasks(tx, [taskId]),
    tx.query<Detail['reports'][number]>(selectReports, taskId),
    tx.query<{ missing: readonly KeptMissing[] }>(selectMissing, taskId),
  ])
  if (!detail || !row) return undefined
  const missing = (kept?.missing ?? []).map(({ message, ...one }) => ({ ...one, message: render(sentence(message)) }))
  return { ...row, missing, reports, payload: detail.payload }
}

/** A stored missing setting, whose sentence is separate from its values. */
type KeptMissing = Omit<MissingAccount, 'message'> & { message: string | { pattern: string; values: string[] } }

function sentence(kept: KeptMissing['message']): Sentence {
  return typeof kept === 'string' ? kept : new Message(kept.pattern, kept.values)
}
