import type { Authenticate } from '../http/caller.ts'
import type { Throttle } from './sessions/throttle.store.ts'
import type { CredentialBook } from './tokens/callers.views.ts'
import type { Tokens } from './tokens/commands.ts'

/** Authentication services of one process. */
export interface Gatekeeper {
  readonly authenticate: Authenticate
  readonly book: CredentialBook
  readonly tokens: Tokens
  /** Throttle for failed logins of people. */
  readonly loginThrottle: Throttle
}
