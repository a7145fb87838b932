import { msg, type Sentence } from '@cartage/contract/message'
import type { NewTelematicsConnection } from '@cartage/contract/positions/app/connections'
import { errorItem, Problem } from '../http/problem.ts'

/** Stored data of a connection, without its secret. */
export type ConnectionFacts = Omit<NewTelematicsConnection, 'secret'>

/** Maximum number of connections per tenant. */
export const mostConnections = 50

/**
 * Rejects a connection that could never be polled.
 * @param hasSecret whether a secret is stored or included
 * @throws Problem validation_failed naming the member
 */
export function checkConnection(facts: ConnectionFacts, hasSecret: boolean): void {
  const { kind, base_url, sign_in, user_name, token_url } = facts
  if (base_url === null) {
    if (kind === 'RFMS') throw invalid('base_url', 'Enter the address of the service: rFMS is polled.')
    return
  }
  if (isQueried(base_url)) throw invalid('base_url', 'Enter the address without a query; keys belong into the secret.')
  if (sign_in === 'NONE') return
  if (!hasSecret) throw invalid('secret', 'Enter the secret that belongs to this address.')
  if (sign_in !== 'BEARER' && !user_name) throw invalid('user_name', 'Enter the user or client id.')
  if (sign_in === 'CLIENT_CREDENTIALS' && !token_url)
    throw invalid('token_url', 'Enter the address of the token endpoint.')
}

/** Whether the stored secret may stay after a change: it must not be sent to another destination. */
export function keepsSecret(before: ConnectionFacts, after: ConnectionFacts): boolean {
  return (
    originOf(before.base_url) === originOf(after.base_url) && originOf(before.token_url) === originOf(after.token_url)
  )
}

function originOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).origin : url
}

function isQueried(url: string): boolean {
  return url.includes('?') || url.includes('#')
}

/** Error for exceeding the maximum number of connections. */
export function tooManyConnections(): Problem {
  return new Problem('state_conflict', {
    message: msg`There are ${mostConnections} connections already. Remove one that is not needed any more.`,
  })
}

/** Error for an invalid member of a connection. */
export function invalid(member: string, message: Sentence): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(member, message, 'invalid')] })
}

/** Parts of a token: the tenant, the connection and a secret. */
export interface ForwardToken {
  tenantId: string
  connectionId: string
  secret: string
}

const pattern = /^Bearer\s+ctt_([0-9a-f]{32})([0-9a-f]{32})([A-Za-z0-9_-]{43})$/i

/** Parses the token of a request; undefined when it is not one of ours. */
export function readForwardToken(header: string | undefined): ForwardToken | undefined {
  const [, tenant, connection, secret] = pattern.exec(header?.trim() ?? '') ?? []
  if (tenant === undefined || connection === undefined || secret === undefined) return undefined
  return { tenantId: dashed(tenant), connectionId: dashed(connection), secret }
}

/** Formats a token. */
export function forwardToken({ tenantId, connectionId, secret }: ForwardToken): string {
  return `ctt_${tenantId.replaceAll('-', '')}${connectionId.replaceAll('-', '')}${secret}`
}

function dashed(hex: string): string {
  return hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
