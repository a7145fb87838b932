import { eraseFromTrail } from '../../audit/erase.store.ts'
import { bySystem } from '../../audit/rules.ts'
import { listValues } from '../../audit/views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { JobHandler } from '../../jobs/kinds.ts'
import { togetherOrApart } from '../../jobs/together.ts'
import { withoutSecrets } from '../../net/shown-address.rules.ts'
import { sealedAddress } from '../channels/gateway.ts'
import { type OpenAddress, openAddressesForUpdate, updateAddress } from './store.ts'

/**
 * Job: encrypts addresses of endpoints from before their keys were encrypted, and erases them from the trail
 * (SECRET-6). One that cannot be encrypted does not affect others (EACH-3); the job is retried for it.
 */
export const sealAddresses: JobHandler<'deliveries.seal_addresses'> = async (ctx, job) => {
  const faults: unknown[] = []
  await ctx.db.asWorker(job.tenantId, async (tx) => {
    await togetherOrApart(
      await openAddressesForUpdate(tx),
      (some) => tx.apart((part) => sealAll(ctx, part, some)),
      ({ subscription_id }, error) => {
        const facts = { err: error, tenant_id: job.tenantId, subscription_id }
        ctx.log.warn(facts, 'the address of an endpoint could not be encrypted')
        faults.push(error)
      },
    )
    // Includes removed endpoints.
    const written = await listValues(tx, 'subscription', 'url')
    const entity_ids = written.filter(({ value }) => withoutSecrets(value) !== value).map(({ entity_id }) => entity_id)
    const trail = { entity_type: 'subscription', entity_ids: [...new Set(entity_ids)], names: new Set(['url']) }
    await eraseFromTrail(tx, bySystem, ctx.newId(), trail)
  })
  if (faults.length > 0) throw faults[0]
}

async function sealAll(ctx: Context, tx: Tx, endpoints: readonly OpenAddress[]): Promise<void> {
  for (const endpoint of endpoints) {
    const { url, url_sealed } = sealedAddress(ctx, tx.tenantId, endpoint)
    if (url_sealed !== null) await updateAddress(tx, endpoint.subscription_id, url, url_sealed)
  }
}
