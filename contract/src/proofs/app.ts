import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { CursorQuery, page } from '../page.ts'
import { UtcInstant, UuidOut } from '../scalars.ts'

/** States of a completed order's proof of delivery. */
export const proofStates = ['MISSING', 'REJECTED', 'TO_REVIEW'] as const
export type ProofState = (typeof proofStates)[number]

/** Completed order without an accepted proof of delivery. */
export const OrderWithoutProof = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number of the order.'),
    order_identifier: z.string().describe("The customer's key of the order."),
    customer_reference_number: z.string().nullable().describe("The customer's reference."),
    customer_name: z.string().describe('Who ordered.'),
    created_at: UtcInstant.describe('When the order was received.'),
    state: z
      .enum(proofStates)
      .describe('MISSING: none was received. REJECTED: all were rejected. TO_REVIEW: one waits for a decision.'),
    document_id: UuidOut.nullable().describe('The proof that waits for a decision, else the latest that was rejected.'),
    document_name: z.string().nullable().describe('Name of its file.'),
    reason: z.string().nullable().describe('Why it was rejected.'),
    delivered_at: UtcInstant.nullable().describe('When the delivery ended.'),
    place: z.string().nullable().describe('Where it was delivered.'),
    trip_id: UuidOut.nullable().describe('Trip that delivered it.'),
    trip_name: z.string().nullable().describe('Name of that trip.'),
    carrier_name: z.string().nullable().describe('Carrier of that trip; null: our own vehicle.'),
    driver_name: z.string().nullable().describe('Driver of that trip.'),
    asked_at: UtcInstant.nullable().describe('When it was last requested of the carrier by e-mail.'),
    asked_by: z.string().nullable().describe('Name of the user who asked.'),
  })
  .meta({ id: 'AppOrderWithoutProof' })
export type OrderWithoutProof = z.output<typeof OrderWithoutProof>

/** Completed orders whose proof of delivery is missing or to be reviewed. */
export const listMissingProofs = endpoint({
  ...ofApplication,
  id: 'listMissingProofs',
  method: 'GET',
  path: '/app/documents/missing-pod',
  summary: 'List completed orders without proof of delivery',
  description:
    'Oldest first. A proof is any document of one of the kinds of proof of delivery, on the order or in it, that was not ' +
    'rejected. With state=TO_REVIEW: completed orders with a proof that no one accepted or rejected.',
  permission: 'order.read',
  query: CursorQuery.extend({
    state: z
      .enum(['WITHOUT', 'TO_REVIEW'])
      .optional()
      .describe('WITHOUT: missing or rejected; so too when absent. TO_REVIEW: received and not reviewed.'),
  }),
  response: page(OrderWithoutProof).meta({ id: 'AppMissingProofPage' }),
})
