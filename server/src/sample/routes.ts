import { getSampleState, loadSampleData } from '@cartage/contract/app/sample'
import { type Server, serve } from '../http/serve.ts'
import { loadSample } from './jobs.ts'
import { serveSampleReceiver } from './receiver.routes.ts'
import { serveSimulation } from './simulation/routes.ts'
import { readSampleState } from './views.ts'

/** Registers the sample data offer, the sample receiver, and the switch of the simulation. */
export function serveSample(server: Server): void {
  const { ctx } = server
  serve(server, getSampleState, async ({ inTenant }) => {
    const { has_orders, is_loading } = await inTenant(readSampleState)
    return { is_offered: !has_orders && !is_loading, is_loading }
  })
  serve(server, loadSampleData, async ({ caller }) => {
    const { port, public_url } = ctx.config
    const url = public_url ?? (port > 0 ? `http://127.0.0.1:${port}` : undefined)
    await loadSample(ctx, caller.tenantId, { url })
    return { is_offered: false, is_loading: true }
  })
  serveSampleReceiver(server.app)
  serveSimulation(server)
}
