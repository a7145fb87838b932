import type { Context } from '../../context.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { findInvoices } from '../records/views.ts'
import { numberSubject } from './check.rules.ts'
import { countLines } from './views.ts'

/** Maximum documents finalised in one transaction, because others wait for its numbers and charges. */
export const mostInTransaction = 20
/** Maximum lines in one transaction, unless one document alone has more. */
const mostLines = 500

/** Batches of documents with the same number range and day, earlier days first, otherwise in the given order. */
export async function batchesOf(
  ctx: Context,
  { tenantId }: { tenantId: string },
  ids: readonly string[],
  date: string | null,
): Promise<string[][]> {
  const { rows, today, lines } = await ctx.db.asTenant(tenantId, async (tx) => {
    const [found, day, counts] = await Promise.all([
      findInvoices(tx, [...new Set(ids)]),
      todayOf(ctx, tx),
      countLines(tx, ids),
    ])
    return { rows: found, today: day, lines: counts }
  })
  const dayOf = (own: string | null) => date ?? own ?? today
  const place = new Map(ids.map((id, at) => [id, at]))
  const sorted = rows.toSorted(
    (one, other) =>
      dayOf(one.date).localeCompare(dayOf(other.date)) || place.get(one.invoice_id)! - place.get(other.invoice_id)!,
  )
  const groups = Map.groupBy(sorted, (row) => `${dayOf(row.date)} ${row.billing_entity_id} ${numberSubject(row)}`)
  return [...groups.values()].flatMap((group) =>
    batches(
      group.map(({ invoice_id }) => invoice_id),
      lines,
    ),
  )
}

/** Splits documents in order into batches with limited documents and lines. */
function batches(ids: readonly string[], lines: ReadonlyMap<string, number>): string[][] {
  const all: string[][] = []
  let count = 0
  for (const id of ids) {
    const last = all.at(-1)
    count += lines.get(id) ?? 0
    if (last && last.length < mostInTransaction && count <= mostLines) last.push(id)
    else {
      all.push([id])
      count = lines.get(id) ?? 0
    }
  }
  return all
}
