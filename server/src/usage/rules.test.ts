import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyNotes,
  type JudgedRequest,
  mostRejectionsOfOne,
  mostTallies,
  type NotedRejection,
  noteRejection,
  noteRequest,
  stepOf,
} from './rules.ts'

const request = (members: Partial<JudgedRequest>): JudgedRequest => ({
  tenantId: 't',
  category: 'general',
  clientId: 'c',
  method: 'GET',
  path: '/v1/me',
  at: 1_800_000_000_000,
  retryAfter: undefined,
  ...members,
})

test('every request is counted once by minute and once by hour', () => {
  const some = fc.array(
    fc.record({
      clientId: fc.constantFrom('a', 'b'),
      path: fc.constantFrom('/v1/me', '/v1/orders'),
      at: fc.integer({ min: 0, max: 10_000_000 }),
      retryAfter: fc.option(fc.integer({ min: 1, max: 3_600 }), { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(some, (requests) => {
      const notes = emptyNotes()
      for (const one of requests) noteRequest(notes, request(one))
      for (const tallies of [notes.minutes, notes.paths]) {
        const sum = [...tallies.values()].reduce((total, tally) => total + tally.requests, 0)
        expect(sum).toBe(requests.length)
      }
    }),
  )
})

const refused = (members: Partial<NotedRejection>): NotedRejection => ({
  tenantId: 't',
  category: 'general',
  clientId: 'c',
  requestId: 'r',
  method: 'GET',
  path: '/v1/me',
  status: 422,
  code: 'validation_failed',
  field: null,
  at: 1_800_000_000_000,
  retryAfter: undefined,
  ...members,
})

test('of a flood of refusals the last of each client are kept, separately for rate limits and other reasons', () => {
  const notes = emptyNotes()
  for (let at = 0; at < 500; at += 1) noteRejection(notes, refused({ at, status: 429 }))
  for (let at = 500; at < 700; at += 1) noteRejection(notes, refused({ at, clientId: 'd' }))
  noteRejection(notes, refused({ at: 0 }))
  const kept = [...notes.refusals.values()].map((some) => [some.length, some[0]!.at])
  expect(kept).toEqual([
    [mostRejectionsOfOne, 500 - mostRejectionsOfOne],
    [mostRejectionsOfOne, 700 - mostRejectionsOfOne],
    [1, 0],
  ])
})

test('rate-limited requests are all counted', () => {
  const notes = emptyNotes()
  for (let at = 0; at < 500; at += 1) noteRequest(notes, request({ retryAfter: 1 }))
  expect([...notes.minutes.values()]).toMatchObject([{ requests: 500, isRefused: true }])
})

test('memory stays bounded for any number of clients', () => {
  const notes = emptyNotes()
  for (let at = 0; at < mostTallies + 500; at += 1) noteRequest(notes, request({ clientId: `c${at}` }))
  expect(notes.minutes.size).toBe(mostTallies + 1)
})

test('a history has at most 300 points', () => {
  for (const hours of [1, 24, 168, 720]) expect((hours * 3_600) / stepOf(hours)).toBeLessThanOrEqual(300)
})
