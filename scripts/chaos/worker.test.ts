import { expect, test } from 'vitest'
import { judgeOutage } from './worker.ts'

const own = new Set(['here'])
const fine = [
  { tenant_id: 'here', status: 503 },
  { tenant_id: 'there', status: 200 },
  { tenant_id: 'there', status: 409 },
]

test('OPS-9: a node outage affects only its own tenants', () => {
  expect(judgeOutage(fine, own)).toEqual({ others: 1, refused: 1, found: [] })
})

test.each([
  ['a tenant of another node gets 503', [...fine, { tenant_id: 'there', status: 503 }]],
  ['no upload to another node is accepted', [{ tenant_id: 'here', status: 503 }]],
  ['its own tenants are not affected', [{ tenant_id: 'there', status: 200 }]],
])('OPS-9: a violation is reported when %s', (_what, answers) => {
  expect(judgeOutage(answers, own).found).toHaveLength(1)
})
