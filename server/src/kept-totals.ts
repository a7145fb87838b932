import { AnswerCache } from './answer-cache.ts'
import type { Context } from './context.ts'

/** A longer list is counted now and then, not for each window (decision 0032). */
export const countedEachTime = 5_000

const memories = new WeakMap<Context, AnswerCache<number>>()

function memoryOf(ctx: Context): AnswerCache<number> {
  const memory = memories.get(ctx) ?? new AnswerCache<number>(() => ctx.now().getTime())
  memories.set(ctx, memory)
  return memory
}

/**
 * How many rows of a list fit. In a long list as it may have been a few minutes ago; asking brings it up to date.
 * @param key names the tenant, the list and its filters
 * @param counted rows that were counted, no more than one above `countedEachTime`
 * @param count counts all of them
 * @throws what `count` throws
 */
export async function keptTotal(
  ctx: Context,
  key: string,
  counted: number,
  count: () => Promise<number>,
): Promise<number> {
  if (counted <= countedEachTime) return counted
  return await memoryOf(ctx).get(key, count, (total) => total >= countedEachTime)
}
