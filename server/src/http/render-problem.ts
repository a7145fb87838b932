import type { Auth, Endpoint } from '@cartage/contract/endpoint'
import type { ErrorBody, ErrorItem } from '@cartage/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { CommitUnknown, isRetryable, isTimedOut } from '../db/failure.ts'
import { errorItem, Problem, type ProblemCode } from './problem.ts'

/** Turns anything thrown into the one error body. What is not a Problem is logged and told as little as possible. */
export function renderProblem(ctx: Context) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = toProblem(error)
    if (problem.status >= 500) ctx.log.error({ err: error, request_id: request.id }, problem.code)
    return sendProblem(problem, request, reply)
  }
}

/** Writes a Problem as an answer. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const auth = (request.routeOptions.config as { endpoint?: Endpoint }).endpoint?.auth
  return reply
    .code(problem.status)
    .headers({ ...standardHeaders(request.id), ...headersOf(problem, auth), ...problem.headers })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, request.id)))
}

/** Headers of every answer, also of one that reached no endpoint. */
export function standardHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
}

/** The one error body. */
export function problemBody(problem: Problem, requestId: string): ErrorBody {
  const errors = problem.errors ?? defaultErrors(problem)
  return {
    error: problem.message,
    message: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(errors && { errors }),
  }
}

const basic = 'Basic realm="cartage", charset="UTF-8"'

/**
 * The challenge that fits the path (RFC 9110 section 11.6.1). People log in on a page of ours: a challenge their browser
 * knows would make it ask for a password in a window of its own.
 */
const challenges: Readonly<Record<Auth, string>> = {
  bearer: 'Bearer realm="cartage"',
  client: basic,
  webhook: basic,
  session: 'Session realm="cartage"',
  none: 'Session realm="cartage"',
}

function headersOf(problem: Problem, auth: Auth = 'bearer'): Record<string, string> {
  const headers: Record<string, string> = {}
  if (problem.status === 401) headers['www-authenticate'] = challenges[auth]
  if (problem.status === 503) headers['retry-after'] = '1'
  return headers
}

/** 400, 409 and 422 always carry a non-empty list (ERR-1). */
function defaultErrors(problem: Problem): ErrorItem[] | undefined {
  if (![400, 409, 422].includes(problem.status)) return undefined
  return [errorItem('', problem.message, problem.code)]
}

/** Any error as a Problem; unknown ones become 500, a database that is away or too busy 503. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof CommitUnknown) return new Problem('outcome_unknown')
  if (isRetryable(error) || isTimedOut(error)) return new Problem('unavailable')
  const known = fastifyCodes[(error as FastifyError | null)?.code ?? '']
  if (known) return new Problem(known)
  const status = (error as FastifyError | null)?.statusCode
  return new Problem(status !== undefined && status >= 400 && status < 500 ? 'bad_request' : 'internal_error')
}

const fastifyCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
}

/** A schema's complaints as the `errors` list (ERR-1). */
export function validationProblem(issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issues.slice(0, 100).map((issue) => errorItem(issue.path.join('.'), issue.message, detailOf(issue)))
  const [first] = errors
  const message = first ? `${first.path ?? 'The body'}${first.path ? ':' : ''} ${first.message}` : undefined
  return new Problem('validation_failed', { ...(message && { message }), errors })
}

const spokenTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Says what is wrong in the words of the request; given to a schema with each value it reads. */
export const spokenIssues: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have ${issue.maximum} characters at most`
  if (issue.code === 'too_big' && issue.origin === 'array') return `must have ${issue.maximum} entries at most`
  if (issue.code === 'too_big' && issue.origin !== 'date') {
    return issue.inclusive === false ? `must be less than ${issue.maximum}` : `must be ${issue.maximum} at most`
  }
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'must not be empty' : `must have ${issue.minimum} characters at least`
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return `must have ${issue.minimum} entries at least`
  if (issue.code === 'too_small' && issue.origin !== 'date') {
    return issue.inclusive === false ? `must be more than ${issue.minimum}` : `must be ${issue.minimum} at least`
  }
  if (issue.code !== 'invalid_type') return undefined
  if (issue.input === undefined) return 'is required'
  const expected = spokenTypes[issue.expected]
  return expected && `must be ${expected}`
}

function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code
  const { params } = issue as { params?: { detail?: string } }
  return params?.detail ?? 'rule_violated'
}
