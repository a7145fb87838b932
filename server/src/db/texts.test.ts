import { expect, test } from 'vitest'
import { sentRows } from './texts.ts'

const rows = sentRows<{ id: string; note: string | null; facts: object | null }>({
  id: 'uuid',
  note: 'text',
  facts: 'json',
})

test('names, arrays, assignments and parameters have one sequence', () => {
  expect(rows.names).toBe('id, note, facts')
  expect(rows.values).toBe('g.id, g.note, g.facts::jsonb')
  expect(rows.from).toBe('unnest($2::uuid[], $3::text[], $4::text[]) as g (id, note, facts)')
  expect(rows.setsExcept('id')).toBe('note = g.note, facts = g.facts::jsonb')
  const sent = [
    { facts: { a: 1 }, id: 'one', note: null },
    { facts: null, id: 'two', note: 'b' },
  ]
  expect(rows.arrays(sent)).toEqual([
    ['one', 'two'],
    [null, 'b'],
    ['{"a":1}', null],
  ])
})
