import type { BulkAnswer } from '@cartage/contract/app/listing'
import { Problem } from './problem.ts'

type Result = BulkAnswer['items'][number]

/**
 * Does one thing to each of many records, one after the other and each in a transaction of its own, and says of each
 * what became of it. What is refused for one does not keep the others from being done; a fault of the service ends it.
 */
export async function doEach<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await doOne(idOf(item), () => work(item)))
  return results
}

async function doOne(id: string, work: () => Promise<unknown>): Promise<Result> {
  try {
    await work()
    return { id, is_done: true, message: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { id, is_done: false, message: error.errors?.[0]?.message ?? error.message }
  }
}

/** An id of itself, where records are named by nothing else. */
export function itself(id: string): string {
  return id
}
