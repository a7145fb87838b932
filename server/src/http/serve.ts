import type { Endpoint, Input, Permission, Response } from '@cartage/contract/endpoint'
import { msg } from '@cartage/contract/message'
import { warningsHeader } from '@cartage/contract/warnings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Span } from '../tracing/spans.ts'
import { passesAsIs } from './as-is.ts'
import { earlyIssues } from './body/beginning.ts'
import { isLarge, turn } from './body/bytes.ts'
import { beginsAsJson, bodyText, countValues, parseJson } from './body/json.ts'
import { keepSent, sentBody } from './body/sent.ts'
import { unknownMemberWarnings } from './body/unknown-members.ts'
import type { Admit, Authenticate, Caller } from './caller.ts'
import { createEach, type DoEach } from './each.ts'
import { languageOf, type Render, renderIn } from './language.ts'
import { errorItem, Problem } from './problem.ts'
import { spokenIssues, validationProblem } from './render-problem.ts'
import { roleLabelsOf } from './role-labels.rules.ts'
import { warn } from './warnings.ts'
import { TaggedJson, WrittenJson } from './written.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** The caller, once the credentials are verified. */
    caller: Caller | undefined
    /** Problem of the answer; undefined if there is none. */
    problem: Problem | undefined
    /** Trace span; undefined for most installations, and for monitoring requests. */
    span: Span | undefined
  }
}

/** One request to one endpoint, checked and parsed. */
export interface Call<E extends Endpoint> extends Input<E> {
  readonly caller: Caller
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Renders a sentence in the language of the caller. */
  readonly render: Render
  /** Applies an action to each of many records. */
  readonly doEach: DoEach
  /** Runs `work` in one transaction of the caller's tenant. */
  inTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads in one round trip: `work` issues all its statements before it first waits. */
  inOneTrip<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

type Answer<E extends Endpoint> = Response<E> | WrittenJson | TaggedJson

/** Stored answer: the JSON text, empty for no content, and the value of its warnings header. */
export interface StoredResponse {
  text: string
  warnings?: string | undefined
}

/** Answer to the first request under a key. */
export interface FirstAnswer extends StoredResponse {
  /** This request was not run: the answer is from an earlier one. */
  isRepeat: boolean
}

/** Runs a creating request once per key, and answers repeats with the first answer. */
export type Once = (
  call: { endpoint: Endpoint } & Pick<Call<Endpoint>, 'caller' | 'request'>,
  key: string,
  run: () => Promise<StoredResponse>,
) => Promise<FirstAnswer>

/** Dependencies of serve() besides the context, supplied by app.ts because `http` imports no feature. */
export interface Gate {
  authenticate: Authenticate
  admit: Admit
  /** User roles that include a permission. */
  rolesWith?(permission: Permission): readonly string[]
  once: Once
  /** Called with a request of a known caller that was rejected before it reached its handler. */
  unread?(
    endpoint: Endpoint,
    call: Pick<Call<Endpoint>, 'caller' | 'requestId' | 'request'>,
    error: unknown,
  ): Promise<void>
}

export interface Server {
  readonly app: FastifyInstance
  readonly ctx: Context
  readonly gate: Gate
  /** Operation ids bound so far; rooms.test.ts compares them with the contract. */
  readonly served: Set<string>
}

/**
 * Binds a contract endpoint to a handler, on its path and aliases, with and without a trailing slash. Order:
 * credentials, role, limit, then the request itself, so that strangers learn nothing about its schema.
 */
export function serve<E extends Endpoint>(server: Server, endpoint: E, handler: Handler<E>): void {
  if (endpoint.auth === 'session' && !endpoint.permission) throw new Error(`${endpoint.id} has no permission`)
  if (endpoint.auth === 'link' && !endpoint.door) throw new Error(`${endpoint.id} has no door`)
  server.served.add(endpoint.id)
  const handle = (request: FastifyRequest, reply: FastifyReply) => answer(server, endpoint, handler, request, reply)
  for (const path of pathsOf(endpoint)) {
    server.app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      handler: handle,
    })
  }
}

/** Every path an endpoint answers on. */
export function pathsOf(endpoint: Endpoint): string[] {
  return [...new Set([endpoint.path, ...(endpoint.aliases ?? []), ...(endpoint.undeprecatedAliases ?? [])])]
}

