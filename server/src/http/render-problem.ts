import type { ErrorBody, ErrorItem } from '@cartage/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { CommitUnknown, isUnavailable } from '../db/failure.ts'
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
  const errors = problem.errors ?? defaultErrors(problem)
  const body: ErrorBody = {
    error: problem.message,
    message: problem.message,
    code: problem.code,
    request_id: request.id,
    ...(errors && { errors }),
  }
  return reply
    .code(problem.status)
    .headers({ ...headersOf(problem), ...problem.headers })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function headersOf(problem: Problem): Record<string, string> {
  const headers: Record<string, string> = {}
  if (problem.status === 401) headers['www-authenticate'] = 'Bearer realm="cartage", Basic realm="cartage"'
  if (problem.status === 503) headers['retry-after'] = '1'
  return headers
}

/** 400, 409 and 422 always carry a non-empty list (ERR-1). */
function defaultErrors(problem: Problem): ErrorItem[] | undefined {
  if (![400, 409, 422].includes(problem.status)) return undefined
  return [errorItem('', problem.message, problem.code)]
}

/** Any error as a Problem; unknown ones become 500, an absent database 503. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof z.ZodError) return validationProblem(error.issues)
  if (error instanceof CommitUnknown) return new Problem('outcome_unknown')
  if (isUnavailable(error)) return new Problem('unavailable')
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
  const where = first?.path ? `${first.path}: ` : ''
  return new Problem('validation_failed', {
    message: `${where}${first?.message ?? 'The request is not valid'}`,
    errors,
  })
}

function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code
  const { params } = issue as { params?: { detail?: string } }
  return params?.detail ?? 'rule_violated'
}
