import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { windowText } from './window-text.ts'

test.for([
  { from: '08:00:00', to: '12:00', text: '08:00–12:00' },
  { from: '13:00', to: null, text: 'from 13:00' },
  { from: null, to: '14:00', text: 'until 14:00' },
  { from: '10:00', to: '10:00:00', text: '10:00' },
  { from: null, to: undefined, text: '' },
])('ORD-23: a window from $from until $to reads “$text”', ({ from, to, text }) => {
  expect(windowText('en', from, to)).toBe(text)
})

test('ORD-23: a window that is open at the start differs from one that is open at the end in every language', () => {
  const texts = languages.flatMap((language) => [
    windowText(language, '13:00', null),
    windowText(language, null, '13:00'),
  ])
  expect(new Set(texts).size).toBe(texts.length)
})
