import { expect, test } from 'vitest'
import { cellsOfTable, cellsOfZones, pasted, readTable, readZones } from './cells.ts'

const table = {
  currency: 'EUR',
  zone_set: 'BE',
  breaks: ['0', '500'],
  rows: [
    { key: ['1'], prices: ['9.80', '8.10'] },
    { key: ['2'], prices: ['12.10', '4.500'] },
  ],
}
const facts = { keys: 1, currency: 'EUR', zone_set: 'BE' }

test('a displayed table reads back unchanged, in every language', () => {
  for (const language of ['en', 'nl', 'fr', 'de']) {
    const { doc, faults } = readTable(cellsOfTable(table, language), facts, language)
    expect(faults.size).toBe(0)
    expect(doc?.rows.map(({ prices }) => prices.map(Number))).toEqual([
      [9.8, 8.1],
      [12.1, 4.5],
    ])
  }
})

test('a cell that is not a price, or is empty, is marked; rows without text are left out', () => {
  const cells = [
    ['', '0', '500'],
    ['1', '9.80', 'x'],
    ['', '', ''],
    ['2', '', '8'],
  ]
  const { doc, faults } = readTable(cells, facts, 'en')
  expect(doc).toBeUndefined()
  expect([...faults.keys()]).toEqual(['1:2', '3:1'])
})

test('quantities that do not rise, and a repeated zone, are marked', () => {
  const falling = readTable(
    [
      ['', '500', '0'],
      ['1', '1', '2'],
    ],
    facts,
    'en',
  )
  expect([...falling.faults.keys()]).toEqual(['0:1'])
  const twice = readTable(
    [
      ['', '0'],
      ['1', '1'],
      ['1', '2'],
    ],
    facts,
    'en',
  )
  expect([...twice.faults.keys()]).toEqual(['2:0'])
})

test('zones are read from their columns, and a wrong country is marked', () => {
  const zones = {
    entries: [
      { zone: '1', country: 'BE', from: '90', to: '99' },
      { zone: '2', country: 'BE' },
    ],
  }
  expect(readZones(cellsOfZones(zones)).doc).toEqual(zones)
  expect([...readZones([['1', 'Belgium', '', '']]).faults.keys()]).toEqual(['0:1'])
  expect([...readZones([['1', 'BE', '', '99']]).faults.keys()]).toEqual(['0:3'])
})

test('pasted cells replace those from a position on, and the grid grows', () => {
  const cells = [
    ['', '0'],
    ['1', '5'],
  ]
  expect(
    pasted(
      cells,
      1,
      1,
      [
        ['6', '7'],
        ['8', '9'],
      ],
      true,
    ),
  ).toEqual([
    ['', '0', ''],
    ['1', '6', '7'],
    ['', '8', '9'],
  ])
  expect(pasted(cells, 1, 1, [['6', '7']], false)).toEqual([
    ['', '0'],
    ['1', '6'],
  ])
})
