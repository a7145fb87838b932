import { lastUseMs } from '../../web/src/api/last-use.ts'

/** A query that a page shows. */
export interface Shown {
  options: object
  isInfinite?: boolean
  /** It is a log of machines, or says when they called last: the page reads it on a timer. */
  isTimed?: boolean
}

/** What a page shows: the query options that its components pass to `useQuery`. */
export interface PageUnderTest {
  name: string
  shown: readonly Shown[]
  board?: { from: number; to: number }
}

/** Queries as they are. What says when something was used last is read on a timer, as its page does. */
export const plain = (...options: { refetchInterval?: unknown }[]): Shown[] =>
  options.map((one) => ({ options: withoutTimer(one), isTimed: one.refetchInterval === lastUseMs }))
/** Queries that are read page by page. */
export const pages = (...options: object[]): Shown[] =>
  options.map((one) => ({ options: withoutTimer(one), isInfinite: true }))

/** Nothing else is read on a timer here: only what is heard makes what is shown right. */
function withoutTimer(options: object): object {
  return { ...options, refetchInterval: false }
}

/** Logs of machines. */
export const timed = (shown: readonly Shown[]): Shown[] => shown.map((one) => ({ ...one, isTimed: true }))

/** The first window of a list (`ui/table/row-windows.ts`). */
export function list(key: readonly unknown[], load: (offset: number, limit: number) => Promise<unknown>): Shown {
  return { options: { queryKey: [...key, 'window', 0], queryFn: () => load(0, 100) } }
}

/** The first page of a log (`ui/table/pages.ts`). */
export function log(
  queryKey: readonly unknown[],
  load: (cursor: string | undefined) => Promise<{ next_cursor?: string | null }>,
): Shown {
  return {
    options: {
      queryKey,
      queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam),
      initialPageParam: undefined,
      getNextPageParam: (page: { next_cursor?: string | null }) => page.next_cursor ?? undefined,
    },
    isInfinite: true,
  }
}
