import { expect, test } from 'vitest'
import type { Fleet } from './fleet.ts'
import { placesToEndAt } from './places.ts'

test('OPS-3: a crash point that no process reaches is skipped, and the run reports that it was incomplete', async () => {
  const places = placesToEndAt(['often', 'never'], { rounds: 1, staleAfterMs: 0 })
  const ended: string[] = []
  const given = [places.next(), places.next()]
  expect(given.toSorted()).toEqual(['never', 'often'])
  // The process for `often` ends there late, after `never` was abandoned.
  let looks = 0
  const fleet: Pick<Fleet, 'reached' | 'killStale'> = {
    reached: () => ended,
    killStale: () => {
      looks += 1
      if (looks === 5) ended.push('often')
      return looks <= 3 ? ['never'] : []
    },
  }
  expect(await places.untilEnded(fleet)).toBe(false)
  expect(ended).toEqual(['often'])
  expect(places.figures(fleet)).toEqual({ places: 2, rounds: 1, reached: 1, left: 1 })
})
