import { deserialize, serialize } from 'node:v8'
import type { ErrorItem } from '@cartage/contract/errors'
import { Message, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem, type ProblemCode, sentenceOf } from '../http/problem.ts'

/** A call for a process. */
export interface Call {
  readonly module: string
  readonly name: string
  readonly given: readonly unknown[]
}

/** A sentence as plain data. */
type PlainSentence = string | { readonly pattern: string; readonly values: readonly (PlainSentence | number | null)[] }

/** An entry of a Problem's `errors` as plain data. */
interface PlainItem {
  readonly path: string
  readonly sentence: PlainSentence
  readonly detail: ErrorItem['detail']
}

/** Result of the work as plain data. */
type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown; readonly sentences: readonly PlacedSentence[] }
  | {
      readonly kind: 'problem'
      readonly code: ProblemCode
      readonly sentence: PlainSentence
      readonly errors: readonly PlainItem[] | undefined
      readonly headers: Record<string, string>
    }
  | { readonly kind: 'failure'; readonly message: string; readonly stack: string }

/** A sentence with values in an answer, and its path. */
interface PlacedSentence {
  readonly path: readonly (string | number)[]
  readonly sentence: PlainSentence
}

/** A call as bytes for a process. Buffers stay Buffers, unlike with a structured clone. */
export function callBytes(call: Call): Uint8Array {
  return serialize(call)
}

/** Decodes a call. */
export function callOf(bytes: Uint8Array): Call {
  return deserialize(bytes) as Call
}

/** Encodes an answer. */
export function answerBytes(answer: unknown): Uint8Array {
  const sentences = [...sentencesIn(answer, [])]
  return serialize({ kind: 'answer', answer, sentences } satisfies Outcome)
}

/** Encodes a thrown error. A Problem keeps its code, sentences and errors. */
export function thrownBytes(error: unknown): Uint8Array {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const problem = isTooMuch(error) ? new Problem('too_complex') : error
  if (!(problem instanceof Problem))
    return serialize({ kind: 'failure', message, stack: stack ?? '' } satisfies Outcome)
  const { code, headers } = problem
  const errors = problem.errors?.map((item) => ({
    path: item.path ?? '',
    sentence: plainSentence(sentenceOf(item)),
    detail: item.detail,
  }))
  const sentence = plainSentence(problem.sentence)
  return serialize({ kind: 'problem', code, sentence, errors, headers } satisfies Outcome)
}

/**
 * Decodes the result of a process.
 * @throws Problem or Error thrown by the work
 */
export function answerOf(bytes: Uint8Array): unknown {
  const outcome = deserialize(bytes) as Outcome
  if (outcome.kind === 'answer') return withSentences(outcome.answer, outcome.sentences)
  if (outcome.kind === 'problem') throw problemOf(outcome)
  throw Object.assign(new Error(outcome.message), { stack: outcome.stack })
}

/** JavaScript refuses a stack, string or byte array that would become too large, which is caused by the input. */
function isTooMuch(error: unknown): boolean {
  const tooLarge =
    /^(Maximum call stack size exceeded|Invalid (string|array|typed array) length|Array buffer allocation)/
  return error instanceof RangeError && tooLarge.test(error.message)
}

function problemOf({ code, sentence, errors, headers }: Extract<Outcome, { kind: 'problem' }>): Problem {
  const items = errors?.map(({ path, sentence, detail }) => errorItem(path, fromPlain(sentence), detail))
  return new Problem(code, { message: fromPlain(sentence), headers, ...(items && { errors: items }) })
}

function plainSentence(sentence: Sentence): PlainSentence {
  if (!(sentence instanceof Message)) return sentence
  const plain = (value: Message['values'][number]) =>
    typeof value === 'object' && value !== null ? plainSentence(value) : (value ?? null)
  return { pattern: sentence.pattern, values: sentence.values.map(plain) }
}

function fromPlain(plain: PlainSentence): Sentence {
  if (typeof plain === 'string') return plain
  const value = (one: PlainSentence | number | null) => (typeof one === 'object' && one !== null ? fromPlain(one) : one)
  return new Message(plain.pattern, plain.values.map(value))
}

/** Sentences with values lose their class in transit, so they are sent separately and put back into the answer. */
function* sentencesIn(value: unknown, path: readonly (string | number)[]): Generator<PlacedSentence> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (value instanceof Message) {
    yield { path, sentence: plainSentence(value) }
    return
  }
  const members: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [name, member] of members) yield* sentencesIn(member, [...path, name])
}

function withSentences(answer: unknown, sentences: readonly PlacedSentence[]): unknown {
  let whole = answer
  for (const { path, sentence } of sentences) {
    const last = path.at(-1)
    if (last === undefined) whole = fromPlain(sentence)
    else memberAt(whole, path.slice(0, -1))[last] = fromPlain(sentence)
  }
  return whole
}

function memberAt(value: unknown, path: readonly (string | number)[]): Record<string | number, unknown> {
  return path.reduce(
    (found, name) => found[name] as Record<string | number, unknown>,
    value as Record<string | number, unknown>,
  )
}