async function answer<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx, gate } = server
  const caller = await gate.authenticate[endpoint.auth](request)
  request.caller = caller
  checkRole(server, endpoint, caller)
  const limit = endpoint.limit === 'none' ? 'own' : endpoint.limit
  reply.headers((await gate.admit(caller, limit, request)).headers)
  const render = renderIn(languageOf(request))
  const call = {
    ...(await readOrReport(server, endpoint, request, caller)),
    caller,
    requestId: request.id,
    request,
    reply,
    render,
    doEach: createEach({ log: ctx.log, requestId: request.id }, render),
    inTenant: (work) => ctx.db.asTenant(caller.tenantId, work),
    inOneTrip: (work) => ctx.db.inOneTrip(caller.tenantId, work),
  } as Call<E>
  const key = endpoint.creates === 'header' ? request.headers['idempotency-key'] : undefined
  const handle = async () => {
    const result = await handler(call)
    if (isLarge(request.body)) await turn()
    warnOfUnknown(endpoint, call)
    return result
  }
  if (key === undefined) return send(endpoint, reply, await handle())
  const run = async () => {
    const text = textOf(endpoint, await handle())
    return { text, warnings: reply.getHeader(warningsHeader) as string | undefined }
  }
  const { text, warnings, isRepeat } = await gate.once({ endpoint, caller, request }, String(key), run)
  if (isRepeat) reply.header('idempotency-replayed', 'true')
  if (isRepeat && warnings !== undefined) reply.header(warningsHeader, warnings)
  return sendText(endpoint, reply, text)
}

/** CLIENT-35: only under `/v1`, whose clients are external. Refused requests report their errors only. */
function warnOfUnknown<E extends Endpoint>(endpoint: E, { body, reply }: Call<E>): void {
  if (!endpoint.path.startsWith('/v1/') || typeof body !== 'object' || body === null || reply.sent) return
  warn(reply, unknownMemberWarnings(sentBody(body)))
}

/** Deny by default: a bearer endpoint without roles accepts any token with a role, unless it declares anyToken. */
function checkRole({ gate }: Server, endpoint: Endpoint, caller: Caller): void {
  if (endpoint.auth === 'session') {
    if (endpoint.permission && caller.permissions.includes(endpoint.permission)) return
    throw lackingRole(endpoint.permission ? (gate.rolesWith?.(endpoint.permission) ?? []) : [])
  }
  if (endpoint.auth === 'link' && caller.link?.subject.door !== endpoint.door) throw new Problem('unauthenticated')
  if (endpoint.auth !== 'bearer' || endpoint.anyToken) return
  if (caller.kind === 'webhook') throw new Problem('webhook_credentials_refused')
  const allowed: readonly string[] = endpoint.roles ?? []
  const fits = allowed.length === 0 ? caller.roles.length > 0 : caller.roles.some((role) => allowed.includes(role))
  if (!fits) throw lackingRole(allowed)
}

/** Names the sufficient roles; none if any role would do. */
function lackingRole(roles: readonly string[]): Problem {
  if (roles.length === 0) return new Problem('role_missing')
  const message = msg`This operation needs the role ${roleLabelsOf(roles)}. Ask a Super admin for it.`
  if (roles.length === 1) return new Problem('role_missing', { message })
  const several = msg`This operation needs one of these roles: ${roleLabelsOf(roles)}. Ask a Super admin for one.`
  return new Problem('role_missing', { message: several })
}

async function readOrReport<E extends Endpoint>(
  { gate }: Server,
  endpoint: E,
  request: FastifyRequest,
  caller: Caller,
): Promise<Input<E>> {
  try {
    if (isLarge(request.body)) return await readLarge(endpoint, request, request.body)
    return readInput(endpoint, request, () => readJson(endpoint, request))
  } catch (error) {
    await gate.unread?.(endpoint, { caller, requestId: request.id, request }, error)
    throw error
  }
}

/**
 * If any media type is accepted, text that begins like JSON is parsed as JSON. Endpoints for files may treat it as a
 * file.
 */
function isJson({ body: schema, bodyType = 'json' }: Endpoint, body: Buffer): boolean {
  if (schema === undefined || bodyType === 'multipart' || schema._zod.def.type === 'any') return false
  return bodyType === 'json' || beginsAsJson(body)
}

