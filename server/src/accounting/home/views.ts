import type { MoneyIssues } from '@cartage/contract/accounting/app/home'
import type { Permission } from '@cartage/contract/endpoint'
import { Big } from 'big.js'
import { countUnsent } from '../../billing/records/dispatch.views.ts'
import { needsPerson } from '../../billing/sendings/list.views.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { listAges } from '../receivables/views.ts'
import { tasks } from '../tasks/list.views.ts'

interface SumRow {
  currency: string
  amount: string
}

const selectDeadlines = statement(
  'accounting.home_deadlines',
  `select to_char(date_trunc('month', c.supplied_on), 'YYYY-MM') as month,
          (date_trunc('month', c.supplied_on) + interval '1 month' + interval '14 days')::date::text as invoice_by,
          c.order_id, c.currency, sum(c.amount)::text as amount
     from unbilled_order u
     join charge c on c.tenant_id = $1 and c.order_id = u.order_id and c.side = 'SALES' and c.status = 'CREATED'
    where u.tenant_id = $1 and c.tax ->> 'category' = 'AE' and c.supplied_on is not null
    group by 1, 2, 3, 4 order by 1`,
)
const selectDrafts = statement(
  'accounting.home_drafts',
  `select i.currency, count(*)::int as count, sum(i.total_excl_tax)::text as amount
     from invoice i
    where i.tenant_id = $1 and i.status in ('DRAFT', 'PRE_INVOICED') and i.kind in ('SALES_INVOICE', 'SALES_CREDIT_NOTE')
    group by i.currency order by i.currency`,
)
const countSendings = statement(
  'accounting.home_failed_sendings',
  `select count(*)::int as count from invoice_sending s where s.tenant_id = $1 and ${needsPerson}`,
)
const countDisputes = statement(
  'accounting.home_disputes',
  `select count(*)::int as count from purchase_match m where m.tenant_id = $1 and m.result = 'DISPUTED'`,
)
const selectGaps = statement(
  'accounting.home_index_gaps',
  `select g.price_index_id, g.name, g.last_day::text as last_day
     from (select p.price_index_id, p.name, max(v.valid_from) as latest,
                  max(v.valid_from) + (p.lasts_days - 1) as last_day, p.lasts_days
             from price_index p
             left join price_index_value v on v.tenant_id = $1 and v.price_index_id = p.price_index_id
            where p.tenant_id = $1 group by p.price_index_id, p.name, p.lasts_days) g
    where g.latest is null or g.last_day < $2::date
    order by g.name, g.price_index_id`,
)

/** Money issues that need a person on a day, limited by permissions. */
export async function readMoneyIssues(
  tx: Tx,
  { permissions, today }: { permissions: readonly Permission[]; today: string },
): Promise<MoneyIssues> {
  const sees = (permission: Permission) => permissions.includes(permission)
  const [deadlines, drafts, failed_tasks, overdue, unsent, failed_sendings, disputed, index_gaps] = await Promise.all([
    readDeadlines(tx),
    sees('invoice.read') ? readDrafts(tx) : null,
    sees('task.read') ? countFailedTasks(tx) : null,
    sees('task.read') ? readOverdue(tx, today) : null,
    sees('invoice.read') ? countUnsent(tx) : null,
    sees('invoice.read') ? countOf(tx, countSendings) : null,
    sees('invoice.read') ? countOf(tx, countDisputes) : null,
    sees('rate.read') ? tx.query<NonNullable<MoneyIssues['index_gaps']>[number]>(selectGaps, today) : null,
  ])
  return { deadlines, drafts, failed_tasks, overdue, unsent, failed_sendings, disputed, index_gaps }
}

async function countOf(tx: Tx, counting: typeof countSendings): Promise<number> {
  return (await tx.query<{ count: number }>(counting))[0]!.count
}

async function readDeadlines(tx: Tx): Promise<MoneyIssues['deadlines']> {
  const rows = await tx.query<SumRow & { month: string; invoice_by: string; order_id: string }>(selectDeadlines)
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, same]) => ({
    month,
    invoice_by: same[0]!.invoice_by,
    count: new Set(same.map(({ order_id }) => order_id)).size,
    sums: sumsOf(same),
  }))
}

async function readDrafts(tx: Tx): Promise<NonNullable<MoneyIssues['drafts']>> {
  const rows = await tx.query<SumRow & { count: number }>(selectDrafts)
  return { count: rows.reduce((sum, { count }) => sum + count, 0), sums: sumsOf(rows) }
}

async function countFailedTasks(tx: Tx): Promise<number> {
  const failed = { status: ['FAILED'], waiting_for: [], leased: false, attention: true }
  return await tasks.open(tx, failed, undefined).count()
}

async function readOverdue(tx: Tx, today: string): Promise<NonNullable<MoneyIssues['overdue']>> {
  const rows = (await listAges(tx, { on: today })).map((row) => ({
    company_id: row.company_id,
    currency: row.currency,
    amount: decimal(row.open).minus(row.not_due).toFixed(),
  }))
  const overdue = rows.filter(({ amount }) => decimal(amount).gt(0))
  return { companies: new Set(overdue.map(({ company_id }) => company_id)).size, sums: sumsOf(overdue) }
}

/** Exact amounts by currency, with the digits of their currency. */
function sumsOf(rows: readonly SumRow[]): SumRow[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, same]) => {
    const sum = same.reduce((total, { amount }) => total.plus(decimal(amount)), new Big(0))
    return { currency, amount: amountText(sum, currency) }
  })
}
