import { expect, test } from 'vitest'
import { goodsLine, placeNotes } from './goods-line.ts'

test('numbers of a line of goods are written as the reader does, and nothing else is', () => {
  const line = '1200 × Pallet · Paint 1.5 kg 2.0 · 5200 kg · 0.4 LDM · -18.5 °C · ADR'
  const de = '1.200 × Pallet · Paint 1.5 kg 2.0 · 5.200 kg · 0,4 Lademeter · -18.5 °C · ADR'
  expect(goodsLine(line, 'de-DE')).toBe(de.replace('-18.5', '-18,5'))
  expect(goodsLine('12 × Pallet · 5200 kg · 0.4 LDM', 'nl-NL')).toBe('12 × Pallet · 5.200 kg · 0,4 laadmeter')
  expect(goodsLine('12 × Pallet · 5200 kg · 0.4 LDM', 'en-GB')).toBe('12 × Pallet · 5,200 kg · 0.4 LDM')
  expect(goodsLine('Steel 5.5', 'de-DE')).toBe('Steel 5.5')
})

test('opening hours among the notes of a place are in the language of the reader', () => {
  const notes = 'Gate 4. Mo is busy\nMo-Fr 08:00-12:00,13:00-17:00; Sa off; PH off'
  expect(placeNotes(notes, 'de-DE')).toBe(
    'Gate 4. Mo is busy\nMo–Fr 08:00–12:00, 13:00–17:00; Sa geschlossen; Feiertage geschlossen',
  )
  expect(placeNotes('Mo-Fr 08:00-17:00', 'nl-NL')).toBe('ma–vr 08:00–17:00')
  expect(placeNotes('Mo-Fr 08:00-17:00', 'en-GB')).toBe('Mon–Fri 08:00–17:00')
  expect(placeNotes('24/7', 'de-DE')).toBe('24/7')
  expect(placeNotes('Son 2', 'de-DE')).toBe('Son 2')
})
