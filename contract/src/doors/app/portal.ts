import { z } from 'zod'
import { endpoint, ofDoor } from '../../endpoint.ts'
import { listWindow, someOf, windowMembers } from '../../listing.ts'
import { doorLanguages } from '../../reading/languages.ts'
import { LocalDate, openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { doorRequestStates } from './requests.ts'
import { TrackedPosition, TrackedStop, trackedStates } from './tracking.ts'

/** Order states for the customer. REQUESTED: not confirmed by a planner yet. */
export const portalStates = ['REQUESTED', ...trackedStates] as const
export type PortalState = (typeof portalStates)[number]

const ofPortal = { ...ofDoor, door: 'CUSTOMER' } as const

/** Customer and user of the portal. */
export const Portal = z
  .object({
    sender: z.string().describe('Name of the haulier.'),
    language: z.enum(doorLanguages).nullable().describe('Language that the link was created for.'),
    expires_at: UtcInstant.describe('When the link expires.'),
    company_name: z.string().describe('Name of the customer.'),
    person_name: z.string().nullable().describe('Person who was invited.'),
    to_approve: z.int().describe('Orders with charges that the customer has to approve.'),
    office_phone: z.string().nullable().describe('Phone number of the office; null without one.'),
    office_email: z.string().nullable().describe('E-mail address of the office; null without one.'),
  })
  .meta({ id: 'DoorPortal' })
export type Portal = z.output<typeof Portal>

/** Content of a portal link. */
export const getPortal = endpoint({
  ...ofPortal,
  id: 'getPortal',
  method: 'GET',
  path: '/door/portal',
  summary: 'Read what a portal link opens',
  response: Portal,
})

const PortalPlace = z
  .object({
    name: z.string().nullable().describe('Name of the place.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Country, ISO 3166-1 alpha-2.'),
  })
  .meta({ id: 'DoorPortalPlace' })

/** An order in the list of its customer. */
export const PortalListedOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number of the haulier.'),
    reference: z.string().nullable().describe('Reference of the customer.'),
    state: z.enum(portalStates).describe('How far it is.'),
    from: PortalPlace.nullable().describe('Where the first pickup is.'),
    to: PortalPlace.nullable().describe('Where the last delivery is.'),
    pickup_on: LocalDate.nullable().describe('Day of the first pickup.'),
    delivery_on: LocalDate.nullable().describe('Day of the last delivery.'),
    container_number: z.string().nullable().describe('Container number.'),
    time_zone: z.string().describe('Time zone of the last delivery.'),
    planned_at: UtcInstant.nullable().describe('When the last delivery is planned.'),
    expected_at: UtcInstant.nullable().describe('When the last delivery is expected; null without an estimate.'),
    eta_is_estimated: z.boolean().describe('Whether no router gave the driving times of expected_at.'),
    delivered_at: UtcInstant.nullable().describe('When the last delivery was reached.'),
    to_approve: z.int().describe('Charges that the customer has to approve.'),
  })
  .meta({ id: 'DoorPortalListedOrder' })
export type PortalListedOrder = z.output<typeof PortalListedOrder>

const filters = {
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Part of the number, the reference or the container number, in capitals or not.'),
  state: someOf(portalStates).describe('States, with commas between them.'),
  to_approve: z.enum(['true']).optional().describe('Only orders with charges to approve.'),
}

/** The customer's orders, newest first (PORTAL-2). */
export const listPortalOrders = endpoint({
  ...ofPortal,
  id: 'listPortalOrders',
  method: 'GET',
  path: '/door/portal/orders',
  summary: 'List the orders of a customer',
  query: z.object({ ...windowMembers, ...filters }),
  response: listWindow(PortalListedOrder),
})

/** All matching orders of the customer, as CSV. */
export const exportPortalOrders = endpoint({
  ...ofPortal,
  id: 'exportPortalOrders',
  method: 'GET',
  path: '/door/portal/orders/csv',
  summary: 'Orders of a customer as CSV',
  query: z.object({
    ...filters,
    language: z
      .enum(doorLanguages)
      .optional()
      .describe('Language of the reader: of headings, states, days and the separator; English without one.'),
  }),
  responseType: 'bytes',
})

/** Stop of an order for its customer. */
export const PortalStop = TrackedStop.omit({ town: true })
  .extend({
    name: z.string().nullable().describe('Name of the place.'),
    address: z.string().nullable().describe('Street and number.'),
    postal_code: z.string().nullable().describe('Postal code.'),
    city: z.string().nullable().describe('Town.'),
  })
  .meta({ id: 'DoorPortalStop' })
export type PortalStop = z.output<typeof PortalStop>

const PortalGood = z
  .object({
    description: z.string().nullable().describe('What it is.'),
    quantity: z.number().nullable().describe('How many pieces.'),
    packaging: z.string().nullable().describe('Name or code of the packaging.'),
    weight_kg: z.number().nullable().describe('Gross weight of all pieces in kg.'),
  })
  .meta({ id: 'DoorPortalGood' })

