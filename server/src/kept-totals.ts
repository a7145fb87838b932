import { AnswerCache } from './answer-cache.ts'
import type { Context } from './context.ts'
import type { Page, Place } from './db/list/declare.ts'
import type { List } from './db/list.ts'

/** Longer lists are counted occasionally, not for each window (decision 0032). */
const countedEachTime = 5_000

const memories = new WeakMap<Context, AnswerCache<number>>()

function memoryOf(ctx: Context): AnswerCache<number> {
  const memory = memories.get(ctx) ?? new AnswerCache<number>(() => ctx.now().getTime())
  memories.set(ctx, memory)
  return memory
}

/**
 * Number of matching rows of a list. For a long list it may be a few minutes old; reading it triggers an update.
 * @param key names the tenant, the list and its filters
 * @param counted rows that were counted, at most one above `countedEachTime`
 * @param count counts all of them
 * @throws what `count` throws
 */
async function keptTotal(ctx: Context, key: string, counted: number, count: () => Promise<number>): Promise<number> {
  if (counted <= countedEachTime) return counted
  return await memoryOf(ctx).get(key, count, (total) => total >= countedEachTime)
}

/** A window of a list. */
export interface LongWindow<Filters, Sort, Given> {
  /** Unique name of the list. */
  name: string
  filters: Filters
  given: Given
  page: Page<Sort>
  /** Known place, and offset of the window from it; the beginning of the list if absent. */
  start?: { place?: Place; offset: number }
}

/**
 * A window of a potentially long list, and the number of matching rows. The rows are current; the total of a long list
 * may be a few minutes old.
 */
export async function readLongWindow<Filters extends object, Sort extends string, Row, Given>(
  ctx: Context,
  tenantId: string,
  list: List<Filters, Sort, Row, Given>,
  { name, filters, given, page, start = { offset: page.offset } }: LongWindow<Filters, Sort, Given>,
): Promise<{ items: Row[]; total: number }> {
  const { items, counted } = await ctx.db.asTenant(tenantId, async (tx) => {
    const open = list.open(tx, filters, given)
    const found = await open.ids({ ...page, offset: start.offset }, start.place)
    // A window that is not full gives the total, so counting would only find the same rows again.
    const isEnd = !start.place && found.length < page.limit && (found.length > 0 || page.offset === 0)
    const [items, counted] = await Promise.all([
      open.read(found),
      isEnd ? page.offset + found.length : open.count({}, countedEachTime + 1),
    ])
    return { items, counted }
  })
  const key = `${name} ${JSON.stringify([tenantId, Object.entries(filters).sort()])}`
  const count = () => ctx.db.asTenant(tenantId, (tx) => list.open(tx, filters, given).count())
  return { items, total: await keptTotal(ctx, key, counted, count) }
}
