import type { countTasks as contract, TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { taskStatuses } from '@cartage/contract/accounting/task'
import type { Answer } from '@cartage/contract/endpoint'
import { sql } from 'kysely'
import { down, is, likely, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

/** Filters of the task list. Undefined members and empty lists filter nothing. */
export interface TaskFilters {
  q?: string | undefined
  status: readonly string[]
  waiting_for: readonly string[]
  leased: boolean
  attention: boolean
  invoice_id?: string | undefined
  company_id?: string | undefined
  billing_entity_id?: string | undefined
}

type TaskSort = 'newest' | 'oldest'

/** Counting stops here for each state. */
const mostCounted = 10_000
/** Maximum documents matched by a search text. */
const mostFound = 2_000

const selectFound = statement(
  'accounting.search_tasks',
  `select t.task_id from invoice i
     join task t on t.tenant_id = $1 and t.invoice_id = i.invoice_id
    where i.tenant_id = $1 and i.name >= $2 and i.name < $3 limit ${mostFound}`,
)

const nameOf = (of: string) => `coalesce(
  (select c.name from api_client c where c.tenant_id = $1 and c.client_id = ${of}),
  (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = ${of}))`

const isLeased = `t.status = 'TODO' and t.lease_until > now()`
const isOverdue = `t.status in ('TODO', 'WAITING') and t.created_at < now() - interval '24 hours'`
const hasRetry = 'exists (select from task r where r.tenant_id = t.tenant_id and r.retry_of = t.task_id)'
// Scalar subquery per row: with EXISTS, PostgreSQL would read all tasks at once.
const retry = '(select r.task_id from task r where r.tenant_id = t.tenant_id and r.retry_of = t.task_id limit 1)'
/** SQL: whether a task needs a person. */
const needsAttention = `(t.status = 'FAILED' and ${retry} is null
  or t.status = 'WAITING' and t.waiting_for in ('ACCOUNT', 'DISPUTE') or ${isOverdue})`
/** Task states that may need a person. */
const unsettled = ['TODO', 'WAITING', 'FAILED']

const selectRows = statement(
  'accounting.list_task_rows',
  `select t.task_id, t.task_type, t.status, t.waiting_for, t.failure, t.invoice_id,
          coalesce(i.name, i.external_name, '') as document, i.kind, i.company_id, c.name as company_name,
          b.code as billing_entity_code, trim_scale(i.total_incl_tax)::text as total, i.currency,
          case when ${isLeased} then ${nameOf('t.lease_client')} end as leased_by,
          case when ${isLeased} then ${instant('t.lease_until')} end as lease_until, t.retry_of,
          ${isOverdue} as is_overdue, ${hasRetry} as has_retry,
          ${instant('t.created_at')} as created_at, ${instant('t.finished_at')} as finished_at,
          ${nameOf('t.finished_by')} as finished_by
     from task t
     join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id
     join company c on c.tenant_id = $1 and c.company_id = i.company_id
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = t.billing_entity_id
    where t.tenant_id = $1 and t.task_id = any ($2::uuid[])`,
)

const byCreation = [down('t.created_at', 'timestamptz'), down('t.task_id', 'uuid')]

/** Tasks as rows of the list, by their ids. */
export async function readTasks(tx: Tx, ids: readonly string[]): Promise<TaskRecord[]> {
  return await tx.query<TaskRecord>(selectRows, ids)
}

/** The list of tasks. */
export const tasks = new List<TaskFilters, TaskSort, TaskRecord>({
  from: 'task as t',
  id: 't.task_id',
  filters: {
    q: {
      find: async (tx, text) =>
        (await tx.query<{ task_id: string }>(selectFound, text, `${text}\uffff`)).map(({ task_id }) => task_id),
    },
    status: oneOf('t.status'),
    waiting_for: oneOf('t.waiting_for'),
    leased: (wanted) => (wanted ? sql<boolean>`${sql.raw(isLeased)}` : undefined),
    attention: (wanted) => (wanted ? likely(sql<boolean>`${sql.raw(needsAttention)}`) : undefined),
    invoice_id: is('t.invoice_id', 'uuid'),
    company_id: (company) =>
      company === undefined
        ? undefined
        : sql<boolean>`exists (select from invoice i where i.tenant_id = t.tenant_id and i.invoice_id = t.invoice_id
            and i.company_id = ${company}::uuid)`,
    billing_entity_id: is('t.billing_entity_id', 'uuid'),
  },
  sorts: {
    newest: byCreation,
    oldest: [up('t.created_at', 'timestamptz'), up('t.task_id', 'uuid')],
  },
  walk: byCreation,
  each: (filters) => ({
    of: up('t.status'),
    filter: 'status',
    values: statesOf(filters),
  }),
  values: { status: sql.ref('t.status'), waiting: sql`coalesce(t.waiting_for, '')` },
  counted: { most: mostCounted, keys: byCreation },
  read: readTasks,
  idOf: ({ task_id }) => task_id,
})

/** Possible task states under these filters. */
function statesOf({ status, waiting_for, leased, attention }: TaskFilters): readonly string[] {
  const wanted = status.length === 0 ? taskStatuses : status
  if (leased) return wanted.filter((one) => one === 'TODO')
  if (waiting_for.length > 0) return wanted.filter((one) => one === 'WAITING')
  return attention ? wanted.filter((one) => unsettled.includes(one)) : wanted
}

/** Number of tasks by view and by waiting reason, filtered by search, company and billing entity. */
export async function countTasks(tx: Tx, filters: TaskFilters): Promise<Answer<typeof contract>> {
  const under = (changes: Partial<TaskFilters>) => tasks.open(tx, { ...filters, ...changes }, undefined)
  const anyState = { status: [], waiting_for: [], leased: false, attention: false }
  const [by_status, by_waiting, leased, attention] = await Promise.all([
    under(anyState).countBy('status'),
    under({ waiting_for: [] }).countBy('waiting_for', 'waiting'),
    under({ ...anyState, leased: true }).count(),
    under({ ...anyState, attention: true }).count(),
  ])
  return { by_status, by_waiting, leased, attention }
}
