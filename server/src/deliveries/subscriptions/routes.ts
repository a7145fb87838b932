import * as contract from '@cartage/contract/deliveries/app/subscriptions'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { changeSubscription } from './change.commands.ts'
import * as jobs from './commands.ts'
import { listShown } from './public-keys.commands.ts'
import { testSubscription } from './test.commands.ts'

/** Serves endpoints for screens; the command line calls the same commands. */
export function serveSubscriptions(server: Server): void {
  const { ctx } = server
  serve(server, contract.listSubscriptions, async ({ inTenant }) => ({
    items: await inTenant((tx) => listShown(ctx, tx)),
  }))
  serve(server, contract.addSubscription, ({ caller, requestId, body }) => {
    const { credentials, ...input } = body
    return jobs.addSubscription(ctx, caller.tenantId, byCaller(caller, requestId), {
      ...known(input),
      ...(credentials && { receiver_auth: known(credentials) as jobs.SubscriptionInput['receiver_auth'] & object }),
    })
  })
  serve(server, contract.changeSubscription, ({ caller, requestId, params, body }) => {
    const { credentials, ...changes } = body
    const id = params.subscription_id
    return changeSubscription(ctx, caller.tenantId, byCaller(caller, requestId), id, {
      ...changes,
      receiver_auth: credentials && (known(credentials) as jobs.SubscriptionInput['receiver_auth'] & object),
    })
  })
  serve(server, contract.testSubscription, async ({ caller, params }) => {
    const { request_headers, response_headers, ...result } = await testSubscription(
      ctx,
      caller.tenantId,
      params.subscription_id,
    )
    return {
      ...result,
      request_headers: JSON.parse(request_headers) as Record<string, unknown>,
      response_headers: JSON.parse(response_headers) as Record<string, unknown>,
    }
  })
  serveSwitches(server)
}

function serveSwitches(server: Server): void {
  const { ctx } = server
  serve(server, contract.pauseSubscription, ({ caller, requestId, params, body }) =>
    jobs.pauseSubscription(ctx, caller.tenantId, byCaller(caller, requestId), params.subscription_id, body.reason),
  )
  serve(server, contract.resumeSubscription, ({ caller, requestId, params }) =>
    jobs.resumeSubscription(ctx, caller.tenantId, byCaller(caller, requestId), params.subscription_id),
  )
  serve(server, contract.rotateSubscription, ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    return jobs.rotateSubscriptionSecret(ctx, caller.tenantId, by, params.subscription_id, body.overlap_hours)
  })
  serve(server, contract.pinHostKeys, ({ caller, requestId, params, body }) => {
    const by = byCaller(caller, requestId)
    return jobs.pinHostKeysOf(ctx, caller.tenantId, by, params.subscription_id, body.host_keys)
  })
  serve(server, contract.removeSubscription, async ({ caller, requestId, params }) => {
    await jobs.removeSubscription(ctx, caller.tenantId, byCaller(caller, requestId), params.subscription_id)
    return undefined
  })
}

type Known<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> }

/** Drops undefined members: for the commands they must be absent. */
function known<Members extends object>(members: Members): Known<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known<Members>
}
