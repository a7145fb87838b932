import { expect, test } from 'vitest'
import { address, flag, oneOf, text, wholeNumber } from './address-members.ts'

const read = address({ q: text, archived: flag, until: wholeNumber, weeks: oneOf([1, 2, 6]), sort: oneOf(['name']) })

test('only the declared members of an address are read', () => {
  const given = { q: 'Ghent', archived: true, until: 12, weeks: 6, sort: 'name', other: 'x' }
  expect(read(given)).toEqual({ q: 'Ghent', archived: true, until: 12, weeks: 6, sort: 'name' })
})

test('an invalid member is left out, so that a broken link still opens its page', () => {
  expect(read({ q: { a: 1 }, archived: 'yes', until: 1.5, weeks: 3, sort: '-name' })).toEqual({})
})

test('a number typed into an address is a text where a text is expected', () => {
  expect(read({ q: 100234 })).toEqual({ q: '100234' })
})

test('a value of older links is read as its replacement', () => {
  const tab = oneOf(['overview', 'dispatch'], { 'handed-over': 'dispatch' })
  expect([tab('handed-over'), tab('dispatch'), tab('toString'), tab('other')]).toEqual([
    'dispatch',
    'dispatch',
    undefined,
    undefined,
  ])
})
