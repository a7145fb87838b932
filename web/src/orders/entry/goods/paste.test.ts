import { expect, test } from 'vitest'
import { pastedGoods } from './paste.ts'

const euro = { code: 'EUR', name: 'Euro pallet' }
const packaging = [euro, { code: 'BOX', name: 'Box' }]

test('cells without headings fill the columns of the grid from the cursor on', () => {
  const { goods, unknown } = pastedGoods(
    [['Steel', '4', 'eur', '4.500', '1,6']],
    'entry-consignments-0-goods-0-description',
    packaging,
  )
  expect(goods).toHaveLength(1)
  expect(goods[0]).toMatchObject({
    description: 'Steel',
    quantity: '4',
    packaging: euro,
    weight: '4.500',
    metres: '1,6',
  })
  expect(unknown).toEqual([])
  const later = pastedGoods([['800', '0,4']], 'entry-consignments-0-goods-1-weight', packaging)
  expect(later.goods[0]).toEqual({ weight: '800', metres: '0,4' })
})

test.each([
  ['en', ['Weight kg', 'Description', 'Qty', 'Country of origin']],
  ['nl', ['Gewicht', 'Omschrijving', 'Aantal', 'Land']],
  ['de', ['Gewicht (kg)', 'Bezeichnung', 'Anzahl', 'Ursprung']],
  ['fr', ['Poids', 'Désignation', 'Nombre', 'Origine']],
])('a first row of headings determines the columns (%s); others are left out', (_language, titles) => {
  const { goods } = pastedGoods(
    [titles, ['120', 'Paint', '3', 'BE']],
    'entry-consignments-0-goods-0-description',
    packaging,
  )
  expect(goods).toHaveLength(1)
  expect(goods[0]).toEqual({ description: 'Paint', quantity: '3', weight: '120' })
})

test('empty rows are left out, and unknown packaging is reported', () => {
  const rows = [
    ['Paint', '3', 'Crate'],
    ['', ''],
    ['Glue', '1', 'box'],
  ]
  const { goods, unknown } = pastedGoods(rows, 'entry-consignments-0-goods-0-description', packaging)
  expect(goods.map(({ description }) => description)).toEqual(['Paint', 'Glue'])
  expect(goods.map((good) => good.packaging?.code)).toEqual([undefined, 'BOX'])
  expect(unknown).toEqual(['Crate'])
})
