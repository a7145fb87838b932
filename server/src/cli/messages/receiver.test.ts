import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  privateKeyOf,
  publicKeyText,
  secretPrefix,
  signatureHeaders,
} from '../../deliveries/channels/signature.rules.ts'
import { runCartage, spawnCartage } from '../../testing/spawn-cartage.ts'

const secret = randomBytes(32)
const privateKey = privateKeyOf(randomBytes(32))
const now = () => Math.floor(Date.now() / 1_000)
const signedBy = (keys: { secret?: Buffer; seed?: Buffer }) =>
  signatureHeaders(
    'a',
    now(),
    '{}',
    keys.secret ? [createSecretKey(keys.secret)] : [],
    keys.seed ? [privateKeyOf(keys.seed)] : [],
  )

/** Runs `work` against a receiver started with these options. */
async function withReceiver(options: string[], work: (send: Send) => Promise<void>): Promise<void> {
  const receiver = spawnCartage(['receiver', '--port', '0', ...options], {})
  try {
    await receiver.says(/Receiving on http\S+/)
    const [url] = /http\S+/.exec(receiver.stdout())!
    await work(async (headers, body) => (await fetch(url, { method: 'POST', headers, body })).status)
  } finally {
    receiver.child.kill('SIGTERM')
    await receiver.ended
  }
}
type Send = (headers: Record<string, string>, body: string) => Promise<number>

test('with a public key only a message signed for it is valid', async () => {
  const signed = signatureHeaders('a', now(), '{}', [createSecretKey(secret)], [privateKey])
  await withReceiver(['--public-key', publicKeyText(privateKey)], async (send) => {
    expect(await send(signed, '{}')).toBe(204)
    expect(await send(signed, '[]')).toBe(401)
    expect(await send({ ...signed, 'webhook-id': 'b' }, '{}')).toBe(401)
    expect(await send(signedBy({ secret }), '{}')).toBe(401)
    expect(await send(signedBy({ secret, seed: randomBytes(32) }), '{}')).toBe(401)
  })
})

test('with a secret and a public key either signature is enough', async () => {
  const both = ['--secret', secretPrefix + secret.toString('base64'), '--public-key', publicKeyText(privateKey)]
  await withReceiver(both, async (send) => {
    expect(await send(signedBy({ secret }), '{}')).toBe(204)
    expect(await send(signatureHeaders('a', now(), '{}', [], [privateKey]), '{}')).toBe(204)
    expect(await send(signedBy({ secret: randomBytes(32), seed: randomBytes(32) }), '{}')).toBe(401)
  })
})

test('a truncated public key is refused in a sentence', async () => {
  const cut = await runCartage(['receiver', '--public-key', publicKeyText(privateKey).slice(0, 30)], {})
  expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('copy all of it, beginning with whpk_')])
})
