import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { sum } from '../run.ts'
import { placesToEndAt, readPlaces } from './places.ts'
import type { Proof } from './proof.ts'
import { connect } from './world.ts'
import { type Scene, uploadWhile, type Wreck } from './wreck.ts'

/** What only the first event of a tenant reaches is over before places are looked for: it would not be reached again. */
const beforeMs = 8_000
/** How long all places are looked for. */
const lookingMs = 25_000
/** How long a process may take to reach its place. */
const staleAfterMs = 40_000
/** How often PostgreSQL ends a session: what a process does when its database fails has places as well. */
const betweenFailuresMs = 500

/**
 * Ends a process at each place that accepting, applying, numbering and sending reach, as often as is wanted (OPS-3), while PostgreSQL
 * ends sessions of the processes.
 */
export const sweep: Proof = {
  what: 'ends a process at every statement and every call to the outside of accepting, applying and sending, three times each',
  forms: ['deep'],
  async run(extent) {
    const rounds = extent.number('rounds', { short: 1, usual: 3, deep: 3 })
    const found = lookForPlaces()
    const looked = await uploadWhile(found.wreck)
    const swept = await uploadWhile(endAtEach(found.places(), rounds))
    return sum([looked, swept])
  },
}

/** A run in which processes write down the places they reach. */
function lookForPlaces() {
  const state = { file: '', isLooking: false, places: [] as string[] }
  const wreck: Wreck = {
    prepare(world) {
      state.file = join(world.folder, 'places.txt')
    },
    crashPoint: () => (state.isLooking ? `record:${state.file}` : 'nowhere'),
    async run({ fleet, embedded }) {
      await fleet.untilReady()
      await sleep(beforeMs)
      state.isLooking = true
      fleet.killStale(0)
      await fleet.untilReady()
      await whileSessionsEnd(embedded, () => sleep(lookingMs))
      state.places = readPlaces(state.file)
      return { figures: { places: state.places.length }, wasEnough: state.places.length > 0 }
    },
  }
  return { wreck, places: () => state.places }
}

function endAtEach(found: readonly string[], rounds: number): Wreck {
  const places = placesToEndAt(found, { rounds, staleAfterMs })
  return {
    crashPoint: places.next,
    async run({ fleet, embedded }) {
      const { result, ended } = await whileSessionsEnd(embedded, () => places.untilEnded(fleet))
      return { figures: { ...places.figures(fleet), sessions_ended: ended }, wasEnough: result }
    },
  }
}

/** Ends one session of the processes after the other, each in the middle of its work, while something is done. */
async function whileSessionsEnd<Result>(embedded: Scene['embedded'], work: () => Promise<Result>) {
  const operator = await connect(embedded)
  const state = { ended: 0, isOver: false }
  const ending = (async () => {
    while (!state.isOver) {
      state.ended += await endOneSession(operator)
      await sleep(betweenFailuresMs)
    }
  })()
  try {
    return { result: await work(), ended: state.ended }
  } finally {
    state.isOver = true
    await ending.finally(() => operator.end())
  }
}

async function endOneSession(operator: pg.Client): Promise<number> {
  const { rowCount } = await operator.query(
    `select pg_terminate_backend(pid)
       from pg_stat_activity
      where application_name = 'cartage' and state in ('active', 'idle in transaction')
      order by random()
      limit 1`,
  )
  return rowCount ?? 0
}
