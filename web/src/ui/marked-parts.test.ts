import { expect, test } from 'vitest'
import { markedParts } from './marked-parts.ts'

const marked = (text: string, typed: string) =>
  markedParts(text, typed)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

test('each typed word is marked wherever it occurs, ignoring capitals and accents', () => {
  expect(marked('Vilvoorde → Liège', 'liege vil')).toBe('[Vil]voorde → [Liège]')
  expect(marked('TGHU3597556', 'tghu 3597')).toBe('[TGHU3597]556')
  expect(marked('O-000403', 'x')).toBe('O-000403')
  expect(marked('Älvsborg', '')).toBe('Älvsborg')
})
