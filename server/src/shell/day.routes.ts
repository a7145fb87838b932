import { getDay } from '@cartage/contract/app/day'
import { type Server, serve } from '../http/serve.ts'
import { readDay } from './day.views.ts'

/** Registers the Today page. */
export function serveDay(server: Server): void {
  serve(server, getDay, async ({ caller, query, inTenant }) =>
    inTenant((tx) => readDay(tx, { permissions: caller.permissions, group: query.group }, server.ctx.now().getTime())),
  )
}
