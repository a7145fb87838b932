import { getSession } from '@cartage/contract/app/session'
import { CallError } from '@cartage/contract/client'
import { i18n } from '@lingui/core'
import { afterEach, expect, test, vi } from 'vitest'
import { failureOf, isPassing } from './failure.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(() => vi.unstubAllGlobals())

function refusal(status: number, body: object | undefined, headers: Record<string, string> = {}): CallError {
  return new CallError(getSession, status, body as never, new Headers(headers))
}

test('ERR-1: the message and the request id of the server are what a person is shown', () => {
  const error = refusal(400, { message: 'Do this instead.', code: 'order_cancelled', request_id: 'r-1' })
  expect(failureOf(error)).toMatchObject({
    message: 'Do this instead.',
    requestId: 'r-1',
    code: 'order_cancelled',
    status: 400,
  })
})

test('an answer without a body still says what happened and still has an id when a header brings one', () => {
  const failure = failureOf(refusal(500, undefined, { 'x-request-id': 'r-2' }))
  expect(failure.message).toContain('500')
  expect(failure.requestId).toBe('r-2')
})

test('a server that cannot be reached, an unreadable answer and a fault of our own are told apart', () => {
  const titles = [new TypeError('Failed to fetch'), new SyntaxError('Unexpected token'), new Error('x')].map(
    (error) => failureOf(error).title,
  )
  expect(new Set(titles).size).toBe(3)
})

test('only what passes by itself is asked again by itself', () => {
  expect(isPassing(new TypeError('Failed to fetch'))).toBe(true)
  expect(isPassing(refusal(503, undefined))).toBe(true)
  expect(isPassing(refusal(401, undefined))).toBe(false)
  expect(isPassing(refusal(429, undefined))).toBe(true)
  expect(isPassing(refusal(422, undefined))).toBe(false)
  expect(isPassing(refusal(500, undefined))).toBe(false)
})

test('who is offline is told so, and that nothing was sent', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(failureOf(new TypeError('Failed to fetch'))).toMatchObject({
    title: 'You are offline',
    message: expect.stringContaining('Nothing was sent'),
  })
})

test('what is written for programs is said for people, and the id stays', () => {
  const failure = failureOf(refusal(401, { message: 'Get a new token.', code: 'unauthenticated', request_id: 'r-3' }))
  expect(failure).toMatchObject({ message: 'Your session has ended. Sign in again.', requestId: 'r-3' })
})