const PortalDocument = z
  .object({
    document_id: UuidOut.describe('Id of the document.'),
    name: z.string().describe('Name of the file.'),
    type: z.string().describe('Kind of document.'),
    created_at: UtcInstant.describe('When it was added.'),
  })
  .meta({ id: 'DoorPortalDocument' })
export type PortalDocument = z.output<typeof PortalDocument>

/** A charge submitted for approval (PORTAL-5). */
export const PortalCharge = z
  .object({
    charge_id: UuidOut.describe('Id of the charge.'),
    name: z.string().describe('What is charged.'),
    description: z.string().describe('More about it; empty without.'),
    amount: z.string().describe('Amount without tax, as a decimal.'),
    currency: z.string().describe('Currency, ISO 4217.'),
    approval: z.enum(['REQUESTED', 'APPROVED', 'REJECTED']).describe('What the customer decided.'),
    comment: z.string().nullable().describe('Comment of the decision.'),
  })
  .meta({ id: 'DoorPortalCharge' })
export type PortalCharge = z.output<typeof PortalCharge>

/** Kinds of customer requests about an order. */
export const portalRequestKinds = ['CHANGE', 'CANCEL'] as const

/** A customer's request about an order (DOOR-15). */
export const PortalRequest = z
  .object({
    kind: openSet(portalRequestKinds).describe('CHANGE or CANCEL.'),
    text: z.string().nullable().describe('What the customer wrote; null without.'),
    state: openSet(doorRequestStates).describe('OPEN until the office has decided.'),
    answer: z.string().nullable().describe('What the office says to it; null without.'),
    requested_at: UtcInstant.describe('When it was asked.'),
  })
  .meta({ id: 'DoorPortalRequest' })
export type PortalRequest = z.output<typeof PortalRequest>

/** An order for its customer (PORTAL-2). */
export const PortalOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number of the haulier.'),
    reference: z.string().nullable().describe('Reference of the customer.'),
    state: z.enum(portalStates).describe('How far it is.'),
    container_number: z.string().nullable().describe('Container number.'),
    position: TrackedPosition.nullable().describe('About where it is; null unless it is on its way.'),
    stops: z.array(PortalStop).describe('Its stops, in their order.'),
    goods: z.array(PortalGood).describe('What is carried.'),
    documents: z.array(PortalDocument).describe('Documents that customers see, the newest first.'),
    charges: z.array(PortalCharge).describe('Charges that approval was requested for.'),
    requests: z.array(PortalRequest).describe('What was asked of the office, the newest first.'),
    can_request: z.array(openSet(portalRequestKinds)).describe('What can be asked as the order stands.'),
  })
  .meta({ id: 'DoorPortalOrder' })
export type PortalOrder = z.output<typeof PortalOrder>

const params = z.object({ order_id: Uuid.describe('Id of the order.') })

/** One order of the customer. */
export const getPortalOrder = endpoint({
  ...ofPortal,
  id: 'getPortalOrder',
  method: 'GET',
  path: '/door/portal/orders/{order_id}',
  summary: 'Read an order of a customer',
  params,
  response: PortalOrder,
})

/** Download URL of a document visible to customers (PORTAL-3). */
export const getPortalDocument = endpoint({
  ...ofPortal,
  id: 'getPortalDocument',
  method: 'GET',
  path: '/door/portal/orders/{order_id}/documents/{document_id}',
  summary: 'Find the file of a document',
  description: 'A browser fetches the file without a header, so the path itself is the permission, for a minute.',
  params: params.extend({ document_id: Uuid.describe('Id of the document.') }),
  response: z.object({ path: z.string().describe('Path and query of the file.') }),
})

/** Requests a change or the cancellation of an order (DOOR-15). */
export const requestPortalChange = endpoint({
  ...ofPortal,
  id: 'requestPortalChange',
  method: 'POST',
  path: '/door/portal/orders/{order_id}/requests',
  summary: 'Request a change or the cancellation of an order',
  description: 'Replaces an open one of the same kind. It is an exception of the day for the office, which decides.',
  params,
  body: z
    .object({
      kind: z.enum(portalRequestKinds).describe('CHANGE or CANCEL.'),
      text: z.string().trim().max(2_000).nullish().describe('What should be changed, or why; required for CHANGE.'),
    })
    .meta({ id: 'DoorNewPortalRequest' }),
  response: PortalOrder,
})

/** Processes the customer's decisions on charges of an order: all of them, or none if one fails. */
export const reviewPortalCharges = endpoint({
  ...ofPortal,
  id: 'reviewPortalCharges',
  method: 'POST',
  path: '/door/portal/orders/{order_id}/charges',
  summary: 'Approve or reject charges of an order',
  description: 'The same decision again answers 200; a charge that is not REQUESTED answers 409.',
  params,
  body: z.object({
    charges: z
      .array(
        z.object({
          charge_id: Uuid.describe('Id of the charge.'),
          approval: z.enum(['APPROVED', 'REJECTED']).describe('The decision.'),
          comment: z.string().trim().max(1_000).nullish().describe('Why; shown to the haulier.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('The decisions.'),
  }),
  response: z.object({ charges: z.array(PortalCharge).describe('As they are now.') }),
})
