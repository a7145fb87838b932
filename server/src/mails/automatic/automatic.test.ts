import { listStandstills } from '@cartage/contract/app/standstills'
import * as automatic from '@cartage/contract/mails/app/automatic'
import { listOrderMails, listTripMails, resendMails } from '@cartage/contract/mails/app/mails'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { linkTo } from '../../testing/data/doors.ts'
import { useMail } from '../../testing/data/money/sendings.ts'
import { addCompany, rejection } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { plantFault } from '../../testing/plant-fault.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sendDueMails } from './commands.ts'

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
beforeEach(() => {
  mail.letters.length = 0
  mail.answers = {}
})

const setEmail = statement(
  'test.set_email_of_company',
  `update company set doc = (doc::jsonb || jsonb_build_object('email', $3::text)) where tenant_id = $1 and company_id = $2`,
)
const selectCustomer = statement(
  'test.customer_of_order',
  'select company_id from transport_order where tenant_id = $1 and order_id = $2',
)
const anyRule = { is_on: true, origins: ['API'], late_minutes: 30 } satisfies Partial<automatic.MailRule>

async function mailing() {
  const tenant = await tripTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  await useMail({ admin }, mail)
  const early = await addOrder(server, tenant)
  const [row] = await tenant.asTenant((tx) => tx.query<{ company_id: string }>(selectCustomer, early.orderId))
  const customer = row!.company_id
  const write = (company: string, email: string) => tenant.asTenant((tx) => tx.query(setEmail, company, email))
  await write(customer, 'office@alpha.example')
  const rule = (mail_kind: 'ORDER_CONFIRMATION' | 'DISPATCH' | 'DELAY', body: Partial<typeof anyRule> = {}) =>
    admin(automatic.setMailRule, { params: { mail_kind }, body: { ...anyRule, ...body } })
  const choose = (
    mail_kind: 'ORDER_CONFIRMATION' | 'DISPATCH' | 'DELAY',
    body: Pick<automatic.MailChoice, 'is_on' | 'address'>,
  ) => admin(automatic.setMailChoice, { params: { company_id: customer, mail_kind }, body })
  const send = async () => {
    await sendDueMails(server.ctx, tenant.tenantId)
    await server.drain()
  }
  const mailsOf = async (order_id: string) => (await admin(listOrderMails, { params: { order_id } })).items
  return { tenant, admin, early, customer, write, rule, choose, send, mailsOf }
}

describe('confirmations', () => {
  test('MAIL-7: an order received after the rule was enabled is confirmed once; earlier ones and other channels are not', async () => {
    const { tenant, early, rule, send, mailsOf } = await mailing()
    await send()
    await rule('ORDER_CONFIRMATION')
    const order = await addOrder(server, tenant)
    await send()
    await send()
    expect(await mailsOf(order.orderId)).toMatchObject([
      {
        kind: 'ORDER_CONFIRMATION',
        status: 'SENT',
        is_automatic: true,
        requested_by: null,
        address: 'office@alpha.example',
      },
    ])
    expect(await mailsOf(early.orderId)).toEqual([])
    await rule('ORDER_CONFIRMATION', { origins: ['SCREEN'] as never })
    const other = await addOrder(server, tenant)
    await send()
    expect(await mailsOf(other.orderId)).toEqual([])
    expect(mail.letters).toHaveLength(1)
  })

  test('MAIL-7: two processes at once send one e-mail', async () => {
    const { tenant, rule, send, mailsOf } = await mailing()
    await rule('ORDER_CONFIRMATION')
    const order = await addOrder(server, tenant)
    await Promise.all([send(), send(), send()])
    expect(await mailsOf(order.orderId)).toHaveLength(1)
  })

  test('MAIL-7: a company can be excluded although others get e-mails, or included although others do not, at its own address', async () => {
    const { tenant, rule, choose, send, mailsOf } = await mailing()
    await choose('ORDER_CONFIRMATION', { is_on: true, address: 'planning@alpha.example' })
    const first = await addOrder(server, tenant)
    await send()
    expect(await mailsOf(first.orderId)).toMatchObject([{ address: 'planning@alpha.example' }])
    await rule('ORDER_CONFIRMATION')
    await choose('ORDER_CONFIRMATION', { is_on: false, address: null })
    const second = await addOrder(server, tenant)
    await send()
    expect(await mailsOf(second.orderId)).toEqual([])
    expect((await rejection(choose('DELAY', { is_on: true, address: 'nowhere' }))).status).toBe(422)
  })

  test('MAIL-7: without an address it fails visibly, and is sent again to the entered address', async () => {
    const { tenant, admin, customer, write, rule, send, mailsOf } = await mailing()
    await write(customer, '')
    await rule('ORDER_CONFIRMATION')
    const order = await addOrder(server, tenant)
    await send()
    const [failed] = await mailsOf(order.orderId)
    expect(failed).toMatchObject({ status: 'FAILED', failure: expect.stringContaining('no e-mail address') })
    expect((await admin(listStandstills, {})).items).toMatchObject([{ kind: 'FAILED_MAIL', id: failed!.mail_id }])
    const again = async () => (await admin(resendMails, { body: { ids: [failed!.mail_id] } })).items[0]!.is_done
    expect(await again()).toBe(false)
    await write(customer, 'office@alpha.example')
    expect(await again()).toBe(true)
    await send()
    expect((await mailsOf(order.orderId))[0]).toMatchObject({ status: 'SENT', address: 'office@alpha.example' })
    expect((await admin(listStandstills, {})).items).toEqual([])
  })
})

