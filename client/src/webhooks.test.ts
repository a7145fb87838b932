import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { readMessage, SignatureError } from './index.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ events: [{ update: { type: 'Order' } }], text: 'é ✓' })

function headersOf(signedAt = new Date(), given = secret) {
  return {
    'webhook-id': 'm-1',
    'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'webhook-signature': new Webhook(given).sign('m-1', signedAt, body),
    'cartage-event-type': 'order.accepted',
  }
}

test('CLIENT-33: a message with a Standard Webhooks signature is verified, whatever form its headers and bytes have', async () => {
  const expected = { id: 'm-1', type: 'order.accepted', body: JSON.parse(body) }
  expect(await readMessage(secret, headersOf(), body)).toEqual(expected)
  expect(await readMessage(secret, new Headers(headersOf()), new TextEncoder().encode(body))).toEqual(expected)
  const replaced = { ...headersOf(), 'webhook-signature': `v1a,AAAA v1,AAAA ${headersOf()['webhook-signature']}` }
  expect(await readMessage(secret, replaced, body)).toEqual(expected)
})

test('CLIENT-33: another body, another secret, an old message and one without headers are refused', async () => {
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  const old = new Date(Date.now() - 301_000)
  const read = [
    () => readMessage(secret, headersOf(), `${body} `),
    () => readMessage(secret, headersOf(new Date(), other), body),
    () => readMessage(secret, headersOf(old), body),
    () => readMessage(secret, {}, body),
    () => readMessage(secret, { ...headersOf(), 'webhook-signature': 'v1,not base64!' }, body),
  ]
  for (const message of read) await expect(message()).rejects.toThrow(SignatureError)
  await expect(readMessage('whpk_%', headersOf(), body)).rejects.toThrow('begins with whsec_')
})
