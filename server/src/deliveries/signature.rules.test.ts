import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { secretPrefix, signatureHeaders } from './signature.rules.ts'

test('an independent verifier accepts any payload under each of one to three live secrets', () => {
  const secrets = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.uuid(), fc.json(), secrets, (id, body, bytes) => {
      const keys = bytes.map((secret) => createSecretKey(secret))
      const headers = signatureHeaders(id, Math.floor(Date.now() / 1_000), body, keys)
      for (const secret of bytes) {
        const verifier = new Webhook(secretPrefix + Buffer.from(secret).toString('base64'))
        expect(verifier.verify(body, headers)).toEqual(JSON.parse(body))
      }
    }),
    { numRuns: 500 },
  )
})

test('it refuses another secret, another body, another id and an old timestamp', () => {
  const secret = randomBytes(32)
  const verifier = new Webhook(secretPrefix + secret.toString('base64'))
  const seconds = Math.floor(Date.now() / 1_000)
  const key = createSecretKey(secret)
  const headers = signatureHeaders('a', seconds, '{}', [key])
  expect(() => verifier.verify('{}', headers)).not.toThrow()
  expect(() => verifier.verify('[]', headers)).toThrow()
  expect(() => verifier.verify('{}', { ...headers, 'webhook-id': 'b' })).toThrow()
  expect(() => verifier.verify('{}', signatureHeaders('a', seconds - 3_600, '{}', [key]))).toThrow()
  const stranger = createSecretKey(randomBytes(32))
  expect(() => verifier.verify('{}', signatureHeaders('a', seconds, '{}', [stranger]))).toThrow()
})
