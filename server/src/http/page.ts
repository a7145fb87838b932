import type { Context } from '../context.ts'
import type { Place } from '../db/list/declare.ts'
import type { Step } from '../db/list.ts'
import type { Caller } from './caller.ts'
import { type CursorFilters, openCursor, sealCursor } from './cursor.ts'

/** Position in a walk through a list, and the input for its next page. */
export interface Walk {
  /** Key of the previous page's last row; undefined at the beginning. */
  readonly after: readonly (string | number)[] | undefined
  /** The initial filters of the walk. */
  readonly filters: Readonly<Record<string, string>>
  /** Number of rows to query: one more than the page has, to detect a next page. */
  readonly limit: number
  /** Makes the answer from the rows found. `keyOf` returns the immutable key the list is ordered by. */
  page<Row>(rows: readonly Row[], keyOf: (row: Row) => readonly (string | number)[]): Page<Row>
  /** Page of a declared list, in its walk order. */
  read<Row>(list: Walked<Row>): Promise<Page<Row>>
}

/** A list that can be continued after a place. */
interface Walked<Row> {
  walk(after: Place | undefined, limit: number): Promise<Step<Row>>
}

export interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

/**
 * Begins or continues a walk through a list (PAGE-1 to PAGE-5). PAGE_SIZE sets the page size, never the caller
 * (PAGE-6).
 * @param endpoint operation id of the list
 * @param query the sent cursor and filters
 * @throws Problem cursor_invalid (422)
 */
export function walkList(
  ctx: Context,
  caller: Caller,
  endpoint: string,
  { cursor, ...filters }: CursorFilters & { cursor?: string | undefined },
): Walk {
  const place = { vault: ctx.vault, tenantId: caller.tenantId, endpoint }
  const now = ctx.now().getTime()
  const opened = cursor === undefined ? undefined : openCursor(place, cursor, filters, now)
  const kept = opened?.filters ?? setFilters(filters)
  const size = ctx.config.page_size
  const life = { now, seconds: ctx.config.cursor_lifetime_s }
  const cursorTo = (key: readonly (string | number)[]) => sealCursor(place, { key, filters: kept }, life)
  return {
    after: opened?.key,
    filters: kept,
    limit: size + 1,
    page(rows, keyOf) {
      const items = rows.slice(0, size)
      const last = items.at(-1)
      if (rows.length <= size || last === undefined) return { items, next_cursor: null }
      return { items, next_cursor: cursorTo(keyOf(last)) }
    },
    async read(list) {
      const { rows, next } = await list.walk(opened?.key.map(String), size)
      return { items: rows, next_cursor: next === undefined ? null : cursorTo(next.map(String)) }
    },
  }
}

function setFilters(filters: CursorFilters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
