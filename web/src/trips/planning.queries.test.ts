import { CallError } from '@cartage/contract/client'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { expect, test } from 'vitest'
import { rejectedPlanOf } from '../verdicts/rejected-plan.ts'

function refused(code: string, messages: readonly string[]): CallError {
  const errors = messages.map((message) => ({ message, field: null, path: null, detail: null }))
  const body = { error: 'refused', message: 'refused', code, request_id: 'r', errors }
  return new CallError(givePlanningCommand, 409, body, new Headers())
}

test('warnings can be overridden, errors cannot, and each reason is shown once', () => {
  expect(rejectedPlanOf(refused('plan_doubtful', ['Late at Gent', 'Late at Gent']))).toEqual({
    verdict: 'SOFT',
    reasons: [{ message: 'Late at Gent' }],
  })
  expect(rejectedPlanOf(refused('plan_refused', ['No vehicle']))).toEqual({
    verdict: 'HARD',
    reasons: [{ message: 'No vehicle' }],
  })
})

test('a conflict with another user is not a verdict', () => {
  expect(rejectedPlanOf(refused('trip_changed', ['Changed by Ann']))).toBeUndefined()
  expect(rejectedPlanOf(new TypeError('offline'))).toBeUndefined()
})
