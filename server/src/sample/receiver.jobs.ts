import { sampleCarriers } from '../../../seeds/companies.ts'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { addSubscription } from '../deliveries/subscriptions/commands.ts'
import { addDestination } from '../dispatch/destinations.commands.ts'
import { Problem } from '../http/problem.ts'
import { carrierPath, sampleReceiverPath } from './receiver.rules.ts'
import { companiesByName, receiversAt } from './views.ts'

/**
 * Receivers on this machine: one that accepts nearly everything, one that rejects, and a channel for each of three
 * carriers.
 */
export async function createReceivers(ctx: Context, tenantId: string, base: string): Promise<void> {
  const known = await ctx.db.asTenant(tenantId, (tx) => receiversAt(tx, sampleReceiverPath))
  const url = (name: string) => `${base}${sampleReceiverPath}/${name}`
  const isThere = (name: string) => known.some((receiver) => receiver.url === url(name))
  try {
    if (!isThere('portal')) {
      await addSubscription(ctx, tenantId, byOperator, { name: 'Customer portal', url: url('portal') })
    }
    if (!isThere('old-erp')) {
      const event_types = ['order.cancelled', 'order.rejected']
      await addSubscription(ctx, tenantId, byOperator, { name: 'Old ERP', url: url('old-erp'), event_types })
    }
    for (const name of sampleCarriers.slice(0, 3)) {
      const path = carrierPath(name)
      if (!isThere(path)) await addCarrier(ctx, tenantId, name, url(path))
    }
  } catch (error) {
    // Only the demo installation allows receivers on its own machine.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    ctx.log.info({ err: error, tenant_id: tenantId }, 'the sample data has no endpoints on this machine')
  }
}

async function addCarrier(ctx: Context, tenantId: string, name: string, url: string): Promise<void> {
  const known = await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, [name]))
  const subcontractor_id = known.get(name)?.company_id
  if (subcontractor_id === undefined) return
  await addDestination(ctx, tenantId, byOperator, { kind: 'SUBCO', name, subcontractor_id, channel: { url } })
}
