import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delayAction, type KnownDelay } from './rules.ts'

test('MAIL-8: however an arrival moves, each e-mail is about a new delay or one that has grown by the minutes of the rule', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600)), fc.integer({ min: 1, max: 120 }), (course, least) => {
      let known: KnownDelay | undefined
      let isOver = true
      for (const minutes of course) {
        const action = delayAction(known, minutes, least)
        if (action === 'SEND') {
          expect(minutes).toBeGreaterThanOrEqual(least)
          if (!isOver) expect(minutes - known!.late_minutes).toBeGreaterThanOrEqual(least)
          known = { late_minutes: minutes, is_cleared: false }
          isOver = false
        } else if (action === 'CLEAR') {
          expect(minutes).toBeLessThan(least)
          known = { ...known!, is_cleared: true }
          isOver = true
        } else if (isOver) expect(minutes).toBeLessThan(least)
      }
    }),
  )
})
