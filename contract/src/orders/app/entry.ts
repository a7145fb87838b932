import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { LocalDate, Uuid, UuidOut } from '../../scalars.ts'
import { OrderEntry } from '../order-input.ts'
import { OrderImport } from '../upload-record.ts'

const shared = {
  ...ofApplication,
  permission: 'order.write',
} as const

/** Makes a second request with the same key harmless: it answers what happened to the first. */
export const EntryKey = Uuid.describe('Key of one order, set by the screen; a repeat does not create a second order.')

/** Takes an order that a person entered. It goes the way of every upload. */
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

/** Takes a change that a person made. */
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

/** What happened to uploads: those of a screen that waits, or of an import. */
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

/** An order that is there already and looks like one that is being entered. */
export const SimilarOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number for people.'),
    why: z.enum(['IDENTIFIER', 'REFERENCE']).describe('What is the same: the identifier, or reference and day.'),
  })
  .meta({ id: 'AppSimilarOrder' })
export type SimilarOrder = z.output<typeof SimilarOrder>

/** Looks for orders that what is being entered may be a second time. */
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

/** What an order may name that the tenant has configured. */
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
