import { z } from 'zod'

/** A page of a list (PAGE-1, CLIENT-13): both members are always present. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('May be empty while next_cursor is not null (PAGE-3).'),
    next_cursor: z.string().nullable().describe('Pass it as cursor to get the next page; null ends the walk.'),
  })
}

/** Query of a list without filters. Unknown parameters are ignored. */
export const CursorQuery = z.object({
  cursor: z.string().max(2000).optional().describe('next_cursor of the page before.'),
})
