import { expect, test } from 'vitest'
import { question } from './question.ts'
import type { Tx } from './tenant.ts'

interface Values {
  from?: string | undefined
  to?: string | undefined
  limit: number
}

const between = (of: { from: string; to: string }) => `at >= ${of.from} and at < ${of.to}`
const rows = question<Values, object>(
  'test.question',
  (of) => `select from event where ${between(of)} and ${between(of)} limit ${of.limit}`,
)

test('parameters are numbered behind the tenant where they are first named, however often', () => {
  expect(rows.text).toBe('select from event where at >= $2 and at < $3 and at >= $2 and at < $3 limit $4')
})

test('values are sent by their names, and what is left out is null', async () => {
  const sent: unknown[][] = []
  const tx = {
    query: async (_: object, ...values: unknown[]) => {
      sent.push(values)
      return []
    },
  } satisfies Partial<Record<keyof Tx, unknown>>
  await rows.ask(tx as unknown as Tx, { limit: 5, to: 'infinity', from: undefined })
  expect(sent).toEqual([[null, 'infinity', 5]])
})
