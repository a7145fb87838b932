import type { importOrders } from '@cartage/contract/app/order-import'
import { type MeantLine, sheetOrders } from '@cartage/contract/app/sheet-orders'
import type { Answer, Input } from '@cartage/contract/endpoint'
import type { ErrorItem } from '@cartage/contract/errors'
import type { OrderEntry } from '@cartage/contract/orders/order-input'
import { findReferencedCompanies } from '../companies/store.ts'
import type { Context } from '../context.ts'
import { Problem, wordsOf } from '../http/problem.ts'
import { loadReference } from '../tenants/reference.views.ts'
import { accept, reserveOrderNumbers, takenProblem } from './entry.jobs.ts'
import { givenIdentifier, uploadOf } from './entry.rules.ts'
import { findTakenIdentifiers, findUploadsByKey } from './entry.views.ts'
import { type Faulty, type Named, orderOfLines, placedFaults, type RowFault } from './import.rules.ts'

type Body = Input<typeof importOrders>['body']
type Row = Body['rows'][number]
type Result = Omit<Answer<typeof importOrders>['items'][number], 'errors'> & { errors: RowFault[] }

/** Lines of a sheet to be made orders. */
export interface SheetLines extends Body {
  tenantId: string
}

/**
 * Takes each order of the lines on its own, and says of each line what became of its order: the id of its upload, or
 * what is wrong with it.
 */
export async function importLines(ctx: Context, { tenantId, import_key, rows }: SheetLines): Promise<Result[]> {
  const keyOf = (lines: readonly MeantLine[]) => `import ${import_key} ${lines[0]!.line}`
  const orders = sheetOrders(rows)
  const [known, named] = await Promise.all([
    ctx.db.asTenant(tenantId, (tx) => findUploadsByKey(tx, orders.map(keyOf))),
    loadNamed(ctx, tenantId, rows),
  ])
  const read = orders.map((lines) => ({ lines, key: keyOf(lines), ...orderOfLines(lines, named) }))
  const identifiers = read.flatMap(({ order }) => (order?.order_identifier ? [order.order_identifier] : []))
  const taken = await ctx.db.asTenant(tenantId, (tx) => findTakenIdentifiers(tx, identifiers))
  const unnumbered = read.filter(({ key, order }) => order && !order.order_identifier && !known.has(key))
  const numbers = await reserveOrderNumbers(ctx, tenantId, unnumbered.length)
  const results = new Map<number, Result>()
  for (const { lines, key, order, faults } of read) {
    const before = known.get(key)
    const told = before
      ? lines.map(({ line }): Result => ({ line, upload_id: before.upload_id, errors: [] }))
      : order
        ? await importOrder(ctx, { tenantId, lines, order, key, taken, numbers })
        : refused(faults)
    for (const result of told) results.set(result.line, result)
  }
  return rows.map(({ line }) => results.get(line)!)
}

async function loadNamed(ctx: Context, tenantId: string, rows: readonly Row[]): Promise<Named> {
  const cells = [...new Set(rows.map(({ values }) => values.customer?.trim() ?? ''))]
  const references = cells.map((cell) => ({ code: cell, name: cell }))
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [companies, reference] = await Promise.all([findReferencedCompanies(tx, references), loadReference(tx)])
    return { companies, reference }
  })
}

interface SheetOrder {
  tenantId: string
  lines: readonly MeantLine[]
  order: OrderEntry
  key: string
  /** Identifiers that orders have. */
  taken: Set<string>
  /** Order numbers for orders without an identifier. */
  numbers: string[]
}

async function importOrder(
  ctx: Context,
  { tenantId, lines, order, key, taken, numbers }: SheetOrder,
): Promise<Result[]> {
  try {
    const given = givenIdentifier(order)
    if (given !== undefined && taken.has(given)) throw takenProblem()
    const identifier = given ?? numbers.shift()!
    const { upload_id } = await accept(ctx, tenantId, uploadOf(order, 'CREATE', identifier), key)
    return lines.map(({ line }) => ({ line, upload_id, errors: [] }))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return refused(placedFaults(lines, error.errors?.map(spokenFault) ?? [{ path: null, message: error.words }]))
  }
}

function spokenFault(item: ErrorItem) {
  return { path: item.path, message: wordsOf(item) }
}

function refused(lines: readonly Faulty[]): Result[] {
  return lines.map(({ line, faults }) => ({ line, upload_id: null, errors: faults }))
}
