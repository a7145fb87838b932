import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '@cartage/contract/app/saved-views'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { checkNumberOfViews } from './saved-views.rules.ts'
import { countOwnViews, deleteView, insertView, listViews, updateView } from './saved-views.store.ts'

/** Views of lists that people keep. */
export function serveSavedViews(server: Server): void {
  serve(server, listSavedViews, async ({ caller, query, inTenant }) => ({
    items: await inTenant((tx) => listViews(tx, caller.id, query.screen)),
  }))
  serve(server, createSavedView, async ({ caller, body, inTenant }) =>
    inTenant(async (tx) => {
      checkNumberOfViews(await countOwnViews(tx, caller.id, body.screen))
      return insertView(tx, caller.id, body)
    }),
  )
  serve(server, changeSavedView, async ({ caller, params, body, inTenant }) => {
    const view = await inTenant((tx) => updateView(tx, caller.id, params.saved_view_id, body))
    if (!view) throw new Problem('not_found')
    return view
  })
  serve(server, deleteSavedView, async ({ caller, params, inTenant }) => {
    const isGone = await inTenant((tx) => deleteView(tx, caller.id, params.saved_view_id))
    if (!isGone) throw new Problem('not_found')
    return undefined
  })
}
