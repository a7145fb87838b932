import type { MoneyHome } from '@cartage/contract/charges/app/list'
import { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Maximum customers named on the page. */
const mostCompanies = 20

/** SQL: sums by currency, merged from groups with one row per currency. */
const sums = `coalesce(json_agg(json_build_object('currency', g.currency, 'amount', g.amount::text) order by g.currency)
            filter (where g.currency is not null), '[]') as sums`
const figures = `sum(g.count)::int as count, ${sums}, min(g.oldest)::text as oldest`
const grouped = (member: string) => `select ${member}, u.currency, count(*) as count, sum(u.amount) as amount,
              min(u.completed_on) as oldest
         from unbilled_order u where u.tenant_id = $1 group by 1, 2`

const selectReasons = statement(
  'charges.home_reasons',
  `select g.reason, ${figures} from (${grouped('u.reason')}) g group by g.reason
    order by array_position(array['NO_CARD', 'INCOMPLETE', 'ZERO_BASE', 'TAX_HOLD', 'APPROVAL', 'READY', 'DRAFT', 'MINIMUM'],
                            g.reason)`,
)
const selectCompanies = statement(
  'charges.home_companies',
  `select g.company_id, g.count, g.sums, g.oldest, m.name as company_name
     from (select g.company_id, ${figures} from (${grouped('u.company_id')}) g group by g.company_id
            order by 2 desc, g.company_id limit ${mostCompanies}) g
     join company m on m.tenant_id = $1 and m.company_id = g.company_id
    order by g.count desc, m.name_key, g.company_id`,
)
const selectWaiting = statement(
  'charges.home_approvals',
  `select c.approval, count(*)::int as count from charge c
    where c.tenant_id = $1 and c.approval in ('TO_REQUEST', 'REQUESTED', 'REJECTED', 'REJECTED_INTERNAL')
      and c.status = 'CREATED' and c.side = 'SALES'
    group by c.approval`,
)
const countOutdated = statement(
  'charges.home_outdated',
  `select count(*)::int as count from charge c
    where c.tenant_id = $1 and c.is_override_outdated and c.status = 'CREATED'`,
)

type Group = Pick<MoneyHome, 'count' | 'sums' | 'oldest'>

/** Work that is done and not billed: number of orders, amounts, age, reasons and customers (CHARGE-42). */
export async function readMoneyHome(tx: Tx): Promise<MoneyHome> {
  const [by_reason, by_company, waiting, [outdated]] = await Promise.all([
    tx.query<MoneyHome['by_reason'][number]>(selectReasons),
    tx.query<MoneyHome['by_company'][number]>(selectCompanies),
    tx.query<{ approval: string; count: number }>(selectWaiting),
    tx.query<{ count: number }>(countOutdated),
  ])
  return {
    ...together(by_reason),
    by_reason: by_reason.map(rounded),
    by_company: by_company.map(rounded),
    approvals: Object.fromEntries(waiting.map(({ approval, count }) => [approval, count])),
    outdated: outdated!.count,
  }
}

/** Merges all groups. Amounts are text and stay exact. */
function together(groups: readonly Group[]): Group {
  const byCurrency = Map.groupBy(
    groups.flatMap(({ sums }) => sums),
    ({ currency }) => currency,
  )
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    sums: [...byCurrency].map(([currency, same]) => {
      const sum = same.reduce((total, { amount }) => total.plus(decimal(amount)), new Big(0))
      return { currency, amount: amountText(sum, currency) }
    }),
    oldest: groups.flatMap(({ oldest }) => oldest ?? []).sort()[0] ?? null,
  }
}

/** Formats amounts with the digits of their currency. */
function rounded<Figures extends Group>(group: Figures): Figures {
  const sums = group.sums.map(({ currency, amount }) => ({ currency, amount: amountText(decimal(amount), currency) }))
  return { ...group, sums }
}
