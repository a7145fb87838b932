import type { Endpoint } from '@cartage/contract/endpoint'
import { byCaller } from '../audit/rules.ts'
import { Problem } from '../http/problem.ts'
import type { Call } from '../http/serve.ts'
import { readPurchase } from './record.commands.ts'

type RouteCall = Pick<Call<Endpoint>, 'caller' | 'requestId' | 'inTenant' | 'render'>

/** The document of a request, and on whose behalf it is changed. */
export function commandOf(call: Pick<RouteCall, 'caller' | 'requestId'> & { readonly params: { invoice_id: string } }) {
  const { caller, requestId, params } = call
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId), invoiceId: params.invoice_id }
}

/**
 * Response with the document after a command.
 * @throws Problem not_found
 */
export async function shown({ inTenant, render }: Pick<RouteCall, 'inTenant' | 'render'>, id: string) {
  const record = await inTenant((tx) => readPurchase(tx, id, render))
  if (!record) throw new Problem('not_found')
  return record
}
