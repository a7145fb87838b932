import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { sql } from 'kysely'
import { Kept } from '../../answer-cache.ts'
import type { Context } from '../../context.ts'
import { type OrderSort, partsOf, partsWalked } from './filter.views.ts'
import { isFewDays, type OrderFilters } from './rules.ts'
import { countOf, everySoMany, type Place, partsFrom, windowOf } from './sort.views.ts'
import { findOrderIds, listOrderRows } from './views.ts'

/** Rows before a window that are walked over each time; further down a window begins at a place that is kept. */
const nearby = 1_000
/** Between two places that are kept: as many rows as screens request at once. */
const step = 100
/** A longer list is counted now and then, not for each window. */
const countedEachTime = 5_000
/** How many orders a count looks at before its result is worth keeping. */
const worthKeeping = 10_000

/** What finding takes a long time in a long list. */
interface Memory {
  totals: Kept<number>
  places: Kept<Place[]>
  tallies: Kept<Tally[]>
}

interface Tally {
  state: string
  count: number
}

const memories = new WeakMap<Context, Memory>()

function memoryOf(ctx: Context): Memory {
  const now = () => ctx.now().getTime()
  const memory = memories.get(ctx) ?? { totals: new Kept(now), places: new Kept(now), tallies: new Kept(now) }
  memories.set(ctx, memory)
  return memory
}

/** Which rows of which list. */
export interface Asked extends OrderFilters {
  sort: OrderSort
  offset: number
  limit: number
}

/**
 * A window of the orders that fit, and how many fit. The rows are those there are now, and fit now. In a long list the
 * total, and where a window far down begins, may be as they were a few minutes ago; asking brings them up to date.
 */
export async function readWindow(
  ctx: Context,
  tenantId: string,
  { sort, offset, limit, ...filters }: Asked,
): Promise<{ items: ListedOrder[]; total: number }> {
  const start = await startOf(ctx, tenantId, filters, sort, offset)
  const { items, counted } = await ctx.db.asTenant(tenantId, async (tx) => {
    const found = await findOrderIds(tx, filters.q)
    const parts = partsOf(filters, found)
    const walked = partsWalked(filters, found, sort)
    const rows = start.place ? partsFrom(walked, sort, start.place) : walked
    const isGathered = sort.endsWith('created') && isFewDays(filters) && !start.place
    const keys = await tx.rows(windowOf(rows, sort, { offset: start.offset, limit, isGathered }))
    const ids = keys.map((key) => key.order_id)
    // A window that is not full says itself how many there are; then counting would find the same few again.
    const isEnd = !start.place && keys.length < limit && (keys.length > 0 || offset === 0)
    const [items, [few]] = await Promise.all([
      listOrderRows(tx, ids, ctx.now().getTime()),
      isEnd ? [{ count: offset + keys.length }] : tx.rows(countOf(parts, countedEachTime + 1)),
    ])
    return { items, counted: few!.count }
  })
  return { items, total: counted > countedEachTime ? await totalOf(ctx, tenantId, filters) : counted }
}

/** The place to begin at and how many rows to pass over from there. A search never finds so many that it needs one. */
async function startOf(
  ctx: Context,
  tenantId: string,
  filters: OrderFilters,
  sort: OrderSort,
  offset: number,
): Promise<{ place?: Place; offset: number }> {
  if (offset < nearby || filters.q) return { offset }
  const find = () =>
    ctx.db.asTenant(tenantId, (tx) => tx.rows(everySoMany(partsWalked(filters, undefined, sort), sort, step)))
  const isWorth = (places: Place[]) => places.length * step >= worthKeeping
  const places = await memoryOf(ctx).places.get(keyOf(tenantId, filters, sort), find, isWorth)
  const place = places[Math.min(Math.floor(offset / step), places.length - 1)]
  return place ? { place, offset: offset - places.indexOf(place) * step } : { offset }
}

async function totalOf(ctx: Context, tenantId: string, filters: OrderFilters): Promise<number> {
  const find = async () => {
    const [row] = await ctx.db.asTenant(tenantId, (tx) => tx.rows(countOf(partsOf(filters, undefined))))
    return row!.count
  }
  return await memoryOf(ctx).totals.get(keyOf(tenantId, filters), find, (total) => total >= countedEachTime)
}

/** How many of the orders that fit each state has; in a long list as they may have been a few minutes ago. */
export async function readTallies(ctx: Context, tenantId: string, filters: OrderFilters): Promise<Map<string, number>> {
  const others = { ...filters, status: [] }
  const find = () =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const [part] = partsOf(others, await findOrderIds(tx, filters.q))
      const state = sql<string>`case when o.is_blocked then 'BLOCKED' else o.status end`.as('state')
      const count = sql<number>`count(*)::integer`.as('count')
      return await tx.rows<Tally>(part!.select([state, count]).groupBy('state' as never) as never)
    })
  const isWorth = (tallies: Tally[]) => tallies.reduce((sum, { count }) => sum + count, 0) >= worthKeeping
  const tallies = await memoryOf(ctx).tallies.get(keyOf(tenantId, others), find, isWorth)
  return new Map(tallies.map(({ state, count }) => [state, count]))
}

function keyOf(tenantId: string, filters: OrderFilters, sort?: OrderSort): string {
  return JSON.stringify([tenantId, sort, Object.entries(filters).sort()])
}
