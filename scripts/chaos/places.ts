import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'

const longestSweepMs = 40 * 60_000

/** Required part of the fleet. */
type Ended = Pick<Fleet, 'reached' | 'killStale'>

/** Crash points, one for each start of a process. */
export interface Places {
  /** Crash point of the next process to start; none once the list is over. */
  next(): string
  /**
   * Waits until a process has ended at each crash point as often as requested.
   * @param isOver whether no crash point can be reached any more
   * @returns whether all were reached
   */
  untilEnded(fleet: Ended, isOver?: () => boolean): Promise<boolean>
  figures(fleet: Ended): Readonly<Record<string, number>>
}

/** Number of endings per crash point, and the timeout to reach it. */
export interface Endings {
  readonly rounds: number
  readonly staleAfterMs: number
}

/**
 * Assigns each crash point to processes: in a different order each round, so that those of one command are not
 * consecutive.
 */
export function placesToEndAt(places: readonly string[], { rounds, staleAfterMs }: Endings): Places {
  const queue = Array.from({ length: rounds }, () => shuffled(places)).flat()
  const missed = new Map<string, number>()
  /** Rare crash points get a second and third chance. */
  const mostMissed = rounds * 2
  return {
    next: () => queue.shift() ?? 'nowhere',
    async untilEnded(fleet, isOver = () => false) {
      const deadline = Date.now() + longestSweepMs
      while (countOf(fleet, places, rounds).left > 0 && Date.now() < deadline && !isOver()) {
        await sleep(500)
        for (const place of fleet.killStale(staleAfterMs).filter((one) => places.includes(one))) {
          missed.set(place, (missed.get(place) ?? 0) + 1)
          if (missed.get(place)! <= mostMissed) queue.push(place)
        }
        const left = places.filter((place) => endedAt(fleet, place) < rounds)
        if (left.every((place) => (missed.get(place) ?? 0) > mostMissed)) break
      }
      for (const place of places) {
        const count = endedAt(fleet, place)
        if (count < rounds) console.log(`${place}: a process ended there ${count} times`)
      }
      return countOf(fleet, places, rounds).left === 0
    },
    figures: (fleet) => ({ places: places.length, rounds, ...countOf(fleet, places, rounds) }),
  }
}

/** Distinct crash points that processes recorded in a file. */
export function readPlaces(file: string): string[] {
  return [...new Set(readFileSync(file, 'utf8').split('\n'))].filter((place) => place !== '')
}

const endedAt = (fleet: Ended, place: string) => fleet.reached().filter((one) => one === place).length

function shuffled(places: readonly string[]): string[] {
  const lots = new Map(places.map((place) => [place, Math.random()]))
  return places.toSorted((one, other) => lots.get(one)! - lots.get(other)!)
}

/** Number of requested deaths that have happened. */
function countOf(fleet: Ended, places: readonly string[], rounds: number): { reached: number; left: number } {
  const counts = new Map<string, number>()
  for (const place of fleet.reached()) counts.set(place, Math.min(rounds, (counts.get(place) ?? 0) + 1))
  const reached = [...counts.values()].reduce((total, count) => total + count, 0)
  return { reached, left: places.length * rounds - reached }
}
