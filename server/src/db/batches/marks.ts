import { poolSpansNodes } from '../nodes.ts'
import type { Database } from '../open.ts'
import { boundary } from '../pool.ts'
import { traced } from '../trace.ts'
import { inBatches } from './questions.ts'

/**
 * The mark of a record: as long as it is the same, so is every row it covers. Undefined when there is no such record, and
 * where tables are spread over nodes: functions that step from tenant to tenant do not run there.
 */
export type Marks = (tenantId: string, id: string) => Promise<string | undefined>

interface Marked {
  tenantId: string
  id: string
}

// One statement takes about as long as the requests that come meanwhile take to be read.
const mostInFlight = 2

const name = 'db.record_marks'
const text = 'select place, mark from record_marks($1, $2, $3)'

/**
 * Reads marks; requests that wait at the same time share one statement.
 * @param kind of records, as `record_marks` knows it
 */
export function marksOf(db: Database, kind: string): Marks {
  const ask = inBatches(async (questions: Marked[]) => {
    boundary(db.scope.crashPoints, name)
    const places = questions.map((_, at) => at).sort((one, other) => compare(questions[one]!, questions[other]!))
    const sorted = places.map((place) => questions[place]!)
    const values = [kind, sorted.map(({ tenantId }) => tenantId), sorted.map(({ id }) => id)]
    const { rows } = await traced(name, () => db.shared.query<{ place: number; mark: string }>({ name, text, values }))
    // Place and writer identify the version of a row. After a crash both may be used again for other content.
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
