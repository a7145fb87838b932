import { z } from 'zod'
import { endpoint, ofDoor } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { LocalTime, Uuid, UuidOut } from '../../scalars.ts'

const ofPortal = { ...ofDoor, door: 'CUSTOMER' } as const

const key = z.string().max(100).describe('Names it within the order that is copied.')

/** Customer's input for a stop. */
export const PortalDraftStop = z
  .object({
    key,
    role: z.enum(['SETUP', 'PICKUP', 'DELIVERY', 'STANDALONE', 'TEARDOWN']).describe('What happens there.'),
    name: z.string().nullable().describe('Name of the place.'),
    address: z.string().nullable().describe('Street and number.'),
    city: z.string().nullable().describe('Town.'),
    country: z.string().nullable().describe('Country, ISO 3166-1 alpha-2.'),
    days_later: z
      .int()
      .nullable()
      .describe('Days after the first stop in the order that is copied; null without a day.'),
    from: z.string().nullable().describe('Earliest time in the order that is copied, HH:mm.'),
    to: z.string().nullable().describe('Latest time in the order that is copied, HH:mm.'),
    needs_date: z.boolean().describe('A day has to be entered.'),
  })
  .meta({ id: 'DoorPortalDraftStop' })
export type PortalDraftStop = z.output<typeof PortalDraftStop>

/** Customer's input for a goods item. */
export const PortalDraftGood = z
  .object({
    key,
    description: z.string().nullable().describe('What it is.'),
    packaging: z.string().nullable().describe('Name or code of the packaging.'),
    quantity: z.number().nullable().describe('Pieces in the order that is copied.'),
    weight_kg: z.number().nullable().describe('Gross weight of all pieces in the order that is copied, in kg.'),
  })
  .meta({ id: 'DoorPortalDraftGood' })
export type PortalDraftGood = z.output<typeof PortalDraftGood>

/** Previous order as a template (PORTAL-4). */
export const PortalDraft = z
  .object({
    order_id: UuidOut.describe('Id of the order that is copied.'),
    order_number: z.string().describe('Its number.'),
    stops: z.array(PortalDraftStop).describe('Its stops, in their order.'),
    goods: z.array(PortalDraftGood).describe('What is carried.'),
  })
  .meta({ id: 'DoorPortalDraft' })
export type PortalDraft = z.output<typeof PortalDraft>

/** Template for reordering. */
export const getPortalDraft = endpoint({
  ...ofPortal,
  id: 'getPortalDraft',
  method: 'GET',
  path: '/door/portal/orders/{order_id}/draft',
  summary: 'Read an order to be ordered again',
  params: z.object({ order_id: Uuid.describe('Id of the order.') }),
  response: PortalDraft,
})

/** Customer's input for a new order. */
export const PortalEntry = z
  .object({
    order_id: Uuid.describe('Id of the order that is copied.'),
    reference: z.string().trim().max(255).nullish().describe('Reference of the customer.'),
    remark: z.string().trim().max(2_000).nullish().describe('Remark for the planners.'),
    stops: z
      .array(
        z.object({
          key,
          date: SensibleDay.nullish().describe('Requested day.'),
          from: LocalTime.nullish().describe('Earliest time, HH:mm.'),
          to: LocalTime.nullish().describe('Latest time, HH:mm.'),
        }),
      )
      .max(200)
      .describe('Day and times of each stop.'),
    goods: z
      .array(
        z.object({
          key,
          quantity: z.number().positive().max(1_000_000).describe('How many pieces.'),
          weight_kg: z.number().nonnegative().max(10_000_000).nullish().describe('Gross weight of all pieces in kg.'),
        }),
      )
      .max(500)
      .default([])
      .describe('Quantities; a good that is left out stays as it was.'),
  })
  .meta({ id: 'DoorPortalEntry' })
export type PortalEntry = z.output<typeof PortalEntry>

/** Accepts a customer's new order, copied from a previous one. It is a quote until a planner confirms it. */
export const createPortalOrder = endpoint({
  ...ofPortal,
  id: 'createPortalOrder',
  method: 'POST',
  creates: 'body',
  path: '/door/portal/orders',
  summary: 'Order a previous order again',
  description: 'The answer is sent when the order is stored. It is applied within seconds: poll the upload.',
  body: z.object({
    entry_key: Uuid.describe('Key of this entry, set by the page: a repeat does not create a second order.'),
    entry: PortalEntry.describe('What was entered.'),
  }),
  response: z.object({ upload_id: UuidOut.describe('Id of the upload.') }),
})

/** Progress of a new order. */
export const PortalUpload = z
  .object({
    state: z
      .enum(['IN_PROGRESS', 'TAKEN', 'IN_REVIEW'])
      .describe('TAKEN: it is an order. IN_REVIEW: it could not be taken as it is and waits for a planner.'),
    order_id: UuidOut.nullable().describe('Id of the order; null until it is taken.'),
  })
  .meta({ id: 'DoorPortalUpload' })

/** Progress of a new order. */
export const getPortalUpload = endpoint({
  ...ofPortal,
  id: 'getPortalUpload',
  method: 'GET',
  path: '/door/portal/uploads/{upload_id}',
  summary: 'Read what happened to a new order',
  params: z.object({ upload_id: Uuid.describe('Id of the upload.') }),
  response: PortalUpload,
})
