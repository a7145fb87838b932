import { getDay } from '@cartage/contract/app/day'
import { reviewDocument } from '@cartage/contract/documents/app/review'
import { draftOrderMail, listOrderMails, sendOrderMail } from '@cartage/contract/mails/app/mails'
import { addOrderDocument, listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listMissingProofs } from '@cartage/contract/proofs/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pdf } from '../testing/data/files.ts'
import { useMail } from '../testing/data/money/sendings.ts'
import { addCompany, rejection } from '../testing/data/orders.ts'
import { addOrder, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { type MailServer, startMailServer } from '../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const complete = statement(
  'test.complete_order',
  `update transport_order set status = 'COMPLETED' where tenant_id = $1 and order_id = $2`,
)
const setEmail = statement(
  'test.set_email',
  `update company set doc = doc::jsonb || '{"email": "office@beta.example", "locale": "nl"}' where tenant_id = $1 and company_id = $2`,
)
const setAsked = statement(
  'test.set_asked',
  `update mail set created_at = now() - interval '25 hours' where tenant_id = $1 and order_id = $2`,
)

/** A completed order that a carrier delivered, without any document. */
async function delivered({ isOwn = false } = {}) {
  const tenant = await tripTenant(server)
  await useMail({ admin: await tenant.user('SUPER_ADMIN') }, mail)
  const order = await addOrder(server, tenant)
  const carrier = await addCompany(tenant, { name: 'Beta Trans', code: 'B1', is_subcontractor: true })
  const members = isOwn ? {} : { subcontractor_id: carrier }
  const { trip } = await plannedTrip(server, tenant, { orders: [order], members })
  await tenant.asTenant((tx) => Promise.all([tx.query(complete, order.orderId), tx.query(setEmail, carrier)]))
  const planner = await tenant.user('PLANNER')
  return { tenant, planner, orderId: order.orderId, trip }
}

type World = Awaited<ReturnType<typeof delivered>>

async function addProof({ planner, orderId }: World, word = 'proof'): Promise<string> {
  const file = new File([new Uint8Array(pdf(word))], `${word}.pdf`, { type: 'application/pdf' })
  const query = { document_type: 'PROOF_OF_DELIVERY' as const }
  return (await planner(addOrderDocument, { params: { order_id: orderId }, query, body: { file } })).document_id
}

const decide = ({ planner }: World, document_id: string, state: 'ACCEPTED' | 'REJECTED') =>
  planner(reviewDocument, { params: { document_id }, body: { state, reason: 'Not signed' } })

const queue = async ({ planner }: World, state?: 'WITHOUT' | 'TO_REVIEW') =>
  (await planner(listMissingProofs, { query: { state } })).items

describe('orders without proof of delivery', () => {
  test('DOC-9: are listed with their carrier until a proof arrives, which waits for review', async () => {
    const world = await delivered()
    const { orderId, trip } = world
    expect(await queue(world)).toMatchObject([
      {
        ...{ order_id: orderId, state: 'MISSING', document_id: null, carrier_name: 'Beta Trans', asked_at: null },
        ...{ trip_id: trip.trip_id, trip_name: trip.name, driver_name: 'Ann Driver', place: 'Shop' },
      },
    ])
    expect(await queue(world, 'TO_REVIEW')).toEqual([])
    const proof = await addProof(world)
    expect(await queue(world)).toEqual([])
    expect(await queue(world, 'TO_REVIEW')).toMatchObject([
      { order_id: orderId, state: 'TO_REVIEW', document_id: proof, document_name: 'proof.pdf' },
    ])
    await decide(world, proof, 'ACCEPTED')
    expect(await queue(world, 'TO_REVIEW')).toEqual([])
    expect(await queue(world)).toEqual([])
  })

  test('DOC-9: a rejected proof counts as missing, in this list, on the order and on Today, until another one arrives', async () => {
    const world = await delivered()
    const { planner, orderId } = world
    const first = await addProof(world)
    const lacks = async () => (await planner(listOrderFiles, { params: { order_id: orderId } })).lacks_proof
    const counted = async () => (await planner(getDay, {})).proof_missing.value
    expect([await lacks(), await counted()]).toEqual([false, 0])
    await decide(world, first, 'REJECTED')
    expect([await lacks(), await counted()]).toEqual([true, 1])
    expect(await queue(world)).toMatchObject([{ state: 'REJECTED', document_id: first, reason: 'Not signed' }])
    const second = await addProof(world, 'better')
    expect([await lacks(), await counted()]).toEqual([false, 0])
    expect(await queue(world, 'TO_REVIEW')).toMatchObject([{ document_id: second }])
  })

  test('are hidden from other tenants', async () => {
    await delivered()
    const stranger = await (await tripTenant(server)).user('PLANNER')
    expect((await stranger(listMissingProofs, {})).items).toEqual([])
  })
})

