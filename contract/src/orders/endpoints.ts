import { z } from 'zod'
import { Document } from '../documents/endpoints.ts'
import { type ApiRole, endpoint } from '../endpoint.ts'
import { Uuid } from '../scalars.ts'
import { OrderChargesOutput } from './charges.ts'
import { OrderExport, OrderUpload } from './order-input.ts'
import { OrderOutput } from './order-output.ts'
import { OrderWithStatus } from './order-status.ts'
import { OrderImport, OrderImportResponse } from './upload-record.ts'

const roles: readonly ApiRole[] = ['API_ORDER', 'CUSTOMER']
const UploadParams = z.object({ upload_id: Uuid.describe('Id from the upload record.') })
const OrderParams = z.object({ order_id: Uuid.describe('Id of the order.') })

/** Creates, changes or cancels an order; processed after the response (ORD-1 to ORD-9). */
export const uploadOrder = endpoint({
  id: 'uploadOrder',
  method: 'POST',
  path: '/v1/orders/order/upload',
  tag: 'orders',
  summary: 'Create, update or cancel an order',
  description:
    'Accepted means stored: the response is a record to poll, not the order. Repeating a body has no effect. ' +
    'With a header Idempotency-Key of your choice, a repeat of the same body answers with the upload it made before; ' +
    'another body under the same key is refused. ' +
    'An order that is cancelled cannot be revived; use another order_identifier.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  creates: 'record',
  body: OrderUpload,
  response: OrderImport,
})

/** The result of an upload (ORD-2). The literal `upload` is routed before `{order_id}`. */
export const getOrderUpload = endpoint({
  id: 'getOrderUpload',
  method: 'GET',
  path: '/v1/orders/order/upload/{upload_id}',
  tag: 'orders',
  summary: 'Poll an upload',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: UploadParams,
  response: OrderImport,
})

/** The order and its status (READ-1). */
export const getOrder = endpoint({
  id: 'getOrder',
  method: 'GET',
  path: '/v1/orders/order/{order_id}',
  tag: 'orders',
  summary: 'Get an order',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OrderParams,
  response: OrderOutput,
})

/** The order and its stops in order (READ-2 to READ-5). */
export const getOrderStatus = endpoint({
  id: 'getOrderStatus',
  method: 'GET',
  path: '/v1/orders/order/{order_id}/status',
  tag: 'orders',
  summary: 'Get the progress of an order',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OrderParams,
  response: OrderWithStatus,
})

/** The order as an upload body (EXP-1, EXP-2). */
export const exportOrder = endpoint({
  id: 'exportOrder',
  method: 'GET',
  path: '/v1/orders/order/{order_id}/export',
  tag: 'orders',
  summary: 'Export an order in upload format',
  description: 'Uploaded unchanged it updates this order; with another order_identifier it creates a copy.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OrderParams,
  response: OrderExport,
})

/** Charges of the order, provisional until invoiced (CHG-1). */
export const listOrderCharges = endpoint({
  id: 'listOrderCharges',
  method: 'GET',
  path: '/v1/orders/order/{order_id}/charges',
  tag: 'charges',
  summary: 'List the charges of an order',
  description:
    'Amounts are provisional until they are invoiced; tax is rounded for each charge alone. Withdrawn charges are not listed. ' +
    'A client with the role CUSTOMER sees neither charges that are to be requested nor those rejected before.',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OrderParams,
  query: z.object({
    explain: z
      .enum(['0', '1'])
      .optional()
      .describe('1: also how the price is calculated. Without effect for a client with the role CUSTOMER.'),
  }),
  response: OrderChargesOutput,
})

/** Documents of the order and its consignments (READ-6). */
export const listOrderDocuments = endpoint({
  id: 'listOrderDocuments',
  method: 'GET',
  path: '/v1/orders/order/{order_id}/documents',
  tag: 'orders',
  summary: 'List the documents of an order',
  description:
    'With those of its consignments and stops (READ-6). A customer sees what the customer portal shows: proofs of ' +
    'delivery, consignment notes and the like, and none that was rejected (READ-8).',
  auth: 'bearer',
  roles,
  limit: 'general',
  since: '1.2.0',
  params: OrderParams,
  response: z.array(Document),
})

/**
 * Upload body sent by webhook, with a response without upload id (ORD-17). Raw, because webhooks accept any media type
 * (CLIENT-27): the handler parses the bytes as JSON with the upload schema.
 */
export const importOrder = endpoint({
  id: 'importOrder',
  method: 'POST',
  path: '/v1/webhook/order-import',
  aliases: ['/v1/webhook'],
  tag: 'inbound-webhooks',
  summary: 'Create, update or cancel an order by webhook',
  description:
    'Any media type is accepted. The response is null when the order was accepted, or has errors that say why it was not, for ' +
    'example because the body cannot be read as an order. A message that comes again under the same header webhook-id ' +
    'or Idempotency-Key takes effect once.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  body: OrderUpload,
  response: OrderImportResponse.nullable(),
})
