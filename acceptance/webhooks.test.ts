import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { messageFaults } from './document.ts'
import { changeOrder, hasOperator, type Subscription, subscribe } from './operator.ts'
import { type Message, openReceiver, type Receiver } from './receiver.ts'
import { a, setup, unique } from './world.ts'

interface Imported {
  errors?: { error_type: string }[] | null
}

/** Whether a log entry equals a message byte for byte. */
async function logHas(message: string): Promise<boolean> {
  let cursor: string | null = null
  do {
    const path: string = cursor === null ? '/v1/events' : `/v1/events?cursor=${cursor}`
    const answer = await a.get<{ next_cursor: string | null }>(path)
    if (answer.text.includes(`"payload":${message}}`)) return true
    cursor = answer.body.next_cursor
  } while (cursor !== null)
  return false
}

const importPath = '/v1/webhook/order-import'

describe('inbound', () => {
  test('CLIENT-27: extra headers are ignored; only the body counts', async () => {
    const headers = { 'x-forwarded-host': 'somewhere.example', 'x-signature': 'abc', 'user-agent': 'a mail gateway' }
    expect((await a.webhook(importPath, { body: order(), headers })).status).toBe(200)
  })

  test.each(['message/rfc822', 'text/plain', 'application/octet-stream', 'application/json'])(
    'CLIENT-27: an order is accepted under the media type %s, and a body that is no order is reported',
    async (type) => {
      const headers = { 'content-type': type }
      const taken = await a.webhook<Imported>(importPath, { body: JSON.stringify(order()), headers })
      expect([taken.status, taken.body?.errors ?? []], taken.text).toEqual([200, []])
      const text = await a.webhook<Imported>(importPath, { body: 'From: a@example.org', headers })
      expect([200, 400]).toContain(text.status)
      expect(text.body?.errors?.length).toBeGreaterThan(0)
    },
  )

  test('ORD-17: an invalid order is not accepted, and the response describes the errors', async () => {
    const { body } = await a.webhook<Imported>(importPath, { body: { operation: 'CREATE' } })
    expect(body?.errors?.[0]).toMatchObject({ error_type: 'USER_INPUT_ERROR' })
    expect(JSON.stringify(body)).toContain('order_identifier')
  })
})

interface Payload {
  events: { event_id: string; sequence: number; epoch: number; update: { type: string; status?: string } }[]
}

describe.runIf(hasOperator)('outbound', () => {
  let receiver: Receiver
  let subscription: Subscription

  beforeAll(async () => {
    receiver = await openReceiver()
    subscription = await subscribe(setup.a.tenant.slug, receiver.url)
  })
  afterAll(() => receiver.close())

  /** Messages about one order, once there are `count` of them. */
  async function messagesAbout(orderId: string, count: number): Promise<Message[]> {
    const about = () => receiver.messages.filter(({ text }) => text.includes(orderId))
    await expect.poll(() => about().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
    return about()
  }

  const statusesOf = (messages: Message[]) =>
    messages.flatMap(({ text }) => (JSON.parse(text) as Payload).events.map(({ update }) => update.status))

  test('ST-1: a new order is reported as ACCEPTED, with a signature that the receiver can verify', async () => {
    const [message] = await messagesAbout(await a.applied(order()), 1)
    const verifier = new Webhook(subscription.secret)
    expect(() => verifier.verify(message!.text, message!.headers)).not.toThrow()
    expect(() => verifier.verify(`${message!.text} `, message!.headers)).toThrow()
    expect(statusesOf([message!])).toEqual(['ACCEPTED'])
    expect(messageFaults(message!.text)).toEqual([])
  })

  test('ST-1: the id of the message is the id of its one event, and the sequence starts at 1', async () => {
    const [message] = await messagesAbout(await a.applied(order()), 1)
    const { events } = JSON.parse(message!.text) as Payload
    expect(events).toHaveLength(1)
    expect(message!.headers['webhook-id']).toBe(events[0]!.event_id)
    expect(events[0]).toMatchObject({ sequence: 1, epoch: expect.any(Number) })
  })

  test('headers and body describe the subject of a message, and the log has exactly its bytes', async () => {
    const orderId = await a.applied(order())
    const [message] = await messagesAbout(orderId, 1)
    expect(message!.headers).toMatchObject({
      'cartage-event-type': 'order.accepted',
      'cartage-entity-type': 'order',
      'cartage-entity-id': orderId,
      'cartage-sequence': '1',
      'cartage-previous-sequence': '0',
    })
    const facts = { event_type: 'order.accepted', entity_type: 'order', entity_id: orderId }
    expect(JSON.parse(message!.text).events[0]).toMatchObject(facts)
    await expect.poll(() => logHas(message!.text), { timeout: 20_000 }).toBe(true)
  })

  test('ST-10: a change of fields sends nothing, a cancellation is reported after the creation', async () => {
    const body = order()
    const orderId = await a.applied(body)
    const { order_identifier } = body
    await a.applied({ operation: 'UPDATE', order_identifier, customer_reference_number: randomUUID() })
    await a.applied({ operation: 'DELETE', order_identifier })
    expect(statusesOf(await messagesAbout(orderId, 2))).toEqual(['ACCEPTED', 'CANCELLED'])
  })

  test('ST-2: a skipped order is reported as REJECTED', async () => {
    const orderId = await a.applied(order())
    await changeOrder(setup.a.tenant.slug, 'skip', orderId)
    expect(statusesOf(await messagesAbout(orderId, 2))).toEqual(['ACCEPTED', 'REJECTED'])
  })

  test('ST-9: a hold is reported as BLOCKED', async () => {
    const orderId = await a.applied(order())
    await changeOrder(setup.a.tenant.slug, 'block', orderId, '--reason', 'Credit check')
    expect(statusesOf(await messagesAbout(orderId, 2))).toEqual(['ACCEPTED', 'BLOCKED'])
  })

  test('ST-1: a refused message is sent again under the same id, and events keep their order', async () => {
    const reference = unique('reference')
    const body = order({ customer_reference_number: reference })
    receiver.refuseNext(reference, 1)
    const orderId = await a.applied(body)
    await a.applied({ operation: 'DELETE', order_identifier: body.order_identifier })
    const messages = await messagesAbout(orderId, 3)
    expect(statusesOf(messages)).toEqual(['ACCEPTED', 'ACCEPTED', 'CANCELLED'])
    expect(messages[1]!.headers['webhook-id']).toBe(messages[0]!.headers['webhook-id'])
    expect(messages[1]!.text).toBe(messages[0]!.text)
  })
})
