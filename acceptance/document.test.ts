import { expect, test } from 'vitest'
import { faultsOf, messageFaults } from './document.ts'
import type { Exchange } from './http.ts'

const good: Exchange = {
  method: 'POST',
  path: '/v1/auth/token',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: '{"access_token":"a","token_type":"Bearer","expires_in":3600}',
}
const problem = '{"error":"a","message":"a","code":"a","request_id":"a"}'

// The check behind every other test of the suite: it must detect violations.
test('an exchange that matches the document is valid', () => {
  expect(faultsOf(good)).toEqual([])
  expect(faultsOf({ ...good, path: '/v1/nothing', status: 404, text: problem })).toEqual([])
})

test.each<[string, Partial<Exchange>]>([
  ['an undeclared status', { status: 202 }],
  ['a member of another type', { text: good.text.replace('3600', '"3600"') }],
  ['a missing member', { text: '{"access_token":"a","token_type":"Bearer"}' }],
  ['a value outside its set', { text: good.text.replace('Bearer', 'bearer') }],
  ['another media type', { contentType: 'text/html' }],
  ['an unknown path that answers', { path: '/v1/nothing' }],
  ['a wrong method that answers', { method: 'PUT' }],
  ['an error without its list', { status: 400, text: problem }],
])('%s is a violation', (_, change) => {
  expect(faultsOf({ ...good, ...change })).not.toEqual([])
})

test('a message that is not an event is a violation', () => {
  expect(messageFaults('{"events":[{}]}')).not.toEqual([])
})
