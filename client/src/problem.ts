import type { errorCodes } from './generated/error-codes.ts'
import type { ErrorBody, ValidationErrorDetail } from './generated/schemas.ts'

/** Codes known to this version; a newer server may have more. */
export type ErrorCode = keyof typeof errorCodes | (string & {})

/** The server refused a request. `code` is for programs, `message` for people. */
export class Problem extends Error {
  override name = 'Problem'
  readonly operation: string
  readonly status: number
  /** Stable; `unreadable_answer` when something between client and server answered instead. */
  readonly code: ErrorCode
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined
  /** Each invalid member, with 400, 409 and 422. */
  readonly errors: readonly ValidationErrorDetail[]
  /** Seconds to wait before a retry, if the server states them. */
  readonly retryAfter: number | undefined

  constructor(operation: string, response: Response, body: Partial<ErrorBody> | undefined) {
    super(body?.message ?? `${operation} was answered ${response.status} without an explanation.`)
    this.operation = operation
    this.status = response.status
    this.code = body?.code ?? 'unreadable_answer'
    this.requestId = body?.request_id
    this.errors = body?.errors ?? []
    this.retryAfter = retryAfterOf(response)
  }
}

/** No answer arrived: the request may or may not have taken effect. */
export class Unreached extends Error {
  override name = 'Unreached'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(`${operation} was not answered: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.operation = operation
  }
}

export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
