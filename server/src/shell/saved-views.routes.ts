import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '@cartage/contract/app/saved-views'
import { said } from '@cartage/contract/said'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { countOwnViews, deleteView, insertView, listViews, mostViews, updateView } from './saved-views.store.ts'

/** Views of lists that people keep. */
export function serveSavedViews(server: Server): void {
  serve(server, listSavedViews, async ({ caller, query, inTenant }) => ({
    items: await inTenant((tx) => listViews(tx, caller.id, query.screen)),
  }))
  serve(server, createSavedView, async ({ caller, body, inTenant }) =>
    inTenant(async (tx) => {
      if ((await countOwnViews(tx, caller.id, body.screen)) >= mostViews) {
        throw new Problem('state_conflict', {
          message: said`You keep ${mostViews} views of this list: remove one first.`,
        })
      }
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
