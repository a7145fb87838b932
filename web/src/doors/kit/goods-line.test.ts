import { expect, test } from 'vitest'
import { goodsLine } from './goods-line.ts'

test('numbers in a line of goods are in the format of the reader, and the rest is unchanged', () => {
  const line = '1200 × Pallet · Paint 1.5 kg 2.0 · 5200 kg · 0.4 LDM · -18.5 °C · ADR'
  const de = '1.200 × Pallet · Paint 1.5 kg 2.0 · 5.200 kg · 0,4 Lademeter · -18.5 °C · ADR'
  expect(goodsLine(line, 'de-DE')).toBe(de.replace('-18.5', '-18,5'))
  expect(goodsLine('12 × Pallet · 5200 kg · 0.4 LDM', 'nl-NL')).toBe('12 × Pallet · 5.200 kg · 0,4 laadmeter')
  expect(goodsLine('12 × Pallet · 5200 kg · 0.4 LDM', 'en-GB')).toBe('12 × Pallet · 5,200 kg · 0.4 LDM')
  expect(goodsLine('Steel 5.5', 'de-DE')).toBe('Steel 5.5')
})
