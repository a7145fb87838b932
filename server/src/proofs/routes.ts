import { listMissingProofs } from '@cartage/contract/proofs/app'
import { walkList } from '../http/page.ts'
import { type Server, serve } from '../http/serve.ts'
import { missingProofs } from './list.views.ts'

/** Binds the list of orders whose proof of delivery is missing or waits for review. */
export function serveProofs(server: Server): void {
  serve(server, listMissingProofs, async ({ caller, query, inTenant }) => {
    const walk = walkList(server.ctx, caller, listMissingProofs.id, query)
    const state = walk.filters.state === 'TO_REVIEW' ? 'TO_REVIEW' : 'WITHOUT'
    return await inTenant((tx) => walk.read(missingProofs.open(tx, { state }, undefined)))
  })
}
