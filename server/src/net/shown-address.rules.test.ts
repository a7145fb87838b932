import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSecrets } from './shown-address.rules.ts'

test.each([
  ['https://roads.example/route/v1', 'https://roads.example/route/v1'],
  ['https://graphhopper.com/api/1?key=abc-123', 'https://graphhopper.com/api/1?key=***'],
  ['https://a.example/?profile=truck&api_key=abc', 'https://a.example/?profile=***&api_key=***'],
  ['https://user:pa%40ss@a.example:8080/x', 'https://***@a.example:8080/x'],
  ['https://token@a.example', 'https://***@a.example'],
  ['https://a.example/v1/sk4f8a7b6c5d4e3f2a1b0c9d/route', 'https://a.example/v1/***/route'],
  ['https://a.example/x?key=a#b', 'https://a.example/x?key=***'],
])('SECRET-6: %s is shown as %s', (address, shown) => expect(withoutSecrets(address)).toBe(shown))

test('SECRET-6: a shown address hides nothing more when shown again, and contains none of the secret values', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.stringMatching(/^[A-Z][0-9]{12}$/), (url, secret) => {
      const shown = withoutSecrets(`${url}${url.includes('?') ? '&' : '?'}key=${secret}`)
      expect(shown).not.toContain(secret)
      expect(withoutSecrets(shown)).toBe(shown)
    }),
  )
})