describe('a request to the carrier', () => {
  const kind = 'PROOF_REQUEST' as const
  const ask = ({ planner, orderId }: World, is_confirmed?: boolean) =>
    planner(sendOrderMail, { params: { order_id: orderId }, body: { kind, is_confirmed } })
  const draft = ({ planner, orderId }: World) =>
    planner(draftOrderMail, { params: { order_id: orderId, mail_kind: kind } })

  test('MAIL-9: is mailed to the carrier that delivered the order, in its language, and the queue shows who sent it and when', async () => {
    const world = await delivered()
    const drafted = await draft(world)
    expect(drafted).toMatchObject({
      company_name: 'Beta Trans',
      address: 'office@beta.example',
      language: 'nl',
      asked: null,
    })
    expect(drafted.subject).toMatch(/^Afleverbewijs van order O-/)
    expect(drafted.body).toContain('Shop')
    expect(drafted.body).toContain(world.trip.name)
    expect(drafted.body).not.toContain('aanvaard')
    await ask(world)
    await server.drain()
    expect(mail.letters.at(-1)).toContain('office@beta.example')
    const { items } = await world.planner(listOrderMails, { params: { order_id: world.orderId } })
    expect(items).toMatchObject([
      { kind, status: 'SENT', company_name: 'Beta Trans', requested_by: expect.any(String) },
    ])
    const [row] = await queue(world)
    expect(row).toMatchObject({ asked_at: items[0]!.created_at, asked_by: items[0]!.requested_by })
  })

  test('MAIL-9: is not sent twice within a day unless a person confirms it, also by two at once', async () => {
    const world = await delivered()
    const both = await Promise.allSettled([ask(world), ask(world)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await rejection(ask(world))).body.code).toBe('proof_requested')
    expect((await draft(world)).asked).toMatchObject({ by: expect.any(String) })
    await ask(world, true)
    const mails = async () =>
      (await world.planner(listOrderMails, { params: { order_id: world.orderId } })).items.length
    expect(await mails()).toBe(2)
    await world.tenant.asTenant((tx) => tx.query(setAsked, world.orderId))
    expect((await draft(world)).asked).toBeNull()
    await ask(world)
    expect(await mails()).toBe(3)
  })

  test('MAIL-9: has the reason for the last rejection, and is not sent for accepted proofs', async () => {
    const world = await delivered()
    const proof = await addProof(world)
    await decide(world, proof, 'REJECTED')
    expect((await draft(world)).body).toContain('Not signed')
    await decide(world, proof, 'ACCEPTED')
    const refused = await rejection(ask(world))
    expect([refused.status, refused.body.code]).toEqual([409, 'state_conflict'])
  })

  test('MAIL-9: is not possible for an order delivered by our own vehicle', async () => {
    const refused = await rejection(draft(await delivered({ isOwn: true })))
    expect([refused.status, refused.body.code]).toEqual([409, 'state_conflict'])
    expect(refused.body.message).toContain('No carrier delivered this order')
  })
})
