import { listRecentEvents } from '@cartage/contract/app/start'
import { type Server, serve } from '../http/serve.ts'
import { listRecentEventRows } from './views.ts'

/** What the start page shows of events and their deliveries. */
export function serveDeliveries(server: Server): void {
  serve(server, listRecentEvents, async ({ query, inTenant }) => {
    return { items: await inTenant((tx) => listRecentEventRows(tx, query.limit)) }
  })
}
