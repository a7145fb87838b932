import { spawnSync } from 'node:child_process'
import { createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { fitsPublicKey } from '../../testing/servers/receiver.ts'
import { privateKeyOf, publicKeyText, secretPrefix, signatureHeaders } from './signature.rules.ts'

const now = () => Math.floor(Date.now() / 1_000)
const guide = readFileSync(new URL('../../../../docs/guides/webhooks.md', import.meta.url), 'utf8')
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('DLV-14: an independent verifier accepts any payload under each of one to three live secrets', () => {
  const secrets = fc.array(bytes32, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.uuid(), fc.json(), secrets, (id, body, bytes) => {
      const keys = bytes.map((secret) => createSecretKey(secret))
      const headers = signatureHeaders(id, now(), body, keys)
      for (const secret of bytes) {
        const verifier = new Webhook(secretPrefix + Buffer.from(secret).toString('base64'))
        expect(verifier.verify(body, headers)).toEqual(JSON.parse(body))
      }
    }),
    { numRuns: 500 },
  )
})

test('DLV-14: it refuses another secret, another body, another id and an old timestamp', () => {
  const secret = randomBytes(32)
  const verifier = new Webhook(secretPrefix + secret.toString('base64'))
  const seconds = now()
  const key = createSecretKey(secret)
  const headers = signatureHeaders('a', seconds, '{}', [key])
  expect(() => verifier.verify('{}', headers)).not.toThrow()
  expect(() => verifier.verify('[]', headers)).toThrow()
  expect(() => verifier.verify('{}', { ...headers, 'webhook-id': 'b' })).toThrow()
  expect(() => verifier.verify('{}', signatureHeaders('a', seconds - 3_600, '{}', [key]))).toThrow()
  const stranger = createSecretKey(randomBytes(32))
  expect(() => verifier.verify('{}', signatureHeaders('a', seconds, '{}', [stranger]))).toThrow()
})

const fits = (publicKey: string, headers: Record<string, string>, body: string) =>
  fitsPublicKey(publicKey, { headers, body })

