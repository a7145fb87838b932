import { randomUUID } from 'node:crypto'
import type { Document } from '@cartage/contract/documents/endpoints'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { describe, expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { a, b, expectProblem, orderPath, unique } from './world.ts'

type Answer = { errors?: { error_type: string; error_message?: string | null }[] | null } | null

const path = '/v1/webhook/partial-order-update'
const any = (...values: string[]) => ({ matches_any: values })
const byId = (id: string) => ({ match: { matches_all: [{ order: { id: any(id) } }] } })
const stopOf = (stop_type: string) => ({ match: { matches_all: [{ stop: { stop_type } }] } })

/** An order with one goods item and one handling unit, and its unique reference. */
async function applied(): Promise<{ orderId: string; reference: string }> {
  const reference = unique('partial')
  const goods = [{ description: 'Flour', quantity: 4, handling_units: [{ barcode: { value: `B ${reference}` } }] }]
  const consignments = [
    consignment({ pickup_stop: stop('Quarry Noord'), delivery_stop: stop('Depot Zuid'), goods } as never),
  ]
  const orderId = await a.applied(order({ customer_reference_number: reference, consignments }))
  return { orderId, reference }
}

const read = async (orderId: string) => (await a.get<OrderOutput>(orderPath(orderId))).body

/** Errors reported to the sender; empty if everything was applied. */
async function report(...updates: object[]): Promise<string[]> {
  const answer = await a.webhook<Answer>(path, { body: { updates } })
  expect(answer.status, answer.text).toBe(200)
  return (answer.body?.errors ?? []).map(({ error_message }) => error_message ?? '')
}

describe('partial-order-update', () => {
  test('PU-1, PU-2: one entry changes the order, its good, its handling unit and a stop; the rest stays', async () => {
    const { orderId, reference } = await applied()
    const before = await read(orderId)
    const entry = {
      match: { matches_all: [{ order: { customer_reference_number: any('other', reference) } }] },
      update: { operation: 'UPDATE', data: { planning_instructions: 'Ring first' } },
      consignment: {
        updates: [
          {
            good: {
              updates: [
                {
                  update: { operation: 'UPDATE', data: { quantity: 7 } },
                  handling_unit: {
                    updates: [{ update: { operation: 'UPDATE', data: { barcode: { value: 'NEW' } } } }],
                  },
                },
              ],
            },
            stop: { updates: [{ ...stopOf('DELIVERY'), update: { operation: 'UPDATE', data: { note: 'Dock 4' } } }] },
          },
        ],
      },
    }
    expect(await report(entry)).toEqual([])
    const after = await read(orderId)
    expect(after.planning_instructions).toBe('Ring first')
    const [now, was] = [after.consignments[0]!, before.consignments[0]!]
    // GOOD-7: the source defaults to EXTERNAL.
    expect(now.goods![0]).toMatchObject({
      description: 'Flour',
      quantity: 7,
      handling_units: [{ barcode: { value: 'NEW', source: 'EXTERNAL' } }],
    })
    expect(now.delivery_stop).toMatchObject({ id: was.delivery_stop.id, note: 'Dock 4' })
    expect(now.pickup_stop).toEqual(was.pickup_stop)
  })

  test('PU-3, SU-1: an entry that matches no order or several is reported and left out, and the other entries apply', async () => {
    const { orderId } = await applied()
    const note = { operation: 'UPDATE', data: { note: 'x' } }
    const reported = await report(
      { ...byId(randomUUID()), update: { operation: 'DELETE' } },
      { ...byId(orderId), consignment: { updates: [{ stop: { updates: [{ update: note }] } }] } },
      { ...byId(orderId), update: { operation: 'UPDATE', data: { planning_instructions: 'applied' } } },
    )
    expect(reported).toEqual([
      expect.stringMatching(/^updates\.0: /),
      expect.stringMatching(/^updates\.1\.consignment\.updates\.0\.stop\.updates\.0: /),
    ])
    expect((await read(orderId)).planning_instructions).toBe('applied')
  })

  test('PU-2: an entry is applied as a whole or not at all', async () => {
    const { orderId } = await applied()
    const data = { planning_instructions: 'no', transport_service: { code: unique('none') } }
    expect(await report({ ...byId(orderId), update: { operation: 'UPDATE', data } })).toHaveLength(1)
    expect((await read(orderId)).planning_instructions ?? null).not.toBe('no')
  })

  test('PU-2: DELETE cancels the order', async () => {
    const { orderId } = await applied()
    expect(await report({ ...byId(orderId), update: { operation: 'DELETE' } })).toEqual([])
    expect((await read(orderId)).status).toBe('CANCELLED')
  })

  test('PU-6: a document in an answer is listed with the order; both kinds at once are refused', async () => {
    const { orderId } = await applied()
    const content = Buffer.from(`%PDF-1.7\n${orderId}\n%%EOF\n`).toString('base64')
    const embedded_document = { content, content_type: 'application/pdf', filename: 'signed.pdf' }
    const entry = (POD: object) => ({
      ...byId(orderId),
      consignment: { updates: [{ stop: { updates: [{ ...stopOf('DELIVERY'), question_answers: { POD } }] } }] },
    })
    expect(await report(entry([{ embedded_document }]))).toEqual([])
    const { body } = await a.get<Document[]>(`${orderPath(orderId)}/documents`)
    expect(body).toMatchObject([{ name: 'signed_POD.pdf', type: 'PROOF_OF_DELIVERY' }])
    const both = { embedded_document, remote_document: { upload_id: randomUUID() } }
    expectProblem(await a.webhook(path, { body: { updates: [entry(both)] } }), 422)
  })

  test('SU-6: an answer with an unconfigured key is reported in errors, and the rest of the entry applies', async () => {
    const { orderId } = await applied()
    const key = unique('key')
    const errors = await report({ ...byId(orderId), question_answers: { [key]: 'x' } })
    expect(errors).toHaveLength(1)
    expect(JSON.stringify(errors)).toContain(key)
  })

  test("another tenant's order is as unknown as one that never existed", async () => {
    const { orderId, reference } = await applied()
    const before = await read(orderId)
    for (const way of [
      byId(orderId),
      { id: orderId },
      { match: { matches_all: [{ order: { customer_reference_number: any(reference) } }] } },
    ]) {
      const answer = await b.webhook<Answer>(path, { body: { updates: [{ ...way, update: { operation: 'DELETE' } }] } })
      expect([answer.status, answer.body?.errors?.length]).toEqual([200, 1])
    }
    expect(await read(orderId)).toEqual(before)
  })
})
