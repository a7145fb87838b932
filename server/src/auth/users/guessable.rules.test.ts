import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.gateway.ts'
import { bitsForEach, isGuessable } from './guessable.rules.ts'

const context = ['piet@jansen-transport.example', 'Jansen Logistiek', 'jansen']
const judge = (password: string) => isGuessable(password, isCommonPassword, context)

test.each([
  'Password2026!',
  'P@ssw0rd2026!',
  'letmeinletmein',
  'qwertyuiop1234',
  'demotransport',
  'Jansen-Transport-2026',
  'jansenlogistiek1',
  '123456789012',
  'aaaaaaaaaaaaa1',
  'Welcome#Summer26',
  'administrator1!',
  'abcdefghijkl',
  'cartagecartage',
  '!!!dragon!!!',
])('SECRET-5: %s is refused', (password) => expect(judge(password)).toBe(true))

test.each(['a lorry full of tulips', 'Kx7vQ2mZp9Lr', 'grey otters rarely whistle', 'vier schapen op het dak'])(
  'SECRET-5: %s is accepted',
  (password) => expect(judge(password)).toBe(false),
)

test('SECRET-5: nearly every random password is accepted', () => {
  const letter = fc.constantFrom(...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789')
  const random = fc.array(letter, { minLength: 16, maxLength: 24 }).map((letters) => letters.join(''))
  const refused = fc.sample(random, 400).filter(judge)
  expect(refused.length).toBeLessThan(4)
})

/** Samples from the top, middle and end of the first 100,000 of ten million leaked passwords. */
const leaked =
  '123456 password qwerty dragon letmein monkey michael jordan23 hardcore samsung trustno1 merlin chelsea starwars computer maverick ' +
  'sunflower passw0rd blink182 welcome1'

test('SECRET-5: the list has the first 100,000 leaked passwords, and none of them is missed', () => {
  expect(leaked.split(' ').filter((word) => !isCommonPassword(word))).toEqual([])
  // The number of words in a Bloom filter follows from its number of set bits.
  const filter = readFileSync(new URL('../../../data/common-passwords.bin', import.meta.url))
  const size = filter.length * 8
  const set = filter.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
  const words = (-size / 13) * Math.log(1 - set / size)
  expect(words).toBeGreaterThan(100_000)
  expect(size / words).toBeGreaterThan(bitsForEach * 0.99)
})

test('SECRET-5: of words that are not in the list, fewer than one in 2,000 is mistaken for a listed one', () => {
  const others = Array.from({ length: 100_000 }, (_, n) =>
    createHash('sha256').update(`no password ${n}`).digest('base64'),
  )
  expect(others.filter(isCommonPassword).length).toBeLessThan(50)
})
