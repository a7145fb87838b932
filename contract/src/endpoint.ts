import type { z } from 'zod'

/**
 * How a caller proves who it is. Basic credentials come in two separate stores: API clients and webhook credentials
 * (AUTH-7).
 */
export type Auth =
  /** Basic with an API client's id and secret: the token endpoint only. */
  | 'client'
  /** Bearer token of an API client. */
  | 'bearer'
  /** Basic with webhook credentials, on every request (AUTH-5). */
  | 'webhook'
  /** Session cookie of a user of the web application. */
  | 'session'
  /** Token of a link that opens one page to a person without an account (LINK-1). */
  | 'link'
  | 'none'

/** Pages that a link opens: tracking of an order, a trip for its carrier, the day of a driver, the portal of a customer. */
export const doors = ['TRACKING', 'CARRIER', 'DRIVER', 'CUSTOMER'] as const
export type Door = (typeof doors)[number]

/** Roles of API clients (AUTH-10). */
export const apiRoles = ['API_ORDER', 'API_ACCOUNTING', 'API_MASTER_DATA', 'API_TRIP', 'CUSTOMER'] as const
export type ApiRole = (typeof apiRoles)[number]

/** Roles of people who log in to the web application. */
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

/**
 * What a session needs to be allowed to do; which role may do what is one table in
 * `server/src/auth/permissions.rules.ts`.
 */
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

/** One operation of the interface. Types, validation, client, OpenAPI and docs are derived from this record. */
export interface Endpoint {
  /** Operation id: verb + noun, unique, stable forever. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /** Other paths that answer the same, deprecated unless `undeprecatedAliases` names them. */
  readonly aliases?: readonly string[]
  readonly undeprecatedAliases?: readonly string[]
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly auth: Auth
  /** For `auth: 'bearer'`: one of these roles is enough; empty means any token that has a role at all. */
  readonly roles?: readonly ApiRole[]
  /** For `auth: 'bearer'`: also tokens that hold no role may call it (`/v1/me`). */
  readonly anyToken?: boolean
  /** For `auth: 'session'`: what the user's role must allow. */
  readonly permission?: Permission
  /** For `auth: 'link'`: links of this door open it, and no others. */
  readonly door?: Door
  /** Which of the tenant's request limits counts it (RATE-1, RATE-2). */
  readonly limit: 'general' | 'token' | 'none'
  /** Interface version that introduced it. `added` marks operations beyond the published interface. */
  readonly since: string
  readonly added?: boolean
  /** It keeps working until a later version (COMPAT-2, COMPAT-3). */
  readonly deprecated?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** The query names a record: 404 when there is none. */
  readonly queryNamesRecord?: boolean
  /** Request headers that mean something here. Described only: handlers read them from the request. */
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /**
   * Media type of the body; `raw` takes any type as bytes, and `body` then only describes the JSON it may be. JSON when
   * absent.
   */
  readonly bodyType?: 'json' | 'raw' | 'multipart'
  /** Media types that a `raw` body may have next to JSON, described in the OpenAPI document. */
  readonly otherBodies?: readonly ('application/xml' | 'multipart/form-data')[]
  /** Largest body in bytes; the server's JSON limit when absent. */
  readonly bodyLimit?: number
  /** Most entries of a list in a JSON body; 2,000 when absent. Goes with a larger `bodyLimit`. */
  readonly longestList?: number
  /**
   * It creates a record or a secret, so a repeat must not create a second one. `header`: sent again within a day under
   * the same Idempotency-Key by the same caller, it answers as it did the first time. `record`: the handler keeps the
   * key of the header with the upload or message that it stores. `body`: the body carries a key of its own, which is
   * kept with what it creates. The header is optional under /v1, and the OpenAPI document names it from here.
   */
  readonly creates?: 'header' | 'record' | 'body'
  /** Success status, 200 when absent: creation answers 200 in this interface. */
  readonly status?: 200 | 201 | 204
  /** Absent for 204. */
  readonly response?: z.ZodType
  /** `bytes`: the answer is a file of any type, which the handler sends itself; JSON of `response` when absent. */
  readonly responseType?: 'bytes'
}

/** What operations of our own application have in common: its pages call them with a session, apart from the interface. */
export const ofApplication = {
  tag: 'application',
  auth: 'session',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const

/** What operations of the pages behind links have in common; each adds its door. */
export const ofDoor = { tag: 'application', auth: 'link', limit: 'none', since: '0.1.0', added: true } as const

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(record: E): E {
  return record
}

/**
 * The endpoints that modules export, by operation id; what else they export is left out.
 * @throws when two have the same id
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

/** No schema and no table of words has all of these. */
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

/** What a handler receives: parsed parameters, query and body; a raw body is bytes, whatever its schema says. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['bodyType'] extends 'raw' ? Uint8Array | undefined : Parsed<E['body']>
}

/** What a handler returns; the response schema serialises it, so undeclared members are dropped. */
export type Response<E extends Endpoint> = E['response'] extends z.ZodType ? z.input<E['response']> : undefined

/** What a caller gets back. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

type SentPart<Name extends string, S> = S extends z.ZodType ? { [K in Name]: Sent<S> } : { [K in Name]?: undefined }

/** What a caller sends. */
export type Request<E extends Endpoint> = SentPart<'params', E['params']> &
  SentPart<'body', E['body']> & { query?: Sent<E['query']> }
