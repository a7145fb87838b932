import type { Warning } from './answer.ts'

/** Id and secret, as shown once by the application. */
export interface Secret {
  id: string
  secret: string
}

/** A token as stored. */
export interface KeptToken {
  token: string
  /** Milliseconds since 1970, shortly before it expires. */
  usableUntil: number
}

/** Stores the token between two runs of a program, for example in a file that only it can read. */
export interface TokenStore {
  read(): Promise<KeptToken | undefined>
  write(token: KeptToken): Promise<void>
}

/** Description of one operation. */
export interface Operation {
  readonly id: string
  readonly method: string
  /** Contains `{name}` for path members of the request. */
  readonly path: string
  readonly auth: 'client' | 'bearer' | 'webhook'
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** It accepts an Idempotency-Key, so that a repeat has no effect. */
  readonly hasKey?: boolean
  /** The answer is a file. */
  readonly isFile?: boolean
}

/** A text body of another media type, such as XML. */
export interface Text {
  readonly text: string
  readonly type: string
}

/** Options of one call. */
export interface Options {
  /** Idempotency key of the request; a new one for each call when absent. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Calls an operation and returns its answer. */
export type Answers = <A>(operation: Operation, request: object, options?: Options) => Promise<A>

/** Connection settings of a client. */
export interface Settings {
  /** Address of the server, such as https://tms.example. */
  url: string
  /** Id and secret of an API client, for all operations but those of `/v1/webhook`. */
  client?: Secret
  /** Id and secret of webhook credentials, for the operations of `/v1/webhook`. */
  webhook?: Secret
  /** Stores the token between two runs of a program: tokens are limited, and last an hour. */
  tokens?: TokenStore
  /** Called when a request was accepted although something looks wrong, such as a member with an unknown name. */
  onWarnings?: (warnings: readonly Warning[], operation: string) => void
  /** Maximum attempts per request; 4 when absent. */
  attempts?: number
  /**
   * Longest wait in seconds before the next attempt; an answer that requests more is an error at once. 60 when absent.
   */
  longestWait?: number
  /** Seconds until an attempt counts as unanswered; 60 when absent. */
  timeout?: number
  fetch?: typeof fetch
}
