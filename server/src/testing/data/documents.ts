import { listOrderDocuments } from '@cartage/contract/orders/endpoints'
import { statement } from '../../db/statement.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import { settle, simpleOrder, type Upload } from './orders.ts'

const stopsOf = statement(
  'testing.stops_of_order',
  'select s.stop_id from order_stop s where s.tenant_id = $1 and s.order_id = $2 order by s.sequence',
)

/** An order without a trip, with the ids of its pickup and its delivery. */
export async function placedOrder(server: TestServer, tenant: TestTenant, members: Partial<Upload> = {}) {
  const { order_id } = await settle(server, tenant, simpleOrder(members))
  const stops = await tenant.asTenant((tx) => tx.query<{ stop_id: string }>(stopsOf, order_id))
  return { orderId: order_id!, pickup: stops[0]!.stop_id, delivery: stops[1]!.stop_id }
}

/** The documents of an order listed by the API. */
export function documentsOf(tenant: TestTenant, orderId: string) {
  return tenant.call(listOrderDocuments, { params: { order_id: orderId } })
}

/** The answer to a download by the tenant's API client. */
export function downloadOf(server: TestServer, tenant: TestTenant, documentId: string) {
  return server.app.inject({
    url: `/v1/documents/document/${documentId}/download`,
    headers: { authorization: `Bearer ${tenant.token}` },
  })
}
