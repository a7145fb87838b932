import { createPayment } from '@cartage/contract/accounting/app/payments'
import { listReminders, sendReminders } from '@cartage/contract/accounting/app/reminders'
import { listInvoiceSendings, resendSendings } from '@cartage/contract/billing/app/sending'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailFor } from '../../billing/sendings/rules.ts'
import { statement } from '../../db/statement.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise } from '../../testing/data/money/billing.ts'
import { useMail } from '../../testing/data/money/sendings.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { dueLevel, type ReminderLevel } from './rules.ts'

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
})

/** Today in the organisation's time zone, which may be ahead of UTC. */
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' })
// Calendar days, not 24 hours, because the clocks may change in between.
const dayBefore = (days: number) =>
  new Date(Date.parse(today.format(Date.now())) - days * 86_400_000).toISOString().slice(0, 10)

const insertContact = statement(
  'test.insert_reminder_contact',
  `insert into company_contact (tenant_id, company_id, position, roles, name, email)
   values ($1, $2, 1, '{PAYMENT_REMINDERS}', 'Jo', 'jo@bakery.example')`,
)

async function haulier() {
  const billing = await billingTenant(server)
  const { tenant, admin } = billing
  await useMail(billing, mail)
  const company_id = await addCustomer(billing)
  await tenant.asTenant((tx) => tx.query(insertContact, company_id))
  /** An invoice of 121.00. Call it for the oldest first. */
  const overdue = async (days: number, customer = company_id) => {
    const order = { company_id: customer, charges: [{ amount: '100.00' }] }
    const { orderId } = await addBilledOrder(billing, order)
    const [invoice] = await finalise(billing, await draft(billing, [orderId], dayBefore(days + 30)))
    return invoice!
  }
  const level = (code: string, days_overdue: number, members: object = {}) =>
    admin(createSetting, {
      params: { kind: 'reminder_levels' },
      body: { code, name: code, days_overdue, text: `Please pay (${code}).`, ...members },
    })
  const propose = () => admin(listReminders, { query: {} })
  const send = async () => {
    const { items } = await propose()
    const chosen = items.map(({ invoice_id, reminder_level_id }) => ({ invoice_id, reminder_level_id }))
    return await admin(sendReminders, { body: { items: chosen } })
  }
  return { billing, admin, overdue, level, propose, send, company_id }
}

test('REM-1: an overdue invoice is proposed with the highest level that is due, and a paid one is not', async () => {
  const { admin, overdue, level, propose } = await haulier()
  const paid = await overdue(30)
  const late = await overdue(20)
  await overdue(3)
  expect(await propose()).toEqual({ items: [], has_levels: false })
  await level('First', 7)
  await level('Second', 14)
  await level('Third', 40)
  const body = { amount: '121.00', paid_on: dayBefore(1) }
  await admin(createPayment, { params: { invoice_id: paid.invoice_id }, body })
  expect((await propose()).items).toMatchObject([
    {
      ...{ invoice_id: late.invoice_id, days_overdue: 20, open: '121.00', currency: 'EUR' },
      ...{ reminder_level: 'Second', address: 'jo@bakery.example', last: null },
    },
  ])
})

