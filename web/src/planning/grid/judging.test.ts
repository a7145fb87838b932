import { CallError } from '@cartage/contract/client'
import { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import { expect, test } from 'vitest'
import { type Candidate, createJudging } from './judging.ts'

const rows = (from: number, to: number): Candidate[] =>
  Array.from({ length: to - from }, (_, at) => ({ key: `row ${from + at}`, resourceIds: [] }))
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Requests that are answered by hand. */
function bench() {
  const open: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const judging = createJudging(
    (some) =>
      new Promise((answer, fail) => {
        open.push({ keys: some.map(({ key }) => key), answer: () => answer(), fail })
      }),
  )
  return { open, judging }
}

test('FIT-14: while one request runs, scrolling sends none; then the rows in sight are judged, and none twice', async () => {
  const { open, judging } = bench()
  judging.see(rows(0, 10))
  for (let at = 1; at <= 50; at += 1) judging.see(rows(at * 2, at * 2 + 10))
  expect(open.map(({ keys }) => keys.length)).toEqual([10])
  open[0]!.answer()
  await settled()
  expect(open[1]!.keys).toEqual(rows(100, 110).map(({ key }) => key))
  open[1]!.answer()
  await settled()
  judging.see(rows(95, 105))
  expect(open.slice(2).map(({ keys }) => keys)).toEqual([rows(95, 100).map(({ key }) => key)])
})

test('FIT-14: more rows than one request may have are judged in several, one after the other', async () => {
  const { open, judging } = bench()
  judging.see(rows(0, 130))
  for (let at = 0; at < 3; at += 1) {
    expect(open).toHaveLength(at + 1)
    open[at]!.answer()
    await settled()
  }
  expect(open.map(({ keys }) => keys.length)).toEqual([60, 60, 10])
})

test('FIT-14: rows of a failed request are judged when the board is scrolled again, those of a refused one never', async () => {
  const { open, judging } = bench()
  judging.see(rows(0, 5))
  open[0]!.fail(new Error('offline'))
  await settled()
  expect(open).toHaveLength(1)
  judging.see(rows(0, 6))
  expect(open[1]!.keys).toHaveLength(6)
  open[1]!.fail(new CallError(judgeCombinations, 409, { code: 'state_conflict', message: '' } as never, new Headers()))
  await settled()
  judging.see(rows(0, 7))
  expect(open).toHaveLength(2)
})

test('FIT-14: nothing is requested once the drag has ended', async () => {
  const { open, judging } = bench()
  judging.see(rows(0, 5))
  judging.see(rows(5, 10))
  judging.end()
  open[0]!.answer()
  await settled()
  judging.see(rows(10, 15))
  expect(open).toHaveLength(1)
})
