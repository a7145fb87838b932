import type { Endpoint, Response } from '@cartage/contract/endpoint'
import type { Context } from '../context.ts'
import { type Marks, marksOf } from '../db/batches/marks.ts'
import type { Caller } from './caller.ts'
import { type Call, type Server, textOf } from './serve.ts'
import { TaggedJson } from './written.ts'

/** An answer of an endpoint, and whether its mark covers everything in it. */
export interface FreshAnswer<E extends Endpoint> {
  result: Response<E>
  isMarked: boolean
}

interface KeptAnswer {
  mark: string
  answer: TaggedJson
}

/** Memory of an entry besides its bytes: key, mark and objects. */
const overheadBytes = 1_024

/** Cached answers of a process: the most recently used ones, up to a number of bytes. */
class KeptAnswers {
  private readonly entries = new Map<string, KeptAnswer>()
  private readonly mostBytes: number
  private bytes = 0

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
  }

  /** The answer under a key, if it was cached with this mark. */
  find(key: string, mark: string): TaggedJson | undefined {
    const entry = this.entries.get(key)
    if (entry?.mark !== mark) return undefined
    // Moved to the end of the map, which is ordered by last use.
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.answer
  }

  keep(key: string, entry: KeptAnswer): void {
    this.drop(key)
    this.entries.set(key, entry)
    this.bytes += sizeOf(entry)
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.mostBytes) break
      this.drop(oldest)
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key)
    if (!entry) return
    this.entries.delete(key)
    this.bytes -= sizeOf(entry)
  }
}

function sizeOf({ answer }: KeptAnswer): number {
  return answer.bytes.length + overheadBytes
}

const memories = new WeakMap<Context, KeptAnswers>()

function memoryOf(ctx: Context): KeptAnswers {
  const memory = memories.get(ctx) ?? new KeptAnswers(ctx.config.kept_answers_bytes)
  memories.set(ctx, memory)
  return memory
}

const numbers = new WeakMap<Caller, number>()
let callers = 0

/** A caller is a new object as soon as a setting of its tenant changes (`CredentialBook`). */
function numberOf(caller: Caller): number {
  const known = numbers.get(caller)
  if (known !== undefined) return known
  callers += 1
  numbers.set(caller, callers)
  return callers
}

/**
 * Answers API client reads of one record from cached bytes, as long as everything the answer depends on is unchanged.
 * The database verifies that on each request, so any number of processes may cache answers (READ-9).
 * @param kind kind of marks (`record_marks`), which cover every row of an answer. Settings are covered by the caller
 * @returns answers one call: `make` reads the record, and throws errors of the handler
 */
export function keepAnswers<E extends Endpoint>(
  { ctx }: Server,
  endpoint: E,
  kind: string,
): (call: Call<E>, id: string, make: () => Promise<FreshAnswer<E>>) => Promise<TaggedJson> {
  const marks: Marks = marksOf(ctx.db, kind)
  return async ({ caller }, id, make) => {
    const fresh = async () => {
      const { result, isMarked } = await make()
      return { answer: new TaggedJson(textOf(endpoint, result)), isMarked }
    }
    if (caller.kind !== 'client' || ctx.config.kept_answers_bytes === 0) return (await fresh()).answer
    // Read before the record, so an answer is never older than its mark.
    const mark = await marks(caller.tenantId, id)
    if (mark === undefined) return (await fresh()).answer
    const key = `${endpoint.id}/${numberOf(caller)}/${id}`
    const kept = memoryOf(ctx).find(key, mark)
    if (kept) return kept
    const { answer, isMarked } = await fresh()
    if (isMarked) memoryOf(ctx).keep(key, { mark, answer })
    return answer
  }
}
