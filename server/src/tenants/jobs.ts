import type { JobHandler } from '../jobs/kinds.ts'
import { sealKnownAddress } from './engine-key.commands.ts'

/** Job: seals the address of a routing engine that was stored before keys were encrypted. */
export const sealEngine: JobHandler<'tenants.seal_engine'> = async (ctx, job) => {
  await job.finishing((tx) => sealKnownAddress(ctx, tx))
}
