import { z } from 'zod'

/** One issue of a request (ERR-1). */
export const ErrorItem = z
  .object({
    message: z.string().describe('What is wrong and what to do next.'),
    field: z.string().nullable().describe('Name of the member, null when it is about the whole request.'),
    path: z.string().nullable().describe('Path of the member, for example consignments.0.pickup_stop.location.'),
    detail: z.json().describe('A machine-readable code, or an object with more facts.'),
  })
  .meta({ id: 'ValidationErrorDetail' })
export type ErrorItem = z.output<typeof ErrorItem>

/** Error body of the whole interface. */
export const ErrorBody = z
  .object({
    error: z.string().describe('The same text as message.'),
    message: z.string().describe('A sentence that says what to do next.'),
    code: z.string().describe('Stable code; the list is in docs/errors.md.'),
    request_id: z.string().describe('Quote it when you ask for help.'),
    errors: z.array(ErrorItem).min(1).optional().describe('Present on 400, 409 and 422.'),
  })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.output<typeof ErrorBody>

/** Error body that always has `errors`: 400, 409 and 422 (ERR-1, ERR-2). */
export const ValidationErrorResponse = z
  .object({
    ...ErrorBody.shape,
    errors: z.array(ErrorItem).min(1).describe('One entry per thing that is wrong.'),
  })
  .meta({ id: 'ValidationErrorResponse' })

/** Error body for 429; `Retry-After` contains the seconds to wait (RATE-4, ERR-3). */
export const RateLimitError = z
  .object({
    error: ErrorBody.shape.error,
    message: ErrorBody.shape.message,
    code: ErrorBody.shape.code,
    request_id: ErrorBody.shape.request_id,
  })
  .meta({ id: 'RateLimitError' })
