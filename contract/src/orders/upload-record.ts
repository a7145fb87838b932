import { z } from 'zod'
import { ErrorItem } from '../errors.ts'
import { UuidOut } from '../scalars.ts'

/** The status of an upload. Settled: COMPLETED, ERROR, SKIPPED and DUPLICATE. */
export const UploadStatus = z
  .enum(['TODO', 'IN_PROGRESS', 'READY_TO_UPSERT', 'UPSERT_IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED', 'DUPLICATE'])
  .meta({ id: 'UploadStatus' })
export type UploadStatus = z.output<typeof UploadStatus>

/** Record of one upload (ORD-1, ORD-2). Its paths are relative, without a leading slash. */
export const OrderImport = z
  .object({
    upload_id: UuidOut.describe('Id to poll with.'),
    upload_status: UploadStatus.describe('IN_PROGRESS until the upload is applied; then COMPLETED or ERROR.'),
    upload_url: z.string().describe('Path of this record, v1/orders/order/upload/<upload_id>.'),
    order_id: UuidOut.nullish().describe('Id of the order, null until it exists.'),
    order_url: z.string().nullish().describe('Path of the order, v1/orders/order/<order_id>; null until it exists.'),
    errors: z.array(ErrorItem).optional().describe('Why the upload ended in ERROR; absent otherwise. Added member.'),
    warnings: z.array(ErrorItem).optional().describe('What was applied differently from the request. Added member.'),
  })
  .meta({ id: 'OrderImport' })
export type OrderImport = z.output<typeof OrderImport>

/** Error type of a message that was accepted but not applied. */
export const ErrorType = z.enum(['USER_INPUT_ERROR', 'INTERNAL_ERROR', 'NOT_SUPPORTED']).meta({ id: 'ErrorType' })

/** Why a message was accepted but not applied. */
export const ErrorStatus = z
  .object({
    error_type: ErrorType.describe('Kind of failure.'),
    error_message: z.string().nullish().describe('What is wrong and what to do next.'),
  })
  .meta({ id: 'ErrorStatus' })

/** Response of the order-import webhook: null, or why nothing was accepted. It has no upload id (ORD-17). */
export const OrderImportResponse = z
  .object({ errors: z.array(ErrorStatus).nullish().describe('Why the message was rejected.') })
  .meta({ id: 'OrderImportResponse' })
export type OrderImportResponse = z.output<typeof OrderImportResponse>
