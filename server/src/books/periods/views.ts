import type { BookingPeriod } from '@cartage/contract/books/app'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

const columns = `b.billing_entity_id, b.code as billing_entity_code, b.name as billing_entity_name,
  to_char(m.month, 'YYYY-MM') as month, coalesce(p.status, 'OPEN') as status, ${instant('p.changed_at')} as changed_at,
  (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = p.changed_by) as changed_by, p.reason`
const period =
  'left join booking_period p on p.tenant_id = $1 and p.billing_entity_id = b.billing_entity_id and p.month = m.month'

/** Number of months always listed, even without activity. */
const listed = 24

const selectAll = statement(
  'books.list_booking_periods',
  `select ${columns}
     from billing_entity b
     cross join (
       select generate_series(date_trunc('month', $2::date) - interval '${listed - 1} months', $2::date, '1 month')::date as month
       union select month from booking_period where tenant_id = $1
     ) m
     ${period}
    where b.tenant_id = $1 and (not b.is_archived or p.month is not null)
      and (p.month is not null or m.month > date_trunc('month', $2::date) - interval '${listed} months')
    order by m.month desc, b.rank, b.code`,
)
const selectOne = statement(
  'books.find_booking_period',
  `select ${columns} from billing_entity b cross join (select ($3 || '-01')::date as month) m ${period}
    where b.tenant_id = $1 and b.billing_entity_id = $2`,
)

/** Months up to that of `today` for display, latest first. */
export async function listPeriods(tx: Tx, today: string): Promise<BookingPeriod[]> {
  return await tx.query<BookingPeriod>(selectAll, today)
}

/** One month for display. */
export async function getPeriod(tx: Tx, billingEntityId: string, month: string): Promise<BookingPeriod> {
  return (await tx.query<BookingPeriod>(selectOne, billingEntityId, month))[0]!
}
