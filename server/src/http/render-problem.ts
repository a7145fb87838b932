import type { Auth, Endpoint } from '@cartage/contract/endpoint'
import type { ErrorBody, ErrorItem } from '@cartage/contract/errors'
import { type Message, msg, type Sentence } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { CommitUnknown, isRetryable, isTimedOut } from '../db/failure.ts'
import { inLanguage, languageOf } from './language.ts'
import { errorItem, Problem, type ProblemCode, sentenceOf } from './problem.ts'

/**
 * Turns any thrown value into the common error body. Anything but a Problem is logged, and the caller gets no details.
 */
export function renderProblem(ctx: Context) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = toProblem(error)
    if (problem.status >= 500) ctx.log.error({ err: error, request_id: request.id }, problem.code)
    return sendProblem(problem, request, reply)
  }
}

/** Sends a Problem as the answer. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const auth = (request.routeOptions.config as { endpoint?: Endpoint }).endpoint?.auth
  request.problem = problem
  return reply
    .code(problem.status)
    .headers({ ...standardHeaders(request.id), ...headersOf(problem, auth), ...problem.headers })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, request.id, languageOf(request))))
}

/** Headers of every answer, including those without an endpoint. */
export function standardHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
}

/** The common error body. */
export function problemBody(problem: Problem, requestId: string, language: Language = 'en'): ErrorBody {
  const message = inLanguage(problem.sentence, language)
  const errors = (problem.errors ?? defaultErrors(problem))?.map((item) => ({
    ...item,
    message: inLanguage(sentenceOf(item), language),
  }))
  return {
    error: message,
    message,
    code: problem.code,
    request_id: requestId,
    ...(errors && { errors }),
  }
}

const basic = 'Basic realm="cartage", charset="UTF-8"'

/**
 * Challenge for the path (RFC 9110 section 11.6.1). People log in on our own page: a standard challenge would make
 * their browser show a password dialog.
 */
const challenges: Readonly<Record<Auth, string>> = {
  bearer: 'Bearer realm="cartage"',
  client: basic,
  webhook: basic,
  session: 'Session realm="cartage"',
  link: 'Link realm="cartage"',
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
  return [errorItem('', problem.sentence, problem.code)]
}

/** Converts any error to a Problem: unknown ones become 500, an unavailable or busy database 503. */
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

/** Maximum errors in one answer. */
export const mostErrors = 100

/** A schema's complaints as the `errors` list (ERR-1). */
export function validationProblem(issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issuesOfValue(issues)
    .slice(0, mostErrors)
    .map((issue) => errorItem(issue.path.join('.'), sentenceOfIssue(issue), detailOf(issue)))
  const [first] = errors
  const whole = first?.path === null ? { message: msg`The body ${sentenceOf(first)}` } : {}
  return new Problem('validation_failed', { ...whole, errors })
}

/** Sentence of a schema complaint, with its values if any. */
export function sentenceOfIssue(issue: z.core.$ZodIssue): Sentence {
  const { params } = issue as { params?: { sentence?: Sentence } }
  if (params?.sentence) return params.sentence
  const own = limitSentence(issue)
  // A schema's own message takes precedence over ours.
  return own && String(own) === issue.message ? own : issue.message
}

const requiredSentence = msg`is required`
const emptySentence = msg`must not be empty`
const typeSentences: Readonly<Record<string, Message>> = {
  string: msg`must be text`,
  number: msg`must be a number`,
  int: msg`must be a whole number`,
  boolean: msg`must be true or false`,
  array: msg`must be a list`,
  object: msg`must be an object`,
  record: msg`must be an object`,
}

/** Error messages in terms of the request; passed to a schema with each parse. */
export const spokenIssues: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return emptySentence.toString()
  if (issue.code === 'invalid_union') return kindSentence(issue)?.toString()
  if (issue.code !== 'invalid_type') return limitSentence(issue)?.toString()
  return (issue.input === undefined ? requiredSentence : typeSentences[issue.expected])?.toString()
}

/** Allowed values of the discriminator member; undefined for a union without one. */
function kindSentence({ input, ...issue }: z.core.$ZodRawIssue): Message | undefined {
  const { discriminator, options } = issue as { discriminator?: string; options?: readonly unknown[] }
  if (discriminator === undefined || options === undefined) return undefined
  const kind = (input as Record<string, unknown> | null)?.[discriminator]
  return kind === undefined ? requiredSentence : msg`must be one of ${options.join(', ')}`
}

/** Limit that a value violates. Complaints have one form during parsing and another afterwards. */
function limitSentence(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Message | undefined {
  if (issue.code === 'invalid_value') return msg`must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big') return mostSentence(issue.origin, Number(issue.maximum), issue.inclusive)
  if (issue.code === 'too_small') return leastSentence(issue.origin, Number(issue.minimum), issue.inclusive)
  return undefined
}

function mostSentence(origin: string, most: number, isInclusive: boolean | undefined): Message | undefined {
  if (origin === 'date') return undefined
  if (origin === 'string') return msg`must have at most ${most} characters`
  if (origin === 'array') return msg`must have at most ${most} entries`
  return isInclusive === false ? msg`must be less than ${most}` : msg`must be at most ${most}`
}

function leastSentence(origin: string, least: number, isInclusive: boolean | undefined): Message | undefined {
  if (origin === 'date') return undefined
  if (origin === 'string') return msg`must have at least ${least} characters`
  if (origin === 'array') return msg`must have at least ${least} entries`
  return isInclusive === false ? msg`must be more than ${least}` : msg`must be at least ${least}`
}

function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code
  const { params } = issue as { params?: { detail?: string } }
  return params?.detail ?? 'rule_violated'
}

type Issue = z.core.$ZodIssue

/** Turns complaints about union values into complaints about the intended alternative. */
function issuesOfValue(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) =>
    issue.code === 'invalid_union' && issue.errors.length > 0 && !hasOwnSentence(issue)
      ? ofUnion(issue.errors.map(issuesOfValue)).map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
      : [issue],
  )
}

/** A schema's own message is kept; this one is the library's default. */
const hasOwnSentence = ({ message }: Issue) => message !== 'Invalid input'

/** The alternative that the value comes nearest to, or all together if it has none of their types. */
function ofUnion(alternatives: readonly Issue[][]): Issue[] {
  const kind = unknownKind(alternatives)
  if (kind) return [kind]
  const ofType = alternatives.filter((issues) => !issues.some(isOtherThing))
  const [nearest] = ofType.toSorted((one, other) => one.length - other.length)
  return nearest ?? [eitherOf(alternatives.flat())]
}

/** Whether a complaint is about the value as a whole, because it has the wrong type. */
function isOtherThing({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

/** The member in which every alternative expects a different value, with all these values. */
function unknownKind([first, ...others]: readonly Issue[][]): Issue | undefined {
  for (const issue of first ?? []) {
    const same = others.map((issues) => issues.find(({ path }) => path.join('.') === issue.path.join('.')))
    const all = [issue, ...same].flatMap((one) => (one?.code === 'invalid_value' ? [one.values] : []))
    if (issue.path.length === 0 || all.length <= others.length) continue
    const sentence = msg`must be one of ${all.flat().join(', ')}`
    return { ...issue, message: sentence.toString(), params: { sentence } } as Issue
  }
  return undefined
}

function eitherOf(issues: readonly Issue[]): Issue {
  const sentences = [...new Map(issues.map((issue) => [issue.message, sentenceOfIssue(issue)])).values()]
  const sentence = sentences.reduce((before, next) => msg`${before}, or ${next}`)
  return { ...issues[0]!, path: [], message: sentence.toString(), params: { sentence } } as Issue
}