/** LIMIT-15, LIMIT-22: in steps, each in its own turn. */
async function readLarge<E extends Endpoint>(endpoint: E, request: FastifyRequest, bytes: Buffer): Promise<Input<E>> {
  if (isJson(endpoint, bytes)) await countValues(bytes, endpoint.longestList)
  await turn()
  const { body: schema, bodyType = 'json' } = endpoint
  if (schema === undefined || bodyType !== 'json') return readInput(endpoint, request, () => undefined)
  const text = readText(request)
  await turn()
  const value = parseJson(text, endpoint.longestList)
  await turn()
  const early = earlyIssues(schema, value)
  if (early) throw validationProblem(early)
  await turn()
  const result = compare(schema, value)
  // The issues of each entry are formatted only when read, which takes as long again.
  if (!result.success) await turn()
  return readInput(endpoint, request, () => accepted(result))
}

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest, readBody: () => unknown): Input<E> {
  return {
    params: readParams(endpoint, request.params),
    query: readQuery(endpoint, request.query as Record<string, unknown>),
    body: endpoint.bodyType && endpoint.bodyType !== 'json' ? request.body : readBody(),
  } as Input<E>
}

/** Unknown parameters are ignored (CLIENT-16), even repeated; a known one must appear once. */
function readQuery(endpoint: Endpoint, query: Record<string, unknown>): unknown {
  const result = endpoint.query?.safeParse(query, { error: spokenIssues })
  if (!result) return undefined
  if (result.success) {
    refuseNul(endpoint, query)
    return result.data
  }
  const issues = result.error.issues.map((issue) =>
    Array.isArray(query[String(issue.path[0])]) ? { ...issue, message: 'appears more than once: send it once' } : issue,
  )
  throw validationProblem(issues)
}

/** PostgreSQL text cannot hold U+0000. Lone surrogates cannot occur here, because their bytes are not UTF-8. */
function refuseNul({ query: schema }: Endpoint, query: Record<string, unknown>): void {
  const known = Object.keys((schema as { shape?: object }).shape ?? {})
  const name = known.find((each) => isWithNul(query[each]))
  if (name === undefined) return
  const item = errorItem(name, 'may not contain the character U+0000', 'nul_character')
  throw new Problem('validation_failed', { message: `${name}: ${item.message}`, errors: [item] })
}

function isWithNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\u0000')
}

function readJson(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.body) return undefined
  return parse(endpoint.body, parseJson(readText(request), endpoint.longestList))
}

/** The body as text. A JSON endpoint accepts no other media type (CLIENT-22). */
function readText(request: FastifyRequest): string {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type)) throw new Problem('media_type_unsupported')
  if (request.headers['content-encoding'] !== undefined) throw new Problem('media_type_unsupported')
  return bodyText(request.body)
}

/** A path id that is not a UUID, or not storable as text, is simply unknown: 404, like a foreign one. */
function readParams(endpoint: Endpoint, params: unknown): unknown {
  const result = endpoint.params?.safeParse(params)
  if (!result) return undefined
  if (!result.success || Object.values(params as object).some(isWithNul)) throw new Problem('not_found')
  return result.data
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return accepted(compare(schema, value))
}

function compare(schema: z.ZodType | undefined, value: unknown): z.ZodSafeParseResult<unknown> {
  if (!schema) return { success: true, data: undefined }
  if (passesAsIs(schema, value)) return { success: true, data: value }
  const result = schema.safeParse(value, { error: spokenIssues })
  if (result.success && typeof result.data === 'object' && result.data !== null)
    keepSent(result.data, { sent: value, schema })
  return result
}

function accepted(result: z.ZodSafeParseResult<unknown>): unknown {
  if (!result.success) throw validationProblem(result.error.issues)
  return result.data
}

function send<E extends Endpoint>(endpoint: E, reply: FastifyReply, result: Answer<E>): FastifyReply {
  if (reply.sent || endpoint.responseType === 'bytes') return reply
  if (result instanceof TaggedJson) {
    reply.header('etag', result.tag)
    if (result.isKnownTo(reply.request.headers['if-none-match'])) return reply.code(304).send()
    return sendText(endpoint, reply, result.bytes)
  }
  return sendText(endpoint, reply, textOf(endpoint, result))
}

/** The response schema serialises: members it does not declare are dropped, so nothing leaks. */
export function textOf<E extends Endpoint>(endpoint: E, result: Answer<E>): string {
  if (endpoint.status === 204 || !endpoint.response) return ''
  if (result instanceof WrittenJson) return result.text
  if (result instanceof TaggedJson) return result.bytes.toString()
  const body = passesAsIs(endpoint.response, result) ? result : endpoint.response.parse(result)
  return JSON.stringify(body)
}

function sendText(endpoint: Endpoint, reply: FastifyReply, text: string | Buffer): FastifyReply {
  reply.code(endpoint.status ?? 200)
  if (text === '') return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}
