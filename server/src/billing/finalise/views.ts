import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectLastDate = statement(
  'billing.find_last_date',
  `select i.date::text as date from invoice i
    where i.tenant_id = $1 and i.number_range_id = $2 and i.number_scope = $3 and i.number_period = $4
      and i.number_counted < $5
    order by i.number_counted desc limit 1`,
)

const selectAgreed = statement(
  'billing.is_agreed_by_supplier',
  `select exists (select from purchase_match m
                   where m.tenant_id = $1 and m.invoice_id = $2 and m.result = 'ACCEPTED') as is_agreed`,
)

/** Whether the supplier agreed to a document written in its name, or the objection period is over. */
export async function isAgreedBySupplier(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await tx.query<{ is_agreed: boolean }>(selectAgreed, invoiceId))[0]!.is_agreed
}

/** Date of the document with the preceding number; undefined for the first of its range, scope and period. */
export async function findLastDate(
  tx: Tx,
  at: { number_range_id: string; scope: string; period: number; counted: number },
): Promise<string | undefined> {
  const { number_range_id, scope, period, counted } = at
  return (await tx.query<{ date: string }>(selectLastDate, number_range_id, scope, period, counted))[0]?.date
}

const selectCounts = statement(
  'billing.count_lines',
  `select l.invoice_id, count(*)::int as count from invoice_line l
    where l.tenant_id = $1 and l.invoice_id = any($2::uuid[]) group by l.invoice_id`,
)

/** Number of lines by document. */
export async function countLines(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ invoice_id: string; count: number }>(selectCounts, ids)
  return new Map(rows.map(({ invoice_id, count }) => [invoice_id, count]))
}
