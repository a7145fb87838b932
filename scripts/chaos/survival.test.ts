import { expect, test } from 'vitest'
import type { Attempt, Load } from './load.ts'
import { refusedRightly, storedOnce, survivorsOf } from './survival.ts'

const answer: Attempt = {
  tenant_id: 'a',
  sent_at: 0,
  answered_at: 1,
  status: 200,
  code: undefined,
  has_retry_after: false,
}
const refusal: Attempt = { ...answer, status: 503, code: 'unavailable', has_retry_after: true }
const loadOf = (answers: Attempt[], lost = 0): Load => ({
  sent: [],
  answers,
  unanswered: () => lost,
  stop: async () => {},
})
const quiet = { requests: 9, failures: ['GET /v1/me: 503 of Cartage'] }

test('OPS-27: a fault is survived when callers got only 503 and no process ended', () => {
  expect(survivorsOf(loadOf([answer, refusal]), quiet, 0)).toEqual({
    figures: { read: 9, read_refused_503: 1 },
    violations: [],
  })
})

test.each([
  ['a process ended', survivorsOf(loadOf([]), quiet, 1)],
  ['a request got no answer', survivorsOf(loadOf([], 1), quiet, 0)],
  ['a caller was answered 500', survivorsOf(loadOf([]), { requests: 1, failures: ['GET /v1/me: 500 of Cartage'] }, 0)],
  ['a caller was cut off', survivorsOf(loadOf([]), { requests: 1, failures: ['GET /v1/me: socket hang up'] }, 0)],
])('OPS-27: a violation is reported when %s', (_what, { violations }) => {
  expect(violations).toEqual([expect.objectContaining({ invariant: 'OPS-27' })])
})

test.each([
  ['has another status', { ...refusal, status: 500 }],
  ['has no Retry-After', { ...refusal, has_retry_after: false }],
  ['has a code that is not in the catalogue', { ...refusal, code: 'busy' }],
  ['has a code of another status', { ...refusal, code: 'internal_error' }],
])('OPS-6: a violation is reported when a refusal %s', (_what, wrong) => {
  expect(refusedRightly([refusal, wrong])).toHaveLength(1)
})

test('OPS-6: an accepted upload is stored once, and a rejected one is not stored', () => {
  const sent = { tenant_id: 'a', order_identifier: 'C', operation: 'CREATE' as const, sent_at: 0, answered_at: 1 }
  const accepted = { ...sent, mark: 'm', status: 200, upload_id: 'u' }
  const rejected = { ...sent, mark: 'r', status: 400, upload_id: null }
  const stored = (mark: string) => ({ ...sent, mark, upload_id: 'u', lane_number: 1, status: 'COMPLETED' })
  expect(storedOnce([accepted, rejected], [stored('m')])).toEqual([])
  expect(storedOnce([accepted], [])).toHaveLength(1)
  expect(storedOnce([accepted], [stored('m'), stored('m')])).toHaveLength(1)
  expect(storedOnce([rejected], [stored('r')])).toHaveLength(1)
  expect(storedOnce([{ ...accepted, status: null }], [stored('m')])).toHaveLength(1)
})
