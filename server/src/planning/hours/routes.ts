import { getDriverHours } from '@cartage/contract/planning/app/hours'
import { type Server, serve } from '../../http/serve.ts'
import { hoursAhead, hoursOfOne } from './views.ts'

/** Binds the hours of one driver. */
export function serveHours(server: Server): void {
  const { ctx } = server
  serve(server, getDriverHours, async ({ params, inTenant, render }) => {
    const inputs = await inTenant((tx) => hoursAhead(ctx, tx, params.resource_id))
    return await hoursOfOne(ctx, inputs, render)
  })
}
