import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { AnswerCache } from '../../answer-cache.ts'
import type { Context } from '../../context.ts'
import type { Page, Place } from '../../db/list/declare.ts'
import { readLongWindow } from '../../kept-totals.ts'
import type { OrderFilters, OrderSort } from './rules.ts'
import { orders } from './views.ts'

/** Most rows that are skipped each time; further down, a window starts at a cached place. */
const nearby = 1_000
/** Rows between two cached places: as many as screens request at once. */
const step = 100
/** Number of scanned orders from which a count is cached. */
const worthKeeping = 10_000

/** Cached results that are slow to compute for a long list. */
interface Memory {
  places: AnswerCache<Place[]>
  tallies: AnswerCache<Tallies>
}

type Tallies = Readonly<Record<string, number>>

const memories = new WeakMap<Context, Memory>()

function memoryOf(ctx: Context): Memory {
  const now = () => ctx.now().getTime()
  const memory = memories.get(ctx) ?? {
    places: new AnswerCache(now),
    tallies: new AnswerCache(now),
  }
  memories.set(ctx, memory)
  return memory
}

const givenBy = (ctx: Context) => ({ now: ctx.now().getTime() })

/**
 * A window of the matching orders and their total number. The rows are always current. In a long list, the total and
 * the start of a window far down may be a few minutes old; reading refreshes them.
 */
export async function readWindow(
  ctx: Context,
  tenantId: string,
  { sort, offset, limit, ...filters }: OrderFilters & Page<OrderSort>,
): Promise<{ items: ListedOrder[]; total: number }> {
  const start = await startOf(ctx, tenantId, filters, sort, offset)
  const page = { sort, offset, limit }
  return await readLongWindow(ctx, tenantId, orders, { name: 'orders', filters, given: givenBy(ctx), page, start })
}

/** The start place and the number of rows to skip from there. A search never finds enough to need a place. */
async function startOf(
  ctx: Context,
  tenantId: string,
  filters: OrderFilters,
  sort: OrderSort,
  offset: number,
): Promise<{ place?: Place; offset: number }> {
  if (offset < nearby || filters.q) return { offset }
  const find = () => ctx.db.asTenant(tenantId, (tx) => orders.open(tx, filters, givenBy(ctx)).places(sort, step))
  const isWorth = (places: Place[]) => places.length * step >= worthKeeping
  const places = await memoryOf(ctx).places.get(keyOf(tenantId, filters, sort), find, isWorth)
  const place = places[Math.min(Math.floor(offset / step), places.length - 1)]
  return place ? { place, offset: offset - places.indexOf(place) * step } : { offset }
}

/** Number of matching orders by status; may be a few minutes old in a long list. */
export async function readTallies(ctx: Context, tenantId: string, filters: OrderFilters): Promise<Tallies> {
  const find = () => ctx.db.asTenant(tenantId, (tx) => orders.open(tx, filters, givenBy(ctx)).countBy('status'))
  const isWorth = (tallies: Tallies) => Object.values(tallies).reduce((sum, count) => sum + count, 0) >= worthKeeping
  return await memoryOf(ctx).tallies.get(keyOf(tenantId, { ...filters, status: [] }), find, isWorth)
}

function keyOf(tenantId: string, filters: OrderFilters, sort?: OrderSort): string {
  return JSON.stringify([tenantId, sort, Object.entries(filters).sort()])
}
