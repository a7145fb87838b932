import { getSession } from '@cartage/contract/auth/app/session'
import { CallError, client, UnreachedError, UnreadableError } from '@cartage/contract/client'
import { i18n } from '@lingui/core'
import { afterEach, expect, test, vi } from 'vitest'
import { failureOf, isPassing } from './failure.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(() => vi.unstubAllGlobals())

const unreached = new UnreachedError(getSession, new TypeError('Failed to fetch'))

function refusal(status: number, body: object | undefined, headers: Record<string, string> = {}): CallError {
  return new CallError(getSession, status, body as never, new Headers(headers))
}

test('ERR-1: the user sees the message and the request id of the server', () => {
  const error = refusal(400, { message: 'Do this instead.', code: 'order_cancelled', request_id: 'r-1' })
  expect(failureOf(error)).toMatchObject({
    message: 'Do this instead.',
    requestId: 'r-1',
    code: 'order_cancelled',
    status: 400,
  })
})

test('a conflict means not possible right now: the message has the obstacle, which is seldom another user’s change', () => {
  const titleOf = (code: string) => failureOf(refusal(409, { message: 'Do this first.', code })).title
  const codes = ['state_conflict', 'number_range_unfit', 'credit_exceeds', 'period_closed', 'trip_changed']
  expect([...new Set(codes.map(titleOf))]).toEqual(['Not possible right now'])
})

test('an error of a member begins like a sentence, unless it begins with a name', () => {
  const issueOf = (message: string) => ({ field: 'currency', path: 'currency', message, detail: null })
  const texts = [
    'must be a currency',
    'muss eine Währung sein',
    'order_identifier is in use',
    '“8x” is no time',
    'Once.',
  ]
  const { items } = failureOf(refusal(422, { errors: texts.map(issueOf) }))
  expect(items.map(({ message }) => message)).toEqual([
    'Must be a currency',
    'Muss eine Währung sein',
    'order_identifier is in use',
    '“8x” is no time',
    'Once.',
  ])
})

test('a response without a body still has a message and an id when a header provides one', () => {
  const failure = failureOf(refusal(500, undefined, { 'x-request-id': 'r-2' }))
  expect(failure.message).toContain('500')
  expect(failure.requestId).toBe('r-2')
})

test('an unreachable server, an unreadable response and an internal error have different texts', () => {
  const errors = [unreached, new UnreadableError(getSession, new SyntaxError('Unexpected token')), new Error('x')]
  expect(new Set(errors.map((error) => failureOf(error).title)).size).toBe(3)
})

test('an error of the page itself is not reported as a network error, and is not retried', () => {
  for (const fault of [new TypeError("Cannot read properties of undefined (reading 'map')"), new SyntaxError('Bad')]) {
    expect(failureOf(fault).title).toBe('This page crashed')
    expect(failureOf(fault).message).toBe(fault.message)
    expect(isPassing(fault)).toBe(false)
  }
})

test('a missing part of the pages is a network error', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: https://tms.example/assets/trip.js')
  expect(failureOf(error).title).toBe('Cannot reach the server')
})

test('a call aborted by the network is distinguished from one rejected by the server', async () => {
  const called = (send: () => Promise<Response>) =>
    client('', {}, send as typeof fetch)(getSession, {}).catch((error: unknown) => error)
  const offline = await called(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(isPassing(offline)).toBe(true)
  const cut = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })
  expect(isPassing(await called(async () => new Response(cut)))).toBe(true)
  const proxy = await called(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(failureOf(proxy)).toMatchObject({ status: 502, title: 'Server error' })
  expect(isPassing(proxy)).toBe(true)
  const page = await called(async () => new Response('<h1>Welcome to the hotel</h1>'))
  expect(failureOf(page).title).toBe('Unreadable response')
  expect(isPassing(page)).toBe(false)
})

test('RATE-4: the message about too many attempts has the wait in seconds, without the name of a header', () => {
  const body = { code: 'rate_limited', message: 'Wait as many seconds as the Retry-After header says.' }
  expect(failureOf(refusal(429, body, { 'retry-after': '7' }))).toMatchObject({
    title: 'Too many attempts',
    message: 'Wait 7 seconds, then try again.',
  })
  expect(failureOf(refusal(429, body)).message).toBe('Wait 1 second, then try again.')
})

test('only temporary failures are retried automatically', () => {
  expect(isPassing(unreached)).toBe(true)
  expect(isPassing(refusal(503, undefined))).toBe(true)
  expect(isPassing(refusal(401, undefined))).toBe(false)
  expect(isPassing(refusal(429, undefined))).toBe(true)
  expect(isPassing(refusal(422, undefined))).toBe(false)
  expect(isPassing(refusal(500, undefined))).toBe(false)
})

test('an offline user is informed, and that nothing was sent', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(failureOf(unreached)).toMatchObject({
    title: 'You are offline',
    message: expect.stringContaining('Nothing was sent'),
  })
})

test('messages for programs are rephrased for people, and the id stays', () => {
  const failure = failureOf(refusal(401, { message: 'Get a new token.', code: 'unauthenticated', request_id: 'r-3' }))
  expect(failure).toMatchObject({ message: 'Your session has ended. Sign in again.', requestId: 'r-3' })
})
