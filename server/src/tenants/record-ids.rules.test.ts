import { expect, test } from 'vitest'
import { recordIdFault } from './record-ids.rules.ts'

const [one, other] = ['7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b11', '2f1d6a0e-41f9-4f0d-b1d3-0a8a4d1f7c55']
const detail = (...args: Parameters<typeof recordIdFault>) => recordIdFault(...args)?.detail

test('a new record keeps its id where that is accepted, each id once', () => {
  const ids = { isAccepted: true, taken: new Set([other]) }
  expect(detail(one, undefined, ids)).toBeUndefined()
  expect(detail(one, undefined, ids)).toBe('id_taken')
  expect(detail(other, undefined, ids)).toBe('id_taken')
  expect(detail(undefined, undefined, ids)).toBeUndefined()
})

test('an existing record keeps its id, and sending it again is not an error', () => {
  const off = { isAccepted: false, taken: new Set([one]) }
  expect(detail(one, one, off)).toBeUndefined()
  expect(detail(other, one, off)).toBe('id_differs')
  expect(detail(other, undefined, off)).toBe('ids_not_accepted')
})
