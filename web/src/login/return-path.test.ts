import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test('after signing in, the user returns to the requested page, including its query', () => {
  expect(returnPath('/orders/17?tab=stops#goods')).toBe('/orders/17?tab=stops#goods')
})

test.each([
  undefined,
  '',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/.//evil.example',
])('an address on another site is dropped: %s', (requested) => {
  expect(returnPath(requested)).toBe('/')
})

test('the login page is not a page to return to', () => {
  expect(returnPath('/login?return_to=/login')).toBe('/')
})

test('with any address, the way back stays on this origin', () => {
  const tricky = fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', 'a', '%2f', 'http') })
  fc.assert(
    fc.property(fc.oneof(fc.string(), tricky), (requested) => {
      const target = new URL(returnPath(requested), 'https://cartage.example/login')
      expect(target.origin).toBe('https://cartage.example')
    }),
    { numRuns: 2_000 },
  )
})
