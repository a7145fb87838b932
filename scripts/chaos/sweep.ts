import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { sum } from '../run.ts'
import { placesToEndAt, readPlaces } from './places.ts'
import type { Proof } from './proof.ts'
import { connect } from './world.ts'
import { type Scene, uploadWhile, type Wreck } from './wreck.ts'

/**
 * Crash points that only a tenant's first event reaches are passed before recording: they would not be reached again.
 */
const beforeMs = 8_000
/** Duration of recording crash points. */
const lookingMs = 25_000
/** Timeout for a process to reach its crash point. */
const staleAfterMs = 40_000
/** Interval at which PostgreSQL ends a session, because handling database failures has crash points too. */
const betweenFailuresMs = 500

/**
 * Ends a process at each crash point of accepting, applying, numbering and sending, as often as requested (OPS-3),
 * while PostgreSQL ends sessions of the processes.
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

/** Fleet configuration in which processes record reached crash points. */
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

/** Ends sessions of the processes one after the other, each during its work, while something is done. */
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
