import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '../run.ts'
import type { Fleet } from './fleet.ts'
import type { Proof } from './proof.ts'
import { uploadWhile, type Wreck } from './wreck.ts'

/** How long all places are looked for, and how long a process may take to reach its own. */
const lookingMs = 25_000
const staleAfterMs = 30_000
const longestSweepMs = 40 * 60_000

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
  const state = { file: '', places: [] as string[] }
  const wreck: Wreck = {
    prepare(world) {
      state.file = join(world.folder, 'places.txt')
    },
    crashPoint: () => `record:${state.file}`,
    async run({ fleet }) {
      await fleet.untilReady()
      await sleep(lookingMs)
      state.places = [...new Set(readFileSync(state.file, 'utf8').split('\n'))].filter((place) => place !== '')
      return { figures: { places: state.places.length }, wasEnough: state.places.length > 0 }
    },
  }
  return { wreck, places: () => state.places }
}

function endAtEach(places: readonly string[], rounds: number): Wreck {
  const queue = Array.from({ length: rounds }, () => places).flat()
  return {
    // Past the end of the list processes are no longer ended.
    crashPoint: () => queue.shift() ?? 'nowhere',
    async run({ fleet }) {
      const began = Date.now()
      const missed = new Map<string, number>()
      while (countOf(fleet, places, rounds).left > 0 && Date.now() - began < longestSweepMs) {
        await sleep(500)
        for (const place of fleet.killStale(staleAfterMs)) {
          missed.set(place, (missed.get(place) ?? 0) + 1)
          // Rare places get a second and a third chance.
          if (missed.get(place)! <= rounds * 2) queue.push(place)
        }
        if (queue.length === 0 && [...missed.values()].some((count) => count > rounds * 2)) break
      }
      const { reached, left } = countOf(fleet, places, rounds)
      for (const place of places) {
        const count = fleet.reached().filter((one) => one === place).length
        if (count < rounds) console.log(`${place}: a process ended there ${count} times`)
      }
      return { figures: { places: places.length, rounds, reached, left }, wasEnough: left === 0 }
    },
  }
}

/** How many of the deaths that are wanted have happened. */
function countOf(fleet: Fleet, places: readonly string[], rounds: number): { reached: number; left: number } {
  const counts = new Map<string, number>()
  for (const place of fleet.reached()) counts.set(place, Math.min(rounds, (counts.get(place) ?? 0) + 1))
  const reached = [...counts.values()].reduce((total, count) => total + count, 0)
  return { reached, left: places.length * rounds - reached }
}
