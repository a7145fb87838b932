import { expect, test } from 'vitest'
import { rangeOf } from './selection.ts'

const rowAt = (index: number) => (index === 3 ? undefined : { key: `${index}`, label: `row ${index}` })

test('a range goes from the row chosen last to this one, in either direction, without rows that are not loaded', () => {
  expect(rangeOf(2, 5, rowAt).map(({ key }) => key)).toEqual(['2', '4', '5'])
  expect(rangeOf(5, 2, rowAt).map(({ key }) => key)).toEqual(['2', '4', '5'])
})

test('without a row chosen before, the range is this one', () => {
  expect(rangeOf(undefined, 4, rowAt).map(({ key }) => key)).toEqual(['4'])
})
