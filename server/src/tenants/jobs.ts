import type { JobHandler } from '../jobs/kinds.ts'
import { sealKnownAddress } from './engine-key.commands.ts'

/** Job: seals the address of a routing engine from before keys were kept encrypted. */
export const sealEngine: JobHandler<'tenants.seal_engine'> = async (ctx, job) => {
  await job.finishing((tx) => sealKnownAddress(ctx, tx))
}
