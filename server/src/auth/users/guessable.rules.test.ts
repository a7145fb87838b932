import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.gateway.ts'
import { isGuessable } from './guessable.rules.ts'

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
  'SECRET-5: %s is taken',
  (password) => expect(judge(password)).toBe(false),
)

test('SECRET-5: nearly every random password is taken', () => {
  const letter = fc.constantFrom(...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789')
  const random = fc.array(letter, { minLength: 16, maxLength: 24 }).map((letters) => letters.join(''))
  const refused = fc.sample(random, 400).filter(judge)
  expect(refused.length).toBeLessThan(4)
})
