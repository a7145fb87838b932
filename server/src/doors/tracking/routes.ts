import { getTrackedOrder } from '@cartage/contract/doors/app/tracking'
import { subjectOf } from '../../http/caller.ts'
import { type Server, serve } from '../../http/serve.ts'
import { readTrackedOrder } from './views.ts'

/** Binds the tracking page. */
export function serveTracking(server: Server): void {
  serve(server, getTrackedOrder, async ({ caller, inTenant }) => {
    const { order_id } = subjectOf(caller, 'TRACKING')
    const { language, expiresAt } = caller.link!
    const order = await inTenant((tx) => readTrackedOrder(tx, order_id, server.ctx.now().getTime()))
    return { ...order, language, expires_at: `${expiresAt.toISOString().slice(0, 19)}Z` }
  })
}
