import * as contract from '@cartage/contract/messages/app/suggestions'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { targetKindOf } from '../../messages/inbox/target.rules.ts'
import { cluesOf, daysAround, suggested } from './rules.ts'
import { findItemForSuggestions, readCandidates } from './views.ts'

/** Binds the suggestions of records for an inbox item (INB-4). */
export function serveSuggestions(server: Server): void {
  serve(server, contract.listInboxSuggestions, ({ params, query: { q }, inTenant }) =>
    inTenant(async (tx) => {
      const item = await findItemForSuggestions(tx, params.inbox_item_id)
      if (!item) throw new Problem('not_found')
      const entity_type = targetKindOf(item)
      if (entity_type === null) return { entity_type, items: [] }
      const isSearch = q !== undefined && q !== ''
      const own = cluesOf(item.item, item.query, Date.parse(item.last_at))
      const clues = isSearch ? { ...own, texts: [q] } : own
      const candidates = await readCandidates(tx, entity_type, { texts: clues.texts, ...daysAround(clues, isSearch) })
      return { entity_type, items: suggested(candidates, clues, isSearch) }
    }),
  )
}
