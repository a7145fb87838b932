import fc from 'fast-check'
import { expect, test } from 'vitest'
import { begun } from './begins.rules.ts'
import type { Duty } from './duties.model.ts'
import { endless, someOf } from './labels.rules.ts'
import { lawFor, mondayOf } from './law.rules.ts'
import { afterDuty, few } from './rules.ts'
import type { Run } from './state.model.ts'
import { restedAt } from './state.rules.ts'

const monday = mondayOf(2900)

test('HOURS-1: states that begin later than the allowed number are discarded, without affecting which others are kept', () => {
  const drawn = fc.record({ driving: fc.nat(700), work: fc.nat(180), opens: fc.nat(4_000), isOpen: fc.boolean() })
  const dutyOf = ({
    driving,
    work,
    opens,
    isOpen,
  }: {
    driving: number
    work: number
    opens: number
    isOpen: boolean
  }) => {
    const from = monday + opens
    const duty: Duty = isOpen ? { driving, work, windows: [] } : { driving, work, windows: [[from, Infinity]] }
    return duty
  }
  let [asked, left] = [0, 0]
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 5 }), drawn, fc.boolean(), (some, last, isOne) => {
      const law = lawFor(isOne ? 1 : 2)
      let runs: Run[] = [{ from: restedAt(monday), minutes: 0 }]
      for (const one of some) runs = afterDuty(runs, dutyOf(one), law, few)
      const duty = { ...dutyOf(last), driving: 0 }
      const begin = Math.max(duty.windows[0]?.[0] ?? 0, Math.min(...runs.map(({ from, minutes }) => from.at + minutes)))
      const most = { many: few, due: begin, effort: endless }
      const [soon, all] = [begun(runs, duty, law, most), begun(runs, duty, law, { ...most, many: Infinity })]
      const chosen = (found: readonly Run[]) => someOf(found, (run) => run, most)
      expect(chosen(soon)).toEqual(chosen(all))
      ;[asked, left] = [asked + all.length, left + all.length - soon.length]
    }),
    { numRuns: 60 },
  )
  // The test proves little if nothing is left out.
  expect(left / asked).toBeGreaterThan(0.3)
})
