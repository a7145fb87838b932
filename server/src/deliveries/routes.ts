import * as contract from '@cartage/contract/deliveries/app/record'
import { getLogEntry } from '@cartage/contract/events/app'
import { byCaller } from '../audit/rules.ts'
import { shownTo } from '../auth/personal.rules.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { findDelivery, listDeliveriesOf } from './log/detail.views.ts'
import { dismissEach } from './log/dismiss.commands.ts'
import { findLogEntry } from './log/entries.views.ts'
import { replay, replayEach } from './log/replay.commands.ts'
import { serveLists } from './log/routes.ts'
import { serveSubscriptions } from './subscriptions/routes.ts'

/** Serves events, their deliveries and endpoints for screens. */
export function serveDeliveries(server: Server): void {
  serveLog(server)
  serveLists(server)
  serveDelivery(server)
  serveSubscriptions(server)
}

function serveLog(server: Server): void {
  serve(server, getLogEntry, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      const mayRead = caller.permissions.includes('delivery.read')
      const [entry, sent_to] = await Promise.all([
        findLogEntry(tx, params.event_id),
        mayRead ? listDeliveriesOf(tx, params.event_id) : null,
      ])
      if (!entry) throw new Problem('not_found')
      return { ...shownTo(caller, entry), sent_to }
    }),
  )
}

function serveDelivery(server: Server): void {
  const { ctx } = server
  serve(server, contract.getDelivery, async ({ params, inTenant }) => {
    const delivery = await inTenant((tx) => findDelivery(tx, params.event_id, params.subscription_id))
    if (!delivery) throw new Problem('not_found')
    return delivery
  })
  serve(server, contract.resendDeliveries, async ({ caller, requestId, body, doEach }) => ({
    items: await replayEach(
      ctx,
      { tenantId: caller.tenantId, by: byCaller(caller, requestId), doEach },
      body.deliveries,
    ),
  }))
  serve(server, contract.dismissDeliveries, async ({ caller, requestId, body, doEach }) => ({
    items: await dismissEach(
      ctx,
      { tenantId: caller.tenantId, by: byCaller(caller, requestId), doEach },
      body.deliveries,
    ),
  }))
  serve(server, contract.resendFailed, async ({ caller, requestId, body }) => {
    const { since, subscription_id } = body
    const input = { kind: 'dead' as const, since, ...(subscription_id !== undefined && { subscription_id }) }
    return { resent: await replay(ctx, caller.tenantId, byCaller(caller, requestId), input) }
  })
}
