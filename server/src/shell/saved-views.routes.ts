import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '@cartage/contract/app/saved-views'
import { byCaller } from '../audit/rules.ts'
import type { Caller } from '../http/caller.ts'
import { type Server, serve } from '../http/serve.ts'
import { changeView, keepView, type Owner, removeView } from './saved-views.commands.ts'
import { listViews } from './saved-views.store.ts'

/** Registers the routes of saved list views. */
export function serveSavedViews(server: Server): void {
  serve(server, listSavedViews, async ({ caller, query, inTenant }) => ({
    items: await inTenant((tx) => listViews(tx, caller.id, query.screen)),
  }))
  serve(server, createSavedView, async ({ caller, requestId, body, inTenant }) =>
    inTenant((tx) => keepView(tx, ownerOf(caller, requestId), body)),
  )
  serve(server, changeSavedView, async ({ caller, requestId, params, body, inTenant }) =>
    inTenant((tx) => changeView(tx, ownerOf(caller, requestId), params.saved_view_id, body)),
  )
  serve(server, deleteSavedView, async ({ caller, requestId, params, inTenant }) => {
    await inTenant((tx) => removeView(tx, ownerOf(caller, requestId), params.saved_view_id))
    return undefined
  })
}

function ownerOf(caller: Caller, requestId: string): Owner {
  return { userId: caller.id, by: byCaller(caller, requestId) }
}