test('MAIL-7: a carrier with a link gets the trip once, with its sheet', async () => {
  const { tenant, admin, write, rule, send } = await mailing()
  const carrier = await addCompany(tenant, { name: 'Beta Trans', code: 'B1', is_subcontractor: true })
  await write(carrier, 'desk@beta.example')
  const { tripId } = await plannedTrip(server, tenant, { members: { subcontractor_id: carrier } })
  const now = Date.now()
  await tenant.asTenant((tx) => tx.query(moveTrip, tripId, new Date(now + 3_600_000)))
  await rule('DISPATCH')
  await send()
  await linkTo(server, tenant, { door: 'CARRIER', trip_id: tripId, company_id: carrier })
  await send()
  await send()
  const { items } = await admin(listTripMails, { params: { trip_id: tripId } })
  expect(items).toMatchObject([{ kind: 'DISPATCH', status: 'SENT', address: 'desk@beta.example', is_automatic: true }])
  expect(mail.letters).toHaveLength(1)
  expect(mail.letters[0]).toContain('application/pdf')
  expect(mail.letters[0]).toMatch(/filename="?trip-sheet-/)
})

const moveTrip = statement(
  'test.move_trip',
  `update trip set starts_at = $3::timestamptz, ends_at = $3::timestamptz + interval '5 hours' where tenant_id = $1 and trip_id = $2`,
)
const beginEarlier = statement(
  'test.begin_mail_rules_earlier',
  `update mail_rule set begins_at = begins_at - interval '1 hour' where tenant_id = $1`,
)
const setEta = statement(
  'test.set_eta_after_window',
  `update trip_stop s
      set eta_start_at = x.until + make_interval(mins => $3), eta_end_at = x.until + make_interval(mins => $3 + 30)
     from (select o.stop_id, (o.requested_date + coalesce(o.window_end, time '23:59')) at time zone n.time_zone as until
             from order_stop o join tenant n on n.tenant_id = $1 where o.tenant_id = $1) x
    where s.tenant_id = $1 and s.trip_id = $2 and s.stop_id = x.stop_id and s.sequence = 1`,
)

test('MAIL-8: a delay is reported once, again when it has grown by the minutes of the rule, and when it returns', async () => {
  const { tenant, rule, send, mailsOf, admin } = await mailing()
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const order = await addOrder(server, tenant, movedTo(day) as never)
  const { tripId } = await plannedTrip(server, tenant, { orders: [order] })
  await tenant.asTenant((tx) => tx.query(moveTrip, tripId, new Date(Date.now() + 3_600_000)))
  await rule('DELAY')
  const late = async (minutes: number) => {
    await tenant.asTenant((tx) => tx.query(setEta, tripId, minutes))
    await send()
    return (await mailsOf(order.orderId)).length
  }
  expect(await late(20)).toBe(0)
  expect(await late(40)).toBe(1)
  expect(await late(45)).toBe(1)
  expect(await late(69)).toBe(1)
  expect(await late(70)).toBe(2)
  expect(await late(10)).toBe(2)
  expect(await late(35)).toBe(3)
  const preview = await admin(automatic.previewMailRule, {
    params: { mail_kind: 'ORDER_CONFIRMATION' },
    body: anyRule,
  })
  expect(preview.items.map(({ order_id }) => order_id)).toContain(order.orderId)
})

test('EACH-3: a rule that fails stops no other rule, and an e-mail that fails no other e-mail', async () => {
  const { tenant, rule, send, mailsOf } = await mailing()
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const order = await addOrder(server, tenant, movedTo(day) as never)
  const { tripId } = await plannedTrip(server, tenant, { orders: [order] })
  await tenant.asTenant((tx) => tx.query(moveTrip, tripId, new Date(Date.now() + 3_600_000)))
  const [first, second] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  await rule('DELAY')
  await tenant.asTenant((tx) => tx.query(setEta, tripId, 40))
  expect(await sendDueMails(server.ctx, tenant.tenantId)).toBe(1)
  await rule('ORDER_CONFIRMATION')
  await tenant.asTenant(async (tx) => {
    await tx.query(beginEarlier)
    await tx.query(setEta, tripId, 10)
  })
  const { tenantId } = tenant
  const mendDelay = await plantFault(
    server,
    'mail_cause',
    `new.tenant_id = '${tenantId}' and new.cleared_at is not null`,
  )
  const mendMail = await plantFault(server, 'mail', `new.order_id = '${second.orderId}'`)
  await send()
  const counts = async () =>
    await Promise.all([first, second].map(async ({ orderId }) => (await mailsOf(orderId)).length))
  expect(await counts()).toEqual([1, 0])
  await mendDelay()
  await mendMail()
  await send()
  expect(await counts()).toEqual([1, 1])
})

/** Moves the requested window of the test order to a day. */
function movedTo(date: string) {
  const stop = (name: string) => ({ date, location: { name, city: 'Ghent', country: 'BE' } })
  return {
    consignments: [
      {
        pickup_stop: { ...stop('Mill'), activity: 'PICKUP' },
        delivery_stop: { ...stop('Shop'), activity: 'DELIVERY' },
        goods: [{ description: 'Flour', quantity: 1 }],
      },
    ],
  }
}
