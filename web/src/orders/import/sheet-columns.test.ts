import { importColumns } from '@cartage/contract/orders/app/import'
import { importCells } from '@cartage/contract/orders/app/import-row'
import { expect, test } from 'vitest'
import { guessColumns } from './sheet-columns.ts'

test('titles of the template match their columns', () => {
  expect(guessColumns(importColumns)).toEqual(importColumns)
})

test('titles in four languages, ignoring capitals, accents and blanks', () => {
  expect(guessColumns(['Customer', 'Pickup city', 'Delivery Date', 'Weight (kg)', 'Qty'])).toEqual([
    'customer',
    'pickup_city',
    'delivery_date',
    'weight_kg',
    'quantity',
  ])
  expect(guessColumns(['Klant', 'Laadadres', 'Laaddatum', 'Losplaats', 'Laadmeters', 'Opmerking'])).toEqual([
    'customer',
    'pickup_address',
    'pickup_date',
    'delivery_city',
    'loading_meters',
    'instructions',
  ])
  expect(guessColumns(['Donneur d’ordre', 'Date chargement', 'Ville livraison', 'Quantité', 'Référence'])).toEqual([
    'customer',
    'pickup_date',
    'delivery_city',
    'quantity',
    'reference',
  ])
  expect(guessColumns(['Auftraggeber', 'Ladedatum', 'Lieferstraße', 'Entladung PLZ', 'Menge'])).toEqual([
    'customer',
    'pickup_date',
    'delivery_address',
    'delivery_postal_code',
    'quantity',
  ])
})

test('titles with their words in another order are recognised', () => {
  expect(guessColumns(['Ref klant', 'Gewicht bruto', 'Opmerking chauffeur', 'Datum laden'])).toEqual([
    'reference',
    'weight_kg',
    'instructions',
    'pickup_date',
  ])
})

test('unknown and repeated titles are left out', () => {
  expect(guessColumns(['Customer', 'Klant', 'Colour', ''])).toEqual(['customer', null, null, null])
})

test('the declared columns match the schema', () => {
  const cells = Object.keys(importCells({ today: '2026-11-21', language: 'en' }).shape)
  expect([...importColumns].sort()).toEqual(cells.sort())
})
