import { expect, test } from 'vitest'
import { linesOf } from '../../sheets/use-book.ts'
import { answered, type LoadedSheet, withAnswer } from './answers.ts'

const sheetOf = (...rows: string[][]) => ({
  ...{ at: 0, first: 0 },
  book: [{ name: '', lines: rows.map((cells, at) => ({ line: at + 1, cells })) }],
})

const loaded = (rows: string[][], more: Partial<LoadedSheet>): LoadedSheet => ({
  ...{ name: 'a.csv', original: sheetOf(...rows), columns: [], answers: [], isRecalled: false },
  ...more,
})

const cellsOf = (sheet: LoadedSheet) => linesOf(answered(sheet).chosen).map(({ cells }) => cells)

test('EXP-8: an answer replaces its text in its column only, and never in the headings', () => {
  const rows = [
    ['EUR', 'Goods'],
    ['EUR', 'EUR'],
    ['IBC', 'x'],
  ]
  const answers = withAnswer([{ column: 'packaging', text: 'EUR', to: 'BOX' }], {
    ...{ column: 'packaging', text: 'EUR', to: 'PALLET' },
  })
  expect(cellsOf(loaded(rows, { columns: ['packaging', 'goods'], answers }))).toEqual([
    ['EUR', 'Goods'],
    ['PALLET', 'EUR'],
    ['IBC', 'x'],
  ])
})

test('EXP-8: the customer of rows without one fills empty cells, or a column behind the last cell of all rows', () => {
  const answers = [{ column: 'customer', text: '', to: 'Alpha' }] as const
  const named = [
    ['Klant', 'Stad'],
    ['', 'Gent'],
    ['Beta', 'Luik'],
  ]
  expect(cellsOf(loaded(named, { columns: ['customer', 'pickup_city'], answers })).slice(1)).toEqual([
    ['Alpha', 'Gent'],
    ['Beta', 'Luik'],
  ])
  const unnamed = loaded([['Stad'], ['Gent'], ['Luik', 'a note']], { columns: ['pickup_city'], answers })
  expect(answered(unnamed).columns).toEqual(['pickup_city', null, 'customer'])
  expect(cellsOf(unnamed)).toEqual([['Stad'], ['Gent', '', 'Alpha'], ['Luik', 'a note', 'Alpha']])
})
