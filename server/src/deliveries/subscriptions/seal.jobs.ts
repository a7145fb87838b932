import { eraseFromTrail } from '../../audit/erase.store.ts'
import { bySystem } from '../../audit/rules.ts'
import { listValues } from '../../audit/views.ts'
import type { JobHandler } from '../../jobs/kinds.ts'
import { withoutSecrets } from '../../net/shown-address.rules.ts'
import { sealedAddress } from '../channels/gateway.ts'
import { openAddressesForUpdate, updateAddress } from './store.ts'

/** Job: seals addresses of endpoints from before their keys were kept encrypted, and erases them from the trail (SECRET-6). */
export const sealAddresses: JobHandler<'deliveries.seal_addresses'> = async (ctx, job) => {
  await job.finishing(async (tx) => {
    for (const endpoint of await openAddressesForUpdate(tx)) {
      const { url, url_sealed } = sealedAddress(ctx, tx.tenantId, endpoint)
      if (url_sealed !== null) await updateAddress(tx, endpoint.subscription_id, url, url_sealed)
    }
    // Also of endpoints that are gone.
    const written = await listValues(tx, 'subscription', 'url')
    const entity_ids = written.filter(({ value }) => withoutSecrets(value) !== value).map(({ entity_id }) => entity_id)
    const trail = { entity_type: 'subscription', entity_ids: [...new Set(entity_ids)], names: new Set(['url']) }
    await eraseFromTrail(tx, bySystem, ctx.newId(), trail)
  })
}
