import { randomUUID } from 'node:crypto'
import { listStandstills } from '@cartage/contract/app/standstills'
import { removeMailServer } from '@cartage/contract/billing/app/mail-server'
import {
  draftOrderMail,
  draftTripMail,
  listOrderMails,
  listTripMails,
  resendMails,
  sendOrderMail,
  sendTripMail,
  setMailStatus,
} from '@cartage/contract/mails/app/mails'
import {
  listMailTemplates,
  previewMailTemplate,
  resetMailTemplate,
  setMailTemplate,
} from '@cartage/contract/mails/app/templates'
import { listOrderHistory } from '@cartage/contract/orders/app/record'
import { putOrganisationLogo } from '@cartage/contract/tenants/app/organisation'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pngOf } from '../testing/data/logos.ts'
import { passJobTime, useMail } from '../testing/data/money/sendings.ts'
import { addCompany, rejection } from '../testing/data/orders.ts'
import { addOrder, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { type MailServer, startMailServer } from '../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'

let clock = Date.parse('2026-02-02T07:00:00Z')
let dieAt: string | undefined
let mail: MailServer
let server: TestServer

beforeAll(async () => {
  mail = await startMailServer()
  const reach = (point: string) => {
    if (point !== dieAt) return
    dieAt = undefined
    throw new Error(`died at ${point}`)
  }
  server = await startTestServer({ now: () => new Date(clock), crashPoints: { reach } })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(() => {
  mail.letters.length = 0
  mail.answers = {}
})

const setCompany = statement(
  'test.set_company',
  `update company set doc = (doc::jsonb || $3::jsonb) where tenant_id = $1 and company_id = $2`,
)
const insertContact = statement(
  'test.insert_contact_of_mail',
  `insert into company_contact (tenant_id, company_id, position, roles, email) values ($1, $2, 1, '{OPERATIONS}', $3)`,
)
const selectCustomer = statement(
  'test.customer_of',
  'select company_id from transport_order where tenant_id = $1 and order_id = $2',
)

/** A tenant with an order on a trip, whose customer and carrier have addresses, and a mail server. */
async function mailing() {
  const tenant = await tripTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  await useMail({ admin }, mail)
  const order = await addOrder(server, tenant)
  const carrier = await addCompany(tenant, { name: 'Beta Trans', code: 'B1', is_subcontractor: true })
  const { tripId, trip } = await plannedTrip(server, tenant, {
    orders: [order],
    members: { subcontractor_id: carrier, note: 'Call ahead' },
  })
  await tenant.asTenant(async (tx) => {
    const [row] = await tx.query<{ company_id: string }>(selectCustomer, order.orderId)
    await tx.query(setCompany, row!.company_id, JSON.stringify({ email: 'office@alpha.example', locale: 'nl-BE' }))
    await tx.query(setCompany, carrier, JSON.stringify({ email: 'office@beta.example', locale: 'fr' }))
    await tx.query(insertContact, carrier, 'desk@beta.example')
  })
  const planner = await tenant.user('PLANNER')
  return { tenant, admin, planner, orderId: order.orderId, tripId, trip, carrier }
}

const confirmation = { kind: 'ORDER_CONFIRMATION' as const }
const header = (letter: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(letter)?.[1]?.replaceAll(/\r\n\s+/g, ' ')
/** Both parts of an e-mail, decoded. */
const textOf = (letter: string) =>
  Buffer.from(
    letter
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8')

describe('an order confirmation', () => {
  test('MAIL-15: contains the text of a person instead, exactly as typed', async () => {
    const { planner, orderId } = await mailing()
    const own = { subject: 'Your  order', body: 'We bring it tomorrow. {{ order.number }}\n' }
    const sent = await planner(sendOrderMail, { params: { order_id: orderId }, body: { ...confirmation, ...own } })
    expect(sent).toMatchObject({ subject: 'Your order', body: own.body })
    await server.drain()
    expect(header(mail.letters[0]!, 'Subject')).toBe('Your order')
    expect(textOf(mail.letters[0]!)).toContain('{{ order.number }}')
  })

  test('MAIL-4, MAIL-5: equals its draft, in the language of the customer, and is stored with the order', async () => {
    const { planner, orderId } = await mailing()
    const params = { order_id: orderId }
    const draft = await planner(draftOrderMail, { params: { ...params, mail_kind: 'ORDER_CONFIRMATION' } })
    expect(draft).toMatchObject({ address: 'office@alpha.example', language: 'nl', is_possible: true })
    expect(draft.subject).toMatch(/^Orderbevestiging O-/)
    expect(draft.body).toContain('1. Laden: Mill')
    const sent = await planner(sendOrderMail, { params, body: confirmation })
    expect(sent).toMatchObject({ status: 'PENDING', subject: draft.subject, body: draft.body })
    await server.drain()
    const { items } = await planner(listOrderMails, { params })
    expect(items).toMatchObject([{ mail_id: sent.mail_id, status: 'SENT', attempts: 1, company_name: 'Alpha' }])
    expect(items[0]!.requested_by).not.toBeNull()
    const [letter, ...others] = mail.letters
    expect(others).toEqual([])
    expect(header(letter!, 'To')).toBe('office@alpha.example')
    expect(header(letter!, 'Message-ID')).toContain(sent.mail_id)
    expect(header(letter!, 'Content-Type')).toContain('multipart/alternative')
    expect(textOf(letter!)).toContain('Bedankt voor uw order')
    const history = await planner(listOrderHistory, { params })
    expect(JSON.stringify(history.items)).toContain('office@alpha.example')
  })

  test('MAIL-10: shows the logo of the organisation as an inline part, or no logo', async () => {
    const { admin, planner, orderId } = await mailing()
    const params = { order_id: orderId }
    const written = async () => {
      mail.letters.length = 0
      await planner(sendOrderMail, { params, body: confirmation })
      await server.drain()
      return mail.letters[0]!
    }
    expect(await written()).not.toContain('cid:logo')
    const bytes = pngOf(440, 120)
    await admin(putOrganisationLogo, { body: { content: bytes.toString('base64') } })
    const letter = await written()
    expect(textOf(letter)).toContain('<img src="cid:logo" alt="" width="220" height="60">')
    expect(header(letter, 'Content-Id')).toBe('<logo>')
    expect(letter.replaceAll('\r\n', '')).toContain(bytes.toString('base64'))
    expect(letter).not.toMatch(/src="https?:/)
  })

  test('MAIL-4: one command is one e-mail, however often it is repeated', async () => {
    const { tenant, orderId } = await mailing()
    const signedIn = await logInAs(server, tenant.tenantId, 'PLANNER')
    const headers = { ...signedIn, 'idempotency-key': randomUUID() }
    const url = `/app/orders/${orderId}/mails`
    const send = async () => (await server.app.inject({ method: 'POST', url, headers, payload: confirmation })).json()
    const [first, second] = [await send(), await send()]
    expect(first).toMatchObject({ status: 'PENDING' })
    expect(second).toEqual(first)
    await server.drain()
    expect(mail.letters).toHaveLength(1)
  })

  test('MAIL-4: without a mail server or an address it is refused with the reason, and nothing is stored', async () => {
    const { planner, admin, tenant, orderId } = await mailing()
    const params = { order_id: orderId }
    const send = (address?: string) => rejection(planner(sendOrderMail, { params, body: { ...confirmation, address } }))
    expect((await send('no address')).status).toBe(422)
    await tenant.asTenant(async (tx) => {
      const [row] = await tx.query<{ company_id: string }>(selectCustomer, orderId)
      await tx.query(setCompany, row!.company_id, JSON.stringify({ email: '' }))
    })
    expect((await send()).body.code).toBe('recipient_missing')
    await admin(removeMailServer, {})
    expect((await send('a@b.example')).body.code).toBe('mail_server_missing')
    expect((await planner(listOrderMails, { params })).items).toEqual([])
    const viewer = await tenant.user('VIEWER')
    expect((await rejection(viewer(sendOrderMail, { params, body: confirmation }))).status).toBe(403)
  })

  test('MAIL-4: a rejected one needs a person, is shown to all readers, and is sent again once', async () => {
    const { planner, orderId } = await mailing()
    const params = { order_id: orderId }
    mail.answers = { recipient: '550 no such user' }
    const { mail_id } = await planner(sendOrderMail, { params, body: confirmation })
    await server.drain()
    const [failed] = (await planner(listOrderMails, { params })).items
    expect(failed).toMatchObject({ status: 'FAILED', failure: expect.stringContaining('550') })
    const { items: standing } = await planner(listStandstills, {})
    expect(standing).toMatchObject([{ kind: 'FAILED_MAIL', id: mail_id, entity_type: 'order', entity_id: orderId }])
    mail.answers = {}
    const resend = async () => (await planner(resendMails, { body: { ids: [mail_id] } })).items
    expect(await resend()).toMatchObject([{ is_done: true }])
    expect(await resend()).toMatchObject([{ is_done: false }])
    await server.drain()
    const { items } = await planner(listOrderMails, { params })
    expect(items.map(({ status, has_repeat }) => [status, has_repeat])).toEqual([
      ['SENT', false],
      ['FAILED', true],
    ])
    expect((await planner(listStandstills, {})).items).toEqual([])
    expect(mail.letters).toHaveLength(1)
  })

  test('MAIL-4: one that may have been sent when the process ended is not sent again automatically', async () => {
    const { tenant, planner, orderId } = await mailing()
    const params = { order_id: orderId }
    const { mail_id } = await planner(sendOrderMail, { params, body: confirmation })
    dieAt = 'send:answered'
    await server.drain()
    clock += 3_600_000
    await passJobTime(tenant, 3_600)
    await server.drain()
    expect(mail.letters).toHaveLength(1)
    const [unknown] = (await planner(listOrderMails, { params })).items
    expect(unknown!.status).toBe('UNKNOWN')
    const marked = await planner(setMailStatus, { params: { mail_id }, body: { status: 'SENT' } })
    expect(marked).toMatchObject({ status: 'SENT', finished_by: expect.any(String) })
    const again = planner(setMailStatus, { params: { mail_id }, body: { status: 'FAILED' } })
    expect((await rejection(again)).body.code).toBe('sending_decided')
  })
})

describe('the dispatch of a trip', () => {
  test('MAIL-5: goes to the contact of the carrier in its language, and is stored with the trip and its orders', async () => {
    const { planner, orderId, tripId, trip } = await mailing()
    const params = { trip_id: tripId }
    expect(await planner(draftTripMail, { params })).toMatchObject({ address: 'desk@beta.example', language: 'fr' })
    await planner(sendTripMail, { params, body: {} })
    await server.drain()
    const { items } = await planner(listTripMails, { params })
    expect(items).toMatchObject([{ kind: 'DISPATCH', status: 'SENT', trip_id: tripId, company_name: 'Beta Trans' }])
    expect((await planner(listOrderMails, { params: { order_id: orderId } })).items).toEqual(items)
    for (const text of [`Ordre de transport ${trip.name}`, 'Call ahead', 'Chargement: Mill', 'Flour', '02/02/2026'])
      expect(items[0]!.subject + items[0]!.body).toContain(text)
  })

  test('MAIL-5: has no recipient on a trip without a carrier', async () => {
    const { planner, tenant } = await mailing()
    const { tripId } = await plannedTrip(server, tenant, { resources: [] })
    const refused = await rejection(planner(draftTripMail, { params: { trip_id: tripId } }))
    expect(refused.body).toMatchObject({ code: 'state_conflict' })
  })
})

describe('an e-mail about a delay', () => {
  const setEta = statement(
    'test.set_eta',
    `update trip_stop set eta_start_at = planned_start_at + interval '20 hours', eta_end_at = planned_end_at + interval '20 hours'
      where tenant_id = $1 and trip_id = $2`,
  )

  test('MAIL-6: is about the first stop that is expected late; without one there is none', async () => {
    const { planner, tenant, orderId, tripId } = await mailing()
    const draft = () =>
      planner(draftOrderMail, { params: { order_id: orderId, mail_kind: 'DELAY' }, query: { language: 'en' } })
    expect((await rejection(draft())).body).toMatchObject({ code: 'state_conflict' })
    await tenant.asTenant((tx) => tx.query(setEta, tripId))
    const { subject, body } = await draft()
    expect(subject).toContain('expected 3 Feb 2026')
    expect(body).toContain('Load: Mill')
  })
})

describe('templates', () => {
  const params = { mail_kind: 'ORDER_CONFIRMATION', language: 'nl' } as const

  test('MAIL-1: a custom text is used until it is reset, and an invalid one is refused with its line', async () => {
    const { admin, planner, orderId, tenant } = await mailing()
    const body = { subject: 'Beste {{ recipient.name }}', body: 'Order {{ order.number }}\n' }
    expect(await admin(setMailTemplate, { params, body })).toMatchObject({ ...body, is_builtin: false })
    const draft = () => planner(draftOrderMail, { params: { order_id: orderId, mail_kind: 'ORDER_CONFIRMATION' } })
    expect(await draft()).toMatchObject({ subject: 'Beste Alpha', body: expect.stringMatching(/^Order O-\S+\n$/) })
    const faulty = { ...body, body: 'Hallo\n{{ order.price }}' }
    const refused = await rejection(admin(setMailTemplate, { params, body: faulty }))
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.body.errors).toMatchObject([{ path: 'body', message: 'Line 2: order.price is unknown.' }])
    expect(await draft()).toMatchObject({ subject: 'Beste Alpha' })
    const other = await tripTenant(server)
    const { items } = await (await other.user('SUPER_ADMIN'))(listMailTemplates, {})
    expect(items).toHaveLength(16)
    expect(items.every(({ is_builtin }) => is_builtin)).toBe(true)
    expect(await admin(resetMailTemplate, { params })).toMatchObject({ is_builtin: true })
    expect((await draft()).subject).toMatch(/^Orderbevestiging/)
    const planning = planner(setMailTemplate, { params, body })
    expect((await rejection(planning)).status).toBe(403)
    expect(
      (await rejection(tenant.user('VIEWER').then((viewer) => viewer(setMailTemplate, { params, body })))).status,
    ).toBe(403)
  })

  test('MAIL-1: a preview uses a chosen order, the latest one, or an example', async () => {
    const { admin, orderId } = await mailing()
    const texts = { subject: '{{ order.number }}', body: '{{ stops[0].place }}' }
    const shown = await admin(previewMailTemplate, { params, body: { ...texts, order_id: orderId } })
    expect(shown).toMatchObject({ body: 'Mill\n', about: shown.subject })
    expect(await admin(previewMailTemplate, { params, body: texts })).toEqual(shown)
    const empty = await (await tripTenant(server)).user('SUPER_ADMIN')
    expect(await empty(previewMailTemplate, { params, body: texts })).toMatchObject({ about: null })
    const foreign = empty(previewMailTemplate, { params, body: { ...texts, order_id: orderId } })
    expect((await rejection(foreign)).status).toBe(404)
  })
})
