import { ScanAnswer, type ScanAnswers } from '@cartage/contract/inbound/question-answers'
import { longestText } from '@cartage/contract/scalars'
import { errorItem, Problem } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'
import type { FieldFact } from '../../orders/amend/fields.rules.ts'
import type { QuestionKey } from '../../tenants/questions.views.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { invalid, type NamedDocument, namedDocuments } from '../documents/rules.ts'

/** The subject of answers, with all its known records. */
export interface AnswerSubject {
  readonly kind: 'STOP' | 'STOP_GROUP' | 'ORDER' | 'CONSIGNMENT' | 'GOOD' | 'HANDLING_UNIT' | 'BOOKING'
  /** Trip of the subject; null for none or several. */
  readonly trip_id: string | null
  /** For a stop group or a trip, all its orders; for a standalone stop, none. */
  readonly order_ids: readonly string[]
  /** For a stop, the stop itself; for a stop group, all its stops; else empty. */
  readonly stop_ids: readonly string[]
  readonly consignment_id?: string | undefined
  readonly good_id?: string | undefined
  readonly handling_unit_id?: string | undefined
  readonly booking_id?: string | undefined
}

/** Answers of one item of a message. */
export interface ItemAnswers {
  /** Path of the answers in the body, for example `updates.0.stop.question_answers`. */
  readonly path: string
  /** By question path key. */
  readonly answers: Readonly<Record<string, unknown>> | null | undefined
}

/** Answers sorted by the meaning of their keys. */
export interface ReadAnswers {
  documents: { code: string; key: DocumentKey; named: NamedDocument[] }[]
  facts: { fact: FieldFact; path: string; answer: unknown }[]
  /** Resources as the sender wrote them. */
  resources: { text: string; path: string }[]
  scans: ScanAnswers
  unknown: { code: string; path: string; answer: unknown }[]
}

type DocumentKey = Extract<QuestionKey, { target: 'DOCUMENT' }>

/**
 * Parses the answers of one item by the tenant's configured keys (SU-6). An unknown key is not an error; a null answer
 * is ignored.
 * @throws Problem validation_failed (422) when an answer does not have the shape its key requires
 */
export function readAnswers(keys: ReadonlyMap<string, QuestionKey>, { path, answers }: ItemAnswers): ReadAnswers {
  const read: ReadAnswers = { documents: [], facts: [], resources: [], scans: [], unknown: [] }
  for (const [code, answer] of Object.entries(answers ?? {})) {
    if (answer === null || answer === undefined) continue
    readAnswer(read, keys.get(code), { code, path: `${path}.${code}`, answer })
  }
  return read
}

interface OneAnswer {
  code: string
  path: string
  answer: unknown
}

function readAnswer(read: ReadAnswers, key: QuestionKey | undefined, one: OneAnswer): void {
  const { code, path, answer } = one
  if (!key) read.unknown.push(one)
  else if (key.target === 'DOCUMENT') read.documents.push({ code, key, named: readDocuments(one) })
  else if (key.target === 'FIELD') {
    read.facts.push({ fact: { field: key.field, value: readValue(key.field, one) }, path, answer })
  } else if (key.target === 'SCAN_BARCODE') read.scans.push(...readScans(one))
  else if (typeof answer === 'string' || typeof answer === 'number') read.resources.push({ text: String(answer), path })
  else throw invalid(path, 'must be the name, code, plate or container number of a resource', 'wrong_answer')
}

/** PU-6: one object or a list, each with exactly one of the two members. */
function readDocuments({ path, answer }: OneAnswer): NamedDocument[] {
  const named = inside(path, () => namedDocuments(answer))
  if (named) return named.map((one) => ({ ...one, path: `${path}.${one.path}` }))
  if (Array.isArray(answer) && answer.length === 0) return []
  throw invalid(path, 'must have exactly one of remote_document and embedded_document', 'wrong_answer')
}

/** Custom keys of the tenant accept any value; members of the order accept text. */
function readValue(field: string, { path, answer }: OneAnswer): unknown {
  if (field.includes('.custom_fields.')) return answer
  if (typeof answer === 'string' && answer.length <= longestText) return answer
  if (typeof answer === 'number' || typeof answer === 'boolean') return String(answer)
  throw invalid(path, 'must be text', 'wrong_answer')
}

/** PU-5: one object or a list, each with its time. */
function readScans({ path, answer }: OneAnswer): ScanAnswers {
  const list = Array.isArray(answer) ? answer : [answer]
  return list.map((one, at) => {
    const result = ScanAnswer.safeParse(one, { error: spokenIssues })
    if (result.success) return result.data
    const place = [...path.split('.'), ...(Array.isArray(answer) ? [at] : [])]
    throw validationProblem(result.error.issues.map((issue) => ({ ...issue, path: [...place, ...issue.path] })))
  })
}

/** Prefixes the paths of errors with the path in the whole body. */
function inside<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error
    const errors = (error.errors ?? []).map((item) => errorItem(joined(path, item.path), item.message, item.detail))
    throw new Problem('validation_failed', { message: `${errors[0]?.path}: ${errors[0]?.message}`, errors })
  }
}

function joined(path: string, rest: string | null): string {
  return rest ? `${path}.${rest}` : path
}

/** The trip with one more resource; unchanged if it has it already. */
export function withResource(trip: TripState, resourceId: string): TripState {
  if (trip.resources.some(({ resource_id }) => resource_id === resourceId)) return trip
  const added = { resource_id: resourceId, name: null, license_plate: null, container_number: null }
  return { ...trip, resources: [...trip.resources, added] }
}

/**
 * A trip with facts about its own stops: facts about stops of orders are stored in the order.
 * @param stopIds stops that the facts apply to
 */
export function withStopFacts(trip: TripState, stopIds: readonly string[], facts: readonly FieldFact[]): TripState {
  const reported = facts.filter(({ field }) => field.startsWith('stop.'))
  if (reported.length === 0) return trip
  const stops = trip.stops.map((stop) => {
    if (stop.kind === 'ORDER' || !stopIds.includes(stop.stop_id)) return stop
    return reported.reduce(withStopFact, stop)
  })
  return { ...trip, stops }
}

function withStopFact(stop: TripStop, { field, value }: FieldFact): TripStop {
  const [, member, key] = field.split('.')
  if (member !== 'custom_fields') return { ...stop, [member!]: value }
  return { ...stop, custom_fields: { ...stop.custom_fields, [key!]: value } }
}

/** The trip to assign a resource to: the one that is not completed. */
export function tripToAssign(trips: readonly TripState[]): TripState | string {
  const open = trips.filter(({ status }) => status !== 'COMPLETED' && status !== 'CANCELLED')
  if (open.length === 1) return open[0]!
  if (open.length > 1) return 'It is on several trips, so it is unclear which trip the resource is for.'
  return 'It is not on an open trip, so the resource cannot be assigned.'
}