test('REM-2: a level is sent once for an invoice, by e-mail with the invoice, and is in the history of the document', async () => {
  const { admin, overdue, level, propose, send } = await haulier()
  const { invoice_id, name } = await overdue(10)
  await level('First', 7)
  const { items } = await propose()
  const chosen = items.map((one) => ({ invoice_id: one.invoice_id, reminder_level_id: one.reminder_level_id }))
  expect((await send()).items).toMatchObject([{ id: invoice_id, is_done: true }])
  expect((await propose()).items).toEqual([])
  const again = await admin(sendReminders, { body: { items: chosen } })
  expect(again.items).toMatchObject([{ is_done: false, message: expect.stringMatching(/not due/) }])
  await server.drain()
  expect(mail.letters).toHaveLength(1)
  expect(mail.letters[0]).toContain('To: jo@bakery.example')
  expect(mail.letters[0]).toContain('Please pay (First).')
  expect(mail.letters[0]).toContain('This invoice was due on')
  expect(mail.letters[0]).not.toContain('Please pay by')
  expect(mail.letters[0]).toContain(`${name}.pdf`)
  const sendings = await admin(listInvoiceSendings, { params: { invoice_id } })
  expect(sendings.items).toMatchObject([{ purpose: 'REMINDER', reminder_level: 'First', status: 'SENT' }])
  await admin(resendSendings, { body: { ids: [sendings.items[0]!.sending_id] } })
  await server.drain()
  expect(mail.letters).toHaveLength(2)
  await level('Second', 9)
  expect((await propose()).items).toMatchObject([{ reminder_level: 'Second', last: { reminder_level: 'First' } }])
})

test('REM-2: two people who send at the same time send one reminder', async () => {
  const { overdue, level, propose, admin } = await haulier()
  await overdue(10)
  await level('First', 7)
  const { items } = await propose()
  const body = { items: items.map(({ invoice_id, reminder_level_id }) => ({ invoice_id, reminder_level_id })) }
  const answers = await Promise.all([admin(sendReminders, { body }), admin(sendReminders, { body })])
  expect(answers.map((answer) => answer.items[0]!.is_done).sort()).toEqual([false, true])
  await server.drain()
  expect(mail.letters).toHaveLength(1)
})

test('REM-2: a customer without an address is skipped, and another tenant can send nothing', async () => {
  const { billing, admin, level, company_id, propose, overdue } = await haulier()
  await level('First', 7)
  const { invoice_id } = await overdue(9, await addCustomer(billing))
  const { items } = await propose()
  expect(items).toMatchObject([{ address: null }])
  const body = { items: [{ invoice_id, reminder_level_id: items[0]!.reminder_level_id }] }
  const answer = await admin(sendReminders, { body })
  expect(answer.items).toMatchObject([{ is_done: false, message: expect.stringMatching(/no e-mail address/) }])
  const stranger = await haulier()
  expect((await stranger.admin(sendReminders, { body })).items).toMatchObject([{ is_done: false }])
  expect((await stranger.admin(listReminders, { query: { company_id } })).items).toEqual([])
})

test('REM-3: without a contact for reminders they go to the contact for invoices, else to the company', async () => {
  const contact = (role: string, email: string) => ({ roles: [role], email })
  const billing = contact('BILLING', 'bills@bakery.example')
  const reminders = contact('PAYMENT_REMINDERS', 'jo@bakery.example')
  const email = 'office@bakery.example'
  expect(emailFor({ email, contacts: [billing, reminders] }, 'PAYMENT_REMINDERS')).toBe('jo@bakery.example')
  expect(emailFor({ email, contacts: [billing] }, 'PAYMENT_REMINDERS')).toBe('bills@bakery.example')
  expect(emailFor({ email, contacts: [reminders] }, 'BILLING')).toBe(email)
  expect(emailFor({ contacts: [] }, 'PAYMENT_REMINDERS')).toBeNull()
})

test('REM-1: an earlier level never follows a later one', () => {
  const level = (id: string, days_overdue: number) => ({ reminder_level_id: id, days_overdue }) as ReminderLevel
  const levels = [level('a', 7), level('b', 14)]
  expect(dueLevel(levels, 6, [])).toBeUndefined()
  expect(dueLevel(levels, 7, [])?.reminder_level_id).toBe('a')
  expect(dueLevel(levels, 30, [])?.reminder_level_id).toBe('b')
  expect(dueLevel(levels, 30, [{ reminder_level_id: 'gone', days_overdue: 21 }])).toBeUndefined()
  expect(dueLevel(levels, 30, [levels[0]!])?.reminder_level_id).toBe('b')
})
