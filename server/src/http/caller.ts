import type { ApiRole, Auth, Door, Permission, UserRole } from '@cartage/contract/endpoint'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import type { FastifyRequest } from 'fastify'
import { noLimits, type RateLimits } from './rate-limit.rules.ts'

/**
 * Partner that webhook credentials are bound to: a company, a dispatch partner of trips and bookings, or a telematics
 * source. `key` is the id of the company or destination, or the code of the source at its resources.
 */
export interface Partner {
  kind: 'COMPANY' | 'DESTINATION' | 'TELEMATICS'
  key: string
}

/** Subject of a link: one order, one trip for one carrier, one driver, or the orders of one customer. */
export type DoorSubject =
  | { readonly door: 'TRACKING'; readonly order_id: string }
  | { readonly door: 'CARRIER'; readonly trip_id: string; readonly company_id: string }
  | { readonly door: 'DRIVER'; readonly resource_id: string }
  | { readonly door: 'CUSTOMER'; readonly company_id: string }

/** The caller, once the credentials are verified. */
export interface Caller {
  kind: 'client' | 'webhook' | 'user' | 'link' | 'anonymous'
  tenantId: string
  tenantSlug: string
  /** API client id, webhook credential id, user id or link id; also written to audit trail and log. */
  id: string
  roles: readonly (ApiRole | UserRole)[]
  permissions: readonly Permission[]
  /** For the CUSTOMER role, and for a customer's link: the only visible company. */
  companyId: string | null
  /** For webhook credentials: the only partner whose records they may report on; absent: all of the tenant. */
  partner?: Partner
  /** For links: their subject, and the language they were created for. */
  link?: { readonly subject: DoorSubject; readonly language: DoorLanguage | null; readonly expiresAt: Date }
  /** Request limits of the tenant. No windows means no limit, not even on the caller alone. */
  limits: RateLimits
}

export const anonymous: Caller = {
  kind: 'anonymous',
  tenantId: '',
  tenantSlug: '',
  id: '',
  roles: [],
  permissions: [],
  companyId: null,
  limits: noLimits,
}

/**
 * Subject of a link caller with this door.
 * @throws Error for any other caller, which `serve` never lets through
 */
export function subjectOf<D extends Door>(caller: Caller, door: D): DoorSubject & { door: D } {
  const { subject } = caller.link ?? {}
  if (subject?.door !== door) throw new Error(`the caller has no link of ${door}`)
  return subject as DoorSubject & { door: D }
}

/** Verifies credentials, with one function per kind, supplied by the auth feature. */
export type Authenticate = Record<Auth, (request: FastifyRequest) => Promise<Caller>>

/** Reads the rate-limit state for the headers of the answer. */
export interface Admission {
  headers: Record<string, string>
}

/** Counter for a request: one of the tenant's, or the caller's own. */
export type Limit = 'general' | 'token' | 'own'

/** Counts a request against its limit; throws Problem('rate_limited') with Retry-After. */
export type Admit = (caller: Caller, limit: Limit, request: FastifyRequest) => Promise<Admission>
