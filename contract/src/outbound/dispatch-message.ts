import { z } from 'zod'
import { ErrorStatus } from '../orders/upload-record.ts'

/** Effect of a message on the previous one (DISP-1). */
export const dispatchOperations = ['CREATE', 'UPDATE', 'CANCEL'] as const
export type DispatchOperation = (typeof dispatchOperations)[number]

/** Operation of a trip message. */
export const DispatchOperationValue = z.enum(dispatchOperations).meta({ id: 'DispatchOperation' })

/** Operation of a booking message. */
export const BookingOperation = z.enum(dispatchOperations).meta({ id: 'BookingOperation' })

/** Sequence number of messages about the same subject. */
export const Revision = z
  .int()
  .positive()
  .optional()
  .describe('Number of the message among those about the same thing, from 1. Added member.')

/** Members of a receiver's response: with entries it refuses the message (DISP-4). */
export const answerMembers = {
  errors: z.array(ErrorStatus).nullish().describe('Why the message is rejected. Absent or empty: it was processed.'),
}
