import { reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import { type Server, serve } from '../http/serve.ts'
import { keepPresence, listPresences, removePresence } from './presence.store.ts'

/** Binds the list of planners who have the planning board open. */
export function servePresence(server: Server): void {
  serve(server, reportPlanningPresence, async ({ caller, body, inTenant }) =>
    inTenant(async (tx) => {
      const { is_closed = false, ...own } = body
      if (is_closed) await removePresence(tx, own.presence_id, caller.id)
      else await keepPresence(tx, { ...own, user_id: caller.id })
      return { items: await listPresences(tx) }
    }),
  )
}