describe('signatures for a public key', () => {
  test('a seed gives its RFC 8032 key, in the spelling of Standard Webhooks', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
    const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
    expect(publicKeyText(privateKeyOf(seed))).toBe(`whpk_${key.toString('base64')}`)
  })

  test('each live secret and each additional key signs, and verifiers of either kind accept the message', () => {
    const [newest, older] = [randomBytes(32), randomBytes(32)]
    const keys = [privateKeyOf(newest), privateKeyOf(older)]
    const secrets = [createSecretKey(newest), createSecretKey(older)]
    const headers = signatureHeaders('a', now(), '{"text":"é ✓"}', secrets, keys)
    const kinds = headers['webhook-signature']!.split(' ').map((part) => part.split(',')[0])
    expect(kinds).toEqual(['v1', 'v1', 'v1a', 'v1a'])
    for (const key of keys) expect(fits(publicKeyText(key), headers, '{"text":"é ✓"}')).toBe(true)
    for (const secret of [newest, older]) {
      const verifier = new Webhook(secretPrefix + secret.toString('base64'))
      expect(() => verifier.verify('{"text":"é ✓"}', headers)).not.toThrow()
    }
  })

  test('without keys the headers are unchanged', () => {
    const secret = createSecretKey(Buffer.alloc(32, 'a secret'))
    const requested = signatureHeaders('a', 1_700_000_000, '{}', [secret], [privateKeyOf(Buffer.alloc(32, 1))])
    const usual = signatureHeaders('a', 1_700_000_000, '{}', [secret])
    expect(usual).toEqual({
      'webhook-id': 'a',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,LNdnkZpE5ZaaXWh+K1ji+7KwjomSI5GW2mLJuka4QdA=',
    })
    expect(requested['webhook-signature']!.startsWith(`${usual['webhook-signature']} v1a,`)).toBe(true)
  })

  test('a message with another body, id, time or key is never valid', () => {
    fc.assert(
      fc.property(bytes32, bytes32, fc.string(), fc.string(), fc.integer(), (seed, other, body, changed, seconds) => {
        fc.pre(body !== changed && Buffer.compare(seed, other) !== 0)
        const key = privateKeyOf(Buffer.from(seed))
        const publicKey = publicKeyText(key)
        const headers = signatureHeaders('a', seconds, body, [], [key])
        expect(fits(publicKey, headers, body)).toBe(true)
        expect(fits(publicKey, headers, changed)).toBe(false)
        expect(fits(publicKey, { ...headers, 'webhook-id': 'b' }, body)).toBe(false)
        expect(fits(publicKey, { ...headers, 'webhook-timestamp': String(seconds + 1) }, body)).toBe(false)
        expect(fits(publicKeyText(privateKeyOf(Buffer.from(other))), headers, body)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  test('the program of the guide accepts only messages from here', async () => {
    const { isFromCartage } = await programOf('Verifying with a public key')
    const key = privateKeyOf(randomBytes(32))
    const secret = createSecretKey(randomBytes(32))
    const headers = signatureHeaders('a', now(), '{"text":"é ✓"}', [secret], [privateKeyOf(randomBytes(32)), key])
    const judge = (given: object, body: string) => isFromCartage(publicKeyText(key), given, body)
    expect(judge(headers, '{"text":"é ✓"}')).toBe(true)
    expect(judge(headers, '{"text":"e ✓"}')).toBe(false)
    expect(judge({ ...headers, 'webhook-id': 'b' }, '{"text":"é ✓"}')).toBe(false)
    expect(judge(signatureHeaders('a', now(), '{}', [secret]), '{}')).toBe(false)
    expect(judge(signatureHeaders('a', now() - 3_600, '{}', [secret], [key]), '{}')).toBe(false)
    expect(judge({}, '{}')).toBe(false)
  })
})

describe('DLV-14: the programs of the guide that verify with the secret', () => {
  const secret = randomBytes(32)
  const text = secretPrefix + secret.toString('base64')
  const body = '{"text":"é ✓"}'
  const keys = [randomBytes(32), secret].map((bytes) => createSecretKey(bytes))
  const headers = signatureHeaders('a', now(), body, keys)
  const cases: [headers: object, body: string, isGood: boolean][] = [
    [headers, body, true],
    [headers, '{"text":"e ✓"}', false],
    [{ ...headers, 'webhook-id': 'b' }, body, false],
    [signatureHeaders('a', now(), body, [createSecretKey(randomBytes(32))]), body, false],
    [signatureHeaders('a', now() - 3_600, body, keys), body, false],
  ]

  test('in Node.js accepts only messages from here', async () => {
    const { isFromCartage } = await programOf('Verifying with the secret')
    for (const [given, sent, isGood] of cases) expect(isFromCartage(text, given, Buffer.from(sent))).toBe(isGood)
    expect(isFromCartage(text, {}, Buffer.from('{}'))).toBe(false)
  })

  const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0)
  test.skipIf(python === undefined)('in Python accepts only messages from here', () => {
    const [, program] = /```python\n([\s\S]*?)```/.exec(guide)!
    const ask = 'import json, sys\nfor h, b in json.load(sys.stdin): print(is_from_cartage(sys.argv[1], h, b.encode()))'
    const input = JSON.stringify(cases.map(([given, sent]) => [given, sent]))
    const { stdout } = spawnSync(python!, ['-c', `${program}\n${ask}`, text], { input, encoding: 'utf8' })
    expect(stdout.trim().split(/\s+/)).toEqual(cases.map(([, , isGood]) => (isGood ? 'True' : 'False')))
  })
})

/** The JavaScript program under a heading of the guide. */
async function programOf(heading: string) {
  const [, program] = /```js\n([\s\S]*?)```/.exec(guide.slice(guide.indexOf(`## ${heading}`)))!
  return await import(`data:text/javascript,${encodeURIComponent(program!)}`)
}
