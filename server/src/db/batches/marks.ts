import { poolSpansNodes } from '../nodes.ts'
import type { Database } from '../open.ts'
import { boundary } from '../pool.ts'
import { traced } from '../trace.ts'
import { inBatches } from './questions.ts'

/**
 * The mark of a record, which changes whenever any row it covers changes. Undefined if there is no such record, and
 * where tables are spread over nodes, because functions that step from tenant to tenant do not run there.
 */
export type Marks = (tenantId: string, id: string) => Promise<string | undefined>

interface Marked {
  tenantId: string
  id: string
}

// A statement takes about as long as parsing the requests that arrive meanwhile.
const mostInFlight = 2

const name = 'db.record_marks'
const text = 'select place, mark from record_marks($1, $2, $3)'

/**
 * Reads marks. Concurrent requests share one statement.
 * @param kind kind of records, as in the function `record_marks`
 */
export function marksOf(db: Database, kind: string): Marks {
  const ask = inBatches(async (questions: Marked[]) => {
    boundary(db.scope.crashPoints, name)
    const places = questions.map((_, at) => at).sort((one, other) => compare(questions[one]!, questions[other]!))
    const sorted = places.map((place) => questions[place]!)
    const values = [kind, sorted.map(({ tenantId }) => tenantId), sorted.map(({ id }) => id)]
    const { rows } = await traced(name, () => db.shared.query<{ place: number; mark: string }>({ name, text, values }))
    // Place and writer identify the version of a row. After a crash both may be reused for other content.
    const era = db.era()
    return new Map(rows.map(({ place, mark }) => [places[place - 1]! + 1, `${era}/${mark}`]))
  }, mostInFlight)
  return async (tenantId, id) => {
    if (await poolSpansNodes(db.shared)) return undefined
    return await ask(`${tenantId}/${id}`, { tenantId, id })
  }
}

function compare(one: Marked, other: Marked): number {
  if (one.tenantId === other.tenantId) return 0
  return one.tenantId < other.tenantId ? -1 : 1
}
