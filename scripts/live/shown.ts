import { lastUseMs } from '../../web/src/api/last-use.ts'

/** A query that a page shows. */
export interface Shown {
  options: object
  isInfinite?: boolean
  /** A machine log or a last-use time, which the page polls. */
  isTimed?: boolean
}

/** Content of a page: query options that its components pass to `useQuery`. */
export interface PageUnderTest {
  name: string
  shown: readonly Shown[]
  board?: { from: number; to: number }
}

/** Plain queries. Last-use times are polled, as on their page. */
export const plain = (...options: { refetchInterval?: unknown }[]): Shown[] =>
  options.map((one) => ({ options: withoutTimer(one), isTimed: one.refetchInterval === lastUseMs }))
/** Paginated queries. */
export const pages = (...options: object[]): Shown[] =>
  options.map((one) => ({ options: withoutTimer(one), isInfinite: true }))

/** No other polling here: only stream changes may update shown data. */
function withoutTimer(options: object): object {
  return { ...options, refetchInterval: false }
}

/** Machine logs. */
export const timed = (shown: readonly Shown[]): Shown[] => shown.map((one) => ({ ...one, isTimed: true }))

/** First window of a list (`ui/table/row-windows.ts`). */
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
