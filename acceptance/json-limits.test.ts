import { gzipSync } from 'node:zlib'
import type { ErrorBody } from '@cartage/contract/errors'
import { expect, test } from 'vitest'
import { order } from './bodies.ts'
import { a, expectProblem, unique, uploadPath } from './world.ts'

const json = { 'content-type': 'application/json' }
const asText = (body: string, headers: Record<string, string> = json) =>
  a.send<ErrorBody>('POST', uploadPath, { body, headers })
const nested = (depth: number) => `${'{"custom_fields":'.repeat(depth)}{}${'}'.repeat(depth)}`

test.each([
  ['cut off', '{"operation":"CREATE"'],
  ['no JSON', 'operation=CREATE'],
  ['empty', ' '],
  ['two values', '{}{}'],
  ['single quotes', "{'operation':'CREATE'}"],
])('ERR-2: a body that is %s is 400 and its text is not repeated', async (_, body) => {
  const answer = await asText(body)
  expectProblem(answer, 400, 'body_not_json')
  if (body.length > 10) expect(answer.text).not.toContain(body.slice(0, 10))
})

test('ERR-2: bytes that are not UTF-8 are 400', async () => {
  const answer = await a.send('POST', uploadPath, { body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), headers: json })
  expectProblem(answer, 400, 'body_not_json')
})

test.each([
  ['the character U+0000', { customer_reference_number: 'a\u0000b' }],
  ['a lone surrogate', { customer_reference_number: 'a\ud800b' }],
  ['an inexact number', { pricing: { requested_price: 2 ** 53 + 2 } }],
  ['a list of 2,001 entries', { contact_emails: Array(2001).fill('a@example.org') }],
  ['a key with a control character', { order_identifier: `tab\t${unique()}` }],
  ['an empty key', { order_identifier: '' }],
  ['a key of 256 characters', { order_identifier: 'x'.repeat(256) }],
])('ERR-1: %s is 422, never an internal error', async (_, more) => {
  const text = JSON.stringify(order(more))
  expectProblem(await asText(text), 422)
})

test('ERR-1: a number out of range is 422', async () => {
  const body = JSON.stringify(order()).replace('"quantity":4', '"quantity":1e999')
  expectProblem(await asText(body), 422)
})

test('ERR-1: nesting beyond 32 levels is 422, and 30,000 levels do no harm', async () => {
  for (const depth of [33, 30_000]) {
    const { status } = await asText(nested(depth))
    expect([400, 422]).toContain(status)
  }
})

test('ERR-1: a member called __proto__ is refused and changes nothing', async () => {
  const body = JSON.stringify(order()).replace('{', '{"__proto__":{"operation":"DELETE"},')
  const { status } = await asText(body)
  expect([400, 422]).toContain(status)
})

test('ERR-1: a body larger than 1 MiB is 413', async () => {
  const answer = await asText(JSON.stringify(order({ planning_instructions: 'x'.repeat(1_100_000) })))
  expectProblem(answer, 413, 'body_too_large')
})

test.each([
  ['a form', 'application/x-www-form-urlencoded', 'operation=CREATE'],
  ['XML', 'application/xml', '<order/>'],
  ['plain text', 'text/plain', JSON.stringify(order())],
])('CLIENT-22: %s is 415 and nothing is stored', async (_, type, body) => {
  expectProblem(await asText(body, { 'content-type': type }), 415, 'media_type_unsupported')
})

test('CLIENT-22: a form that is labelled JSON is 400 and nothing is stored', async () => {
  const identifier = unique()
  expectProblem(await asText(`operation=CREATE&order_identifier=${identifier}`), 400)
  await a.refused({ operation: 'DELETE', order_identifier: identifier }, 400, 'order_unknown')
})

test('ERR-1: a compressed body is 415', async () => {
  const body = new Uint8Array(gzipSync(JSON.stringify(order())))
  const answer = await a.send('POST', uploadPath, { body, headers: { ...json, 'content-encoding': 'gzip' } })
  expectProblem(answer, 415)
})

test('ERR-1: the same body in UTF-8 with a charset is accepted', async () => {
  const answer = await asText(JSON.stringify(order()), { 'content-type': 'application/json; charset=utf-8' })
  expect(answer.status, answer.text).toBe(200)
})
