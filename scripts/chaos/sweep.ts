import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '../run.ts'
import { placesToEndAt, readPlaces } from './places.ts'
import type { Proof } from './proof.ts'
import { uploadWhile, type Wreck } from './wreck.ts'

/** What only the first event of a tenant reaches is over before places are looked for: it would not be reached again. */
const beforeMs = 8_000
/** How long all places are looked for. */
const lookingMs = 25_000
/** How long a process may take to reach its place. */
const staleAfterMs = 30_000

/** Ends a process at each place that accepting, applying, numbering and sending reach, as often as is wanted (OPS-3). */
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
    async run({ fleet }) {
      await fleet.untilReady()
      await sleep(beforeMs)
      state.isLooking = true
      fleet.killStale(0)
      await fleet.untilReady()
      await sleep(lookingMs)
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
    async run({ fleet }) {
      const wasEnough = await places.untilEnded(fleet)
      return { figures: places.figures(fleet), wasEnough }
    },
  }
}
