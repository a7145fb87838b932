import type { Context } from '../context.ts'
import type { Place } from '../db/list/declare.ts'
import type { Step } from '../db/list.ts'
import type { Caller } from './caller.ts'
import { type CursorFilters, openCursor, sealCursor } from './cursor.ts'

/** Where a walk through a list is, and what its next page is read with. */
export interface Walk {
  /** Key of the last row of the page before; undefined at the beginning. */
  readonly after: readonly (string | number)[] | undefined
  /** The filters the walk began with. */
  readonly filters: Readonly<Record<string, string>>
  /** Rows to ask the database for: one more than the page has, to know whether there is a next page. */
  readonly limit: number
  /** Makes the answer of the rows found. `keyOf` gives the immutable key the list is ordered by. */
  page<Row>(rows: readonly Row[], keyOf: (row: Row) => readonly (string | number)[]): Page<Row>
  /** The page of a declared list, in the order of its walk. */
  read<Row>(list: Walked<Row>): Promise<Page<Row>>
}

/** A list that goes on behind a place. */
interface Walked<Row> {
  walk(after: Place | undefined, limit: number): Promise<Step<Row>>
}

export interface Page<Row> {
  items: Row[]
  next_cursor: string | null
}

/**
 * Begins or goes on with a walk through a list (PAGE-1 to PAGE-5). The pages have as many rows as PAGE_SIZE says, and
 * the caller has no say in it (PAGE-6).
 * @param endpoint operation id of the list
 * @param query the cursor, and next to it the filters as they were sent
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
