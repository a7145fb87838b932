import { expect, test } from 'vitest'
import { answerOf } from '../testing/plan.ts'
import type { PlanningAnswer, PlanningCommand } from './command.queries.ts'
import { ghostOf } from './drag.ts'
import { createPreview, type Verdict } from './preview.ts'

const at = (startsAt: number): PlanningCommand => ({ kind: 'PLACE', trip_id: 'trip', starts_at: String(startsAt) })

/** A server that answers on demand. */
function slowServer() {
  const asked: { command: PlanningCommand; answer: (answer: PlanningAnswer) => void; fail: (error: Error) => void }[] =
    []
  const ask = (command: PlanningCommand) =>
    new Promise<PlanningAnswer>((answer, fail) => asked.push({ command, answer, fail }))
  return { asked, ask }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

test('one request is under way at a time, and of the positions passed meanwhile only the last is judged', async () => {
  const { asked, ask } = slowServer()
  const shown: Verdict[] = []
  const preview = createPreview(
    ask,
    (error) => String(error),
    (verdict) => shown.push(verdict),
  )
  for (const start of [1, 2, 3]) preview.moveTo(at(start))
  expect(asked.map(({ command }) => command)).toEqual([at(1)])
  asked[0]!.answer(answerOf([]))
  await settled()
  expect(asked.map(({ command }) => command)).toEqual([at(1), at(3)])
  asked[1]!.fail(new Error('The trip is gone.'))
  await settled()
  expect(shown.at(-1)).toEqual({ kind: 'rejected', message: 'Error: The trip is gone.' })
  // Answers are cached.
  preview.moveTo(at(1))
  expect(shown.at(-1)).toMatchObject({ kind: 'answered' })
  expect(asked).toHaveLength(2)
})

test('the ghost shows the calculated times and the objections to the plan', () => {
  const labels = { timesOf: (start: number, end: number) => `${start}-${end}`, pendingText: 'Checking…', okText: 'OK' }
  expect(ghostOf(10, 5, { kind: 'pending' }, labels)).toMatchObject({ times: '10-15', state: 'pending' })
  expect(ghostOf(10, 5, { kind: 'answered', answer: answerOf([]) }, labels)).toMatchObject({
    state: 'OK',
    message: 'OK',
  })
  const reason = { code: 'reefer_missing', severity: 'HARD', trip_id: '', stop_id: null, resource_id: null } as const
  const reasons = [{ ...reason, order_id: null, message: 'Needs a reefer.', is_new: true }]
  const hard = answerOf([], {
    verdict: 'HARD',
    reasons: [...reasons, { ...reasons[0]!, message: 'Old.', is_new: false }],
  })
  expect(ghostOf(10, 5, { kind: 'answered', answer: hard }, labels)).toMatchObject({
    state: 'HARD',
    message: 'Needs a reefer.',
  })
})
