import type { z } from 'zod'

/**
 * Authentication methods. Basic credentials come from two separate stores: API clients and webhook credentials
 * (AUTH-7).
 */
export type Auth =
  /** Basic with an API client's id and secret, for the token endpoint only. */
  | 'client'
  /** Bearer token of an API client. */
  | 'bearer'
  /** Basic with webhook credentials, on every request (AUTH-5). */
  | 'webhook'
  /** Session cookie of a user of the web application. */
  | 'session'
  /** Token of a link that opens one page without an account (LINK-1). */
  | 'link'
  | 'none'

/** Pages behind links: order tracking, a trip for its carrier, a driver's day, a customer's portal. */
export const doors = ['TRACKING', 'CARRIER', 'DRIVER', 'CUSTOMER'] as const
export type Door = (typeof doors)[number]

/** Roles of API clients (AUTH-10). */
export const apiRoles = ['API_ORDER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP', 'CUSTOMER'] as const
export type ApiRole = (typeof apiRoles)[number]

/** Roles of web application users. */
export const userRoles = [
  'SUPER_ADMIN',
  'PLANNER',
  'ORDER_ENTRY',
  'ACCOUNTANT',
  'VIEWER',
  'CUSTOMER',
  'SUBCONTRACTOR',
] as const
export type UserRole = (typeof userRoles)[number]

/** Permissions of a session. Their roles are defined in one table, `server/src/auth/permissions.rules.ts`. */
export const permissions = [
  'session.use',
  'order.read',
  'order.write',
  'event.read',
  'delivery.read',
  'delivery.write',
  'credential.write',
  'user.write',
  'setting.read',
  'setting.write',
  'location.read',
  'location.write',
  'company.read',
  'company.write',
  'audit.read',
  'resource.read',
  'resource.write',
  'resource.personal',
  'trip.read',
  'trip.write',
  'dispatch.read',
  'dispatch.write',
  'carrier.override',
  'credit.release',
  'message.read',
  'message.write',
  'book.read',
  'book.write',
  'period.close',
  'period.open',
  'rate.read',
  'rate.write',
  'charge.read',
  'charge.write',
  'charge.approve',
  'portal.invite',
  'document.share',
  'invoice.read',
  'invoice.write',
  'invoice.finalise',
  'purchase.pay',
  'task.read',
  'task.write',
  'payroll.read',
  'payroll.write',
] as const
export type Permission = (typeof permissions)[number]

/** One operation of the interface, the source of types, validation, client, OpenAPI and docs. */
export interface Endpoint {
  /** Operation id: verb + noun, unique and stable forever. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /** Other paths with the same behaviour, deprecated unless `undeprecatedAliases` names them. */
  readonly aliases?: readonly string[]
  readonly undeprecatedAliases?: readonly string[]
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly auth: Auth
  /** For `auth: 'bearer'`: one of these roles is enough; empty means any token that has a role. */
  readonly roles?: readonly ApiRole[]
  /** For `auth: 'bearer'`: tokens without a role may call it too (`/v1/me`). */
  readonly anyToken?: boolean
  /** For `auth: 'session'`: permission that the user's role must have. */
  readonly permission?: Permission
  /** For `auth: 'link'`: only links of this door may call it. */
  readonly door?: Door
  /** Request limit of the tenant that it counts towards (RATE-1, RATE-2). */
  readonly limit: 'general' | 'token' | 'none'
  /** Interface version that introduced it. `added` marks operations beyond the published interface. */
  readonly since: string
  readonly added?: boolean
  /** Deprecated, but keeps working until a later version (COMPAT-2, COMPAT-3). */
  readonly deprecated?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** The query names a record: 404 if it does not exist. */
  readonly queryNamesRecord?: boolean
  /** Meaningful request headers, for documentation only: handlers read them from the request. */
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /**
   * Media type of the body, JSON by default. `raw` accepts any type as bytes, and `body` then only describes possible
   * JSON.
   */
  readonly bodyType?: 'json' | 'raw' | 'multipart'
  /** Media types of a `raw` body in addition to JSON, for the OpenAPI document. */
  readonly otherBodies?: readonly ('application/xml' | 'multipart/form-data')[]
  /** Maximum body size in bytes; defaults to the server's JSON limit. */
  readonly bodyLimit?: number
  /** Maximum entries of a list in a JSON body; 2,000 by default. Goes with a larger `bodyLimit`. */
  readonly longestList?: number
  /**
   * Creates a record or secret, so a retry must not create a second one. `header`: a retry within a day with the same
   * Idempotency-Key by the same caller returns the first response. `record`: the handler stores the header's key with
   * the upload or message. `body`: the body carries its own key, stored with what it creates. The header is optional
   * under /v1, and documented in OpenAPI from here.
   */
  readonly creates?: 'header' | 'record' | 'body'
  /** Success status, 200 by default: creation also returns 200 in this interface. */
  readonly status?: 200 | 201 | 204
  /** Absent for 204. */
  readonly response?: z.ZodType
  /** `bytes`: the response is a file that the handler sends itself; by default JSON of `response`. */
  readonly responseType?: 'bytes'
}

/**
 * Common members of operations for our own application: called with a session, and not part of the published interface.
 */
export const ofApplication = {
  tag: 'application',
  auth: 'session',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const

/** Common members of operations behind links; each adds its door. */
export const ofDoor = { tag: 'application', auth: 'link', limit: 'none', since: '0.1.0', added: true } as const

/** Declares an endpoint and preserves its exact types. */
export function endpoint<const E extends Endpoint>(record: E): E {
  return record
}

/**
 * Endpoints exported by modules, by operation id; other exports are ignored.
 * @throws if two have the same id
 */
export function endpointsOf(modules: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, Endpoint>> {
  const found: Record<string, Endpoint> = {}
  for (const exported of modules.flatMap((module) => Object.values(module))) {
    if (!isEndpoint(exported)) continue
    if (exported.id in found) throw new Error(`Two endpoints have the id ${exported.id}.`)
    found[exported.id] = exported
  }
  return found
}

/** Detects endpoints: no schema or constant table has all these members. */
function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'method' in value &&
    'path' in value &&
    'auth' in value
  )
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** Input of a handler: parsed parameters, query and body; a raw body is bytes, regardless of its schema. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['bodyType'] extends 'raw' ? Uint8Array | undefined : Parsed<E['body']>
}

/** Return value of a handler; the response schema serialises it, so undeclared members are dropped. */
export type Response<E extends Endpoint> = E['response'] extends z.ZodType ? z.input<E['response']> : undefined

/** Response for a caller. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

type SentPart<Name extends string, S> = S extends z.ZodType ? { [K in Name]: Sent<S> } : { [K in Name]?: undefined }

/** Request of a caller. */
export type Request<E extends Endpoint> = SentPart<'params', E['params']> &
  SentPart<'body', E['body']> & { query?: Sent<E['query']> }
