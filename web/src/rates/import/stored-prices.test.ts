import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '../../sheets/sheet.ts'
import { roundedRemarks, withStoredPrices } from './stored-prices.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const sheet: Sheet = [
  { line: 1, cells: ['Zone', '100'] },
  {
    line: 2,
    cells: ['1', '0.12', '12.32', '0.33'],
    rounded: new Map([
      [1, { stored: '0.12345', isCalculated: false }],
      [2, { stored: '12.3165', isCalculated: true }],
      [3, { stored: '0.33333333333', isCalculated: false }],
    ]),
  },
  { line: 3, cells: ['2', '12.32'], rounded: new Map([[1, { stored: '12.3165', isCalculated: true }]]) },
]

test('EXP-6: a typed price is the stored one, a calculated one is as displayed', () => {
  expect(withStoredPrices(sheet).map(({ cells }) => cells)).toEqual([
    ['Zone', '100'],
    ['1', '0.12345', '12.32', '0.33'],
    ['2', '12.32'],
  ])
})

test('EXP-6: rows with rounded prices show the displayed, stored and used values', () => {
  expect(roundedRemarks(sheet)).toEqual([
    {
      ...{ row: 2, isFault: false },
      message: 'The file shows 0.12 and stores 0.12345. Used: 0.12345. Cells like this in the row: 2 more.',
    },
    { row: 3, isFault: false, message: 'The file shows 12.32 and stores 12.3165. Used: 12.32.' },
  ])
})
