import type { Caller } from '../http/caller.ts'

/**
 * Author of a change: an API client, a user, a webhook credential, a link without an account, the operator at the
 * command line, or Cartage itself.
 */
export interface Actor {
  readonly kind: 'client' | 'user' | 'webhook' | 'link' | 'operator' | 'system'
  /** Public id of the client, user, credential or link; null for operator and system. */
  readonly id: string | null
}

/** Author and request of a command; every command that changes something takes one. */
export interface By {
  readonly actor: Actor
  /** The request that made the change; null for commands and jobs. */
  readonly requestId: string | null
}

/** By the operator at the command line. */
export const byOperator: By = { actor: { kind: 'operator', id: null }, requestId: null }

/** By Cartage itself: a scheduled job or a rule. */
export const bySystem: By = { actor: { kind: 'system', id: null }, requestId: null }

/** Members of a record as stored in the trail. Never a secret. */
export type Members = Readonly<Record<string, unknown>>

/** Kind of change. The acts in the second line are recorded even without changed members. */
export type Action =
  | ('created' | 'updated' | 'cancelled' | 'archived' | 'restored' | 'deleted' | 'merged')
  | ('rotated' | 'logged_in' | 'login_failed' | 'replayed' | 'erased' | 'downloaded')

/** One change of one record. Creation has no `before`, removal no `after`. */
export interface Change {
  /** Singular noun of the record: `company`, `resource`, `api_client`. */
  readonly entity_type: string
  readonly entity_id: string
  readonly action: Action
  readonly before: Members | null
  readonly after: Members | null
}

/** On behalf of a caller. */
export function byCaller(caller: Caller, requestId: string): By {
  const kind = caller.kind === 'anonymous' ? 'system' : caller.kind
  return { actor: { kind, id: caller.id || null }, requestId }
}
