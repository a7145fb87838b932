import type { ApiRole, Auth, Permission, UserRole } from '@cartage/contract/endpoint'
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

/** Who is calling, once the credentials have been checked. */
export interface Caller {
  kind: 'client' | 'webhook' | 'user' | 'anonymous'
  tenantId: string
  tenantSlug: string
  /** API client id, webhook credential id or user id; also written into audit and log. */
  id: string
  roles: readonly (ApiRole | UserRole)[]
  permissions: readonly Permission[]
  /** For the CUSTOMER role: the one company it may see. */
  companyId: string | null
  /** For webhook credentials: the one partner whose records they may report on; absent: all of the tenant. */
  partner?: Partner
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
