import type { BulkAnswer } from '@cartage/contract/listing'
import type { Render } from './language.ts'
import { Problem, sentenceOf } from './problem.ts'

type Result = BulkAnswer['items'][number]

/** What each record is known by, and how its result is said. */
export interface ResultWording<Item> {
  idOf: (item: Item) => string
  render: Render
}

/**
 * Does one thing to each of many records, one after the other and each in a transaction of its own, and says of each
 * what happened to it. What is refused for one does not keep the others from being done; a fault of the service ends it.
 */
export async function doEach<Item>(
  items: readonly Item[],
  { idOf, render }: ResultWording<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await doOne(idOf(item), render, () => work(item)))
  return results
}

async function doOne(id: string, render: Render, work: () => Promise<unknown>): Promise<Result> {
  try {
    await work()
    return { id, is_done: true, message: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const [first] = error.errors ?? []
    return { id, is_done: false, message: render(first ? sentenceOf(first) : error.words) }
  }
}

/** An id of itself, where records are named by nothing else. */
export function itself(id: string): string {
  return id
}
