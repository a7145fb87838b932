import { expect, test } from 'vitest'
import { newKeys, refreshed, type ShownRows } from './news.ts'

interface Row {
  key: string
  state: string
}

const keyOf = ({ key }: Row) => key
const rows = (keys: string, state = ''): Row[] => [...keys].map((key) => ({ key, state }))
const windows = (...all: string[]): ShownRows<Row> => new Map(all.map((keys, at) => [at, rows(keys)]))

test.each([
  ['a row was added at the top', ['abc'], ['xab'], ['x']],
  ['two were added, also between others', ['abcd'], ['xayb'], ['x', 'y']],
  ['none came', ['abc'], ['abc'], []],
  ['one was removed, and the next one moved up', ['abc'], ['acd'], []],
  ['one was removed while another was added', ['abc'], ['xac'], []],
  ['all were replaced', ['abc'], ['xyz'], []],
  ['the last one was pushed into the next window', ['abc', 'def'], ['xab', 'cde'], ['x']],
  ['rows were added at the end', ['abc'], ['abcx'], []],
  ['the list was empty', [''], ['x'], []],
])('%s', (_, shown, fresh, news) => {
  expect(newKeys(windows(...shown), windows(...fresh), keyOf)).toEqual(news)
})

test('held rows keep their places and show current data', () => {
  const fresh = new Map([[0, rows('xab', 'new')]])
  expect(refreshed(windows('abc'), fresh, keyOf).get(0)).toEqual([...rows('ab', 'new'), ...rows('c')])
})
