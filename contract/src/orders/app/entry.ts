import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'
import { OrderEntry } from '../order-input.ts'
import { OrderImport } from '../upload-record.ts'

const shared = {
  ...ofApplication,
  permission: 'order.write',
} as const

/** Idempotency key: a second request with it returns the result of the first. */
export const EntryKey = Uuid.describe('Key of one order, set by the screen; a repeat does not create a second order.')

/** Submits an order entered by a user. It is processed like every upload. */
export const createOrder = endpoint({
  ...shared,
  id: 'createOrder',
  method: 'POST',
  creates: 'body',
  path: '/app/orders',
  summary: 'Enter an order',
  description: 'Without order_identifier the order number becomes the identifier. Applied within seconds: poll it.',
  body: z.object({
    entry_key: EntryKey.nullish().describe('Key of this entry: a repeat does not create a second order.'),
    corrects: Uuid.nullish().describe('Id of a failed upload of a new order: it is sent again, under its identifier.'),
    order: OrderEntry.describe('As for the upload.'),
  }),
  response: OrderImport,
})

/** Submits a change made by a user. */
export const changeOrder = endpoint({
  ...shared,
  id: 'changeOrder',
  method: 'PUT',
  path: '/app/orders/{order_id}',
  summary: 'Change an order',
  description: 'Members that are absent keep their values; consignments, when present, are the full new list.',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  body: z.object({
    version: z.int().min(1).describe('Version of the order that was edited; another one: 409.'),
    order: OrderEntry.describe('As for the upload; its identifier is the one of the order.'),
    drops_container: z
      .boolean()
      .optional()
      .describe('True turns a container order into a road order, while nothing of it is planned.'),
  }),
  response: OrderImport,
})

/** Results of uploads, for a waiting screen or an import. */
export const readUploads = endpoint({
  ...shared,
  id: 'readUploads',
  method: 'POST',
  path: '/app/orders/uploads',
  permission: 'order.read',
  summary: 'Read records of uploads',
  body: z.object({ upload_ids: z.array(Uuid).min(1).max(200).describe('Ids of the uploads.') }),
  response: z.object({ items: z.array(OrderImport).describe('Those that there are.') }),
})

/** Existing order that resembles the one being entered. */
export const SimilarOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number for people.'),
    why: z.enum(['IDENTIFIER', 'REFERENCE']).describe('What is the same: the identifier, or reference and day.'),
  })
  .meta({ id: 'AppSimilarOrder' })
export type SimilarOrder = z.output<typeof SimilarOrder>

/** Finds possible duplicates of the order being entered. */
export const findSimilarOrders = endpoint({
  ...shared,
  id: 'findSimilarOrders',
  method: 'POST',
  path: '/app/orders/similar',
  permission: 'order.read',
  summary: 'Find orders that look the same',
  description: 'The same identifier, or the same customer, reference and pickup day among orders of the last 30 days.',
  body: z.object({
    order_identifier: z.string().max(255).nullish().describe('Identifier to be used.'),
    customer_id: Uuid.nullish().describe('Id of the customer.'),
    customer_reference_number: z.string().max(255).nullish().describe("The customer's reference."),
    pickup_on: LocalDate.nullish().describe('Day of the first pickup.'),
    except: Uuid.nullish().describe('Id of the order that is being changed.'),
  }),
  response: z.object({ items: z.array(SimilarOrder).describe('At most five.') }),
})

const Choice = z
  .object({
    code: z.string().describe('Its code in orders.'),
    name: z.string().describe('What people see.'),
  })
  .meta({ id: 'AppOrderChoice' })

/** Tenant settings that an order can refer to. */
export const OrderReference = z
  .object({
    transport_services: z.array(Choice).describe('By code.'),
    service_levels: z.array(Choice).describe('By code.'),
    packaging_types: z.array(Choice).describe('By code.'),
    container_types: z.array(Choice).describe('By code.'),
    custom_activities: z.array(Choice).describe('By code.'),
  })
  .meta({ id: 'AppOrderReference' })
export type OrderReference = z.output<typeof OrderReference>

/** Reference data for entering orders. */
export const readOrderReference = endpoint({
  ...shared,
  id: 'readOrderReference',
  method: 'GET',
  path: '/app/orders/reference',
  permission: 'order.read',
  summary: 'What an order may name',
  response: OrderReference,
})
