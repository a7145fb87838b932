import type { ApiRole, Auth, Door, Permission, UserRole } from '@cartage/contract/endpoint'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import type { FastifyRequest } from 'fastify'
import { noLimits, type RateLimits } from './rate-limit.rules.ts'

/**
 * Whom webhook credentials are bound to: a company, a partner that trips and bookings are dispatched to, or a telematics
 * source. `key` is the id of the company or destination, or the code that resources have the source under.
 */
export interface Partner {
  kind: 'COMPANY' | 'DESTINATION' | 'TELEMATICS'
  key: string
}

/** What a link opens: one order, one trip for one carrier, one driver, or the orders of one customer. */
export type DoorSubject =
  | { readonly door: 'TRACKING'; readonly order_id: string }
  | { readonly door: 'CARRIER'; readonly trip_id: string; readonly company_id: string }
  | { readonly door: 'DRIVER'; readonly resource_id: string }
  | { readonly door: 'CUSTOMER'; readonly company_id: string }

/** Who is calling, once the credentials have been checked. */
export interface Caller {
  kind: 'client' | 'webhook' | 'user' | 'link' | 'anonymous'
  tenantId: string
  tenantSlug: string
  /** API client id, webhook credential id, user id or link id; also written into audit and log. */
  id: string
  roles: readonly (ApiRole | UserRole)[]
  permissions: readonly Permission[]
  /** For the CUSTOMER role, and for the link of a customer: the one company it may see. */
  companyId: string | null
  /** For webhook credentials: the one partner whose records they may report on; absent: all of the tenant. */
  partner?: Partner
  /** For links: the one thing they open, and the language they were written for. */
  link?: { readonly subject: DoorSubject; readonly language: DoorLanguage | null; readonly expiresAt: Date }
  /** Request limits of the tenant; no windows, no limit, also none of the caller's own. */
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

/** What a caller with a link of this door may see. @throws Error for any other caller: `serve` lets none through */
export function subjectOf<D extends Door>(caller: Caller, door: D): DoorSubject & { door: D } {
  const { subject } = caller.link ?? {}
  if (subject?.door !== door) throw new Error(`the caller has no link of ${door}`)
  return subject as DoorSubject & { door: D }
}

/** Checks credentials; one function per kind of them, supplied by the auth feature. */
export type Authenticate = Record<Auth, (request: FastifyRequest) => Promise<Caller>>

/** A reader of rate-limit state to be written as headers on the answer. */
export interface Admission {
  headers: Record<string, string>
}

/** Which count a request goes into: one of the tenant's, or the caller's own. */
export type Limit = 'general' | 'token' | 'own'

/** Counts a request against its limit; throws Problem('rate_limited') with Retry-After. */
export type Admit = (caller: Caller, limit: Limit, request: FastifyRequest) => Promise<Admission>
