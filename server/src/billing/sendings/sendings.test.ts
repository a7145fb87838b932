import { listStandstills } from '@cartage/contract/app/standstills'
import { finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { getMailServer, setMailServer, testMailServer } from '@cartage/contract/billing/app/mail-server'
import {
  countSendings,
  listInvoiceSendings,
  listSendings,
  resendSendings,
  sendInvoice,
  setSendingStatus,
} from '@cartage/contract/billing/app/sending'
import { putOrganisationLogo } from '@cartage/contract/tenants/app/organisation'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { pngOf } from '../../testing/data/logos.ts'
import {
  addBilledOrder,
  addCustomer,
  type BillingTenant,
  billAs,
  billingTenant,
  draft,
} from '../../testing/data/money/billing.ts'
import { customerBy, invoiceTo, passJobTime, sendingsOf, useMail } from '../../testing/data/money/sendings.ts'
import { rejection } from '../../testing/data/orders.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let dieAt: string | undefined
let clock = Date.parse('2026-02-01T08:00:00Z')
let mail: MailServer
let server: TestServer

beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    now: () => new Date(clock),
    crashPoints: {
      reach(point) {
        if (point !== dieAt) return
        dieAt = undefined
        throw new Error(`died at ${point}`)
      },
    },
  })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(() => {
  dieAt = undefined
  mail.letters.length = 0
  mail.answers = {}
})

const byMail = [{ channel: 'MAIL' }] as const
const byAccessPoint = [{ channel: 'ACCESS_POINT' }] as const

async function mailing(): Promise<BillingTenant> {
  const billing = await billingTenant(server)
  await useMail(billing, mail)
  return billing
}

/** Advances time by some seconds and runs all due jobs. */
async function drainLater({ tenant }: BillingTenant, seconds: number): Promise<void> {
  clock += seconds * 1_000
  await passJobTime(tenant, seconds)
  await server.drain()
}

const header = (letter: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(letter)?.[1]?.replaceAll(/\r\n\s+/g, ' ')

const htmlIn = (letter: string) =>
  letter
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

describe('a document by e-mail', () => {
  test('BILL-30: a finalised document has its sendings at once, and they are sent when its files are written', async () => {
    const billing = await mailing()
    const company = await customerBy(billing, [...byMail, { channel: 'MAIL', address: 'copy@customer.example' }])
    const invoice = await invoiceTo(billing, company)
    expect(await sendingsOf(billing, invoice.invoice_id)).toMatchObject([
      { status: 'PENDING', channel: 'MAIL', repeat_of: null, requested_by: null },
      { status: 'PENDING', channel: 'MAIL' },
    ])
    await server.drain()
    const sendings = await sendingsOf(billing, invoice.invoice_id)
    expect(sendings.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['SENT', 1],
      ['SENT', 1],
    ])
    expect(mail.letters.map((letter) => header(letter, 'To')).sort()).toEqual([
      'copy@customer.example',
      'office@customer.example',
    ])
    const [letter] = mail.letters
    expect(header(letter!, 'Subject')).toBe(`Invoice ${invoice.name} from Transport Vermeulen BV`)
    expect(sendings.map(({ sending_id }) => `<${sending_id}@vermeulen.example>`)).toContain(
      header(letter!, 'Message-ID'),
    )
    expect(letter).toContain(`filename=${invoice.name}.pdf`)
    expect(letter).toContain(`filename=${invoice.name}.xml`)
  })

  test('BILL-30: the contact for invoices comes first, the letter is in the language of the document, and only required files are attached', async () => {
    const billing = await mailing()
    const company = await addCustomer(billing, 'BE', { email: 'office@customer.example', locale: 'nl' })
    await billing.tenant.asTenant((tx) => tx.query(insertContact, company))
    await billAs(billing, company, { channels: byMail, formats: ['PDF'] })
    await invoiceTo(billing, company)
    await server.drain()
    const [letter] = mail.letters
    expect(header(letter!, 'To')).toBe('an@customer.example')
    expect(header(letter!, 'Subject')).toMatch(/^Factuur .* van Transport Vermeulen BV$/)
    expect(letter).toContain('.pdf')
    expect(letter).not.toContain('.xml')
  })

  test('MAIL-10: shows the logo of the organisation as an inline part, before the files, or no logo at all', async () => {
    const billing = await mailing()
    const company = await customerBy(billing, byMail)
    await invoiceTo(billing, company)
    await server.drain()
    expect(mail.letters[0]).not.toContain('cid:logo')
    const bytes = pngOf(440, 120)
    await billing.admin(putOrganisationLogo, { body: { content: bytes.toString('base64') } })
    await invoiceTo(billing, company)
    await server.drain()
    const letter = mail.letters[1]!
    expect(htmlIn(letter)).toContain('<img src="cid:logo" alt="" width="220" height="60">')
    expect(header(letter, 'Content-Id')).toBe('<logo>')
    expect(letter.replaceAll('\r\n', '')).toContain(bytes.toString('base64'))
    expect(letter).not.toMatch(/src="https?:/)
  })

  test('BILL-30: a channel without an address is a failed sending with advice; it is sent once an address exists', async () => {
    const billing = await mailing()
    const company = await addCustomer(billing, 'BE')
    await billAs(billing, company, { channels: byMail })
    const { invoice_id } = await invoiceTo(billing, company)
    await server.drain()
    const [failed] = await sendingsOf(billing, invoice_id)
    expect(failed).toMatchObject({ status: 'FAILED', address: '', failure: expect.stringMatching(/no e-mail address/) })
    const again = () => billing.admin(resendSendings, { body: { ids: [failed!.sending_id] } })
    expect((await again()).items[0]).toMatchObject({ is_done: false, message: expect.stringMatching(/Enter one/) })
    await billAs(billing, company, { channels: [{ channel: 'MAIL', address: 'new@customer.example' }] })
    expect((await again()).items[0]).toMatchObject({ is_done: false })
    const body = { channel: 'MAIL', address: 'new@customer.example' } as const
    await billing.admin(sendInvoice, { params: { invoice_id }, body })
    await server.drain()
    expect(mail.letters.map((letter) => header(letter, 'To'))).toEqual(['new@customer.example'])
  })

  test('BILL-32: without a mail server the sending fails with this reason', async () => {
    const billing = await billingTenant(server)
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byMail))
    await server.drain()
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([
      { status: 'FAILED', failure: expect.stringMatching(/No mail server is set up/) },
    ])
  })

  test('BILL-32: a sending that was certainly not accepted is attempted again at growing intervals, and then has failed', async () => {
    const billing = await mailing()
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byMail))
    mail.answers = { letter: '451 come back later' }
    await server.drain()
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([
      { status: 'PENDING', attempts: 1, failure: expect.stringMatching(/451/) },
    ])
    for (let attempt = 2; attempt <= 8; attempt += 1) await drainLater(billing, 13 * 3_600)
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([{ status: 'FAILED', attempts: 8 }])
    expect(mail.letters).toEqual([])
  })

  test('BILL-32: a recipient that is rejected fails at once', async () => {
    const billing = await mailing()
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byMail))
    mail.answers = { recipient: '550 no such user' }
    await server.drain()
    expect(await sendingsOf(billing, invoice_id)).toMatchObject([
      { status: 'FAILED', attempts: 1, failure: expect.stringMatching(/no such user/) },
    ])
  })

  test('BILL-32: a letter without a response is UNKNOWN, on the start page, and only a person sends it again, once', async () => {
    const billing = await mailing()
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byMail))
    mail.answers = { letter: 'hang up' }
    await server.drain()
    mail.answers = {}
    await drainLater(billing, 86_400)
    const [unknown] = await sendingsOf(billing, invoice_id)
    expect(unknown).toMatchObject({ status: 'UNKNOWN', attempts: 1 })
    expect(mail.letters).toHaveLength(1)
    const standing = async () => (await billing.admin(listStandstills, {})).items.map(({ kind, id }) => [kind, id])
    expect(await standing()).toEqual([['UNKNOWN_SENDING', unknown!.sending_id]])
    const again = () => billing.admin(resendSendings, { body: { ids: [unknown!.sending_id] } })
    expect((await again()).items).toMatchObject([{ is_done: true }])
    expect((await again()).items).toMatchObject([{ is_done: false, message: expect.stringMatching(/already/) }])
    await server.drain()
    expect(await standing()).toEqual([])
    const [, repeat] = await sendingsOf(billing, invoice_id)
    expect(repeat).toMatchObject({ status: 'SENT', repeat_of: unknown!.sending_id, requested_by: expect.any(String) })
    expect(mail.letters).toHaveLength(2)
    expect(new Set(mail.letters.map((letter) => header(letter, 'Message-ID'))).size).toBe(2)
  })

  test('BILL-33: a person records what happened to an unknown sending; a sent one cannot be marked', async () => {
    const billing = await mailing()
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byMail))
    mail.answers = { letter: 'hang up' }
    await server.drain()
    const [{ sending_id } = { sending_id: '' }] = await sendingsOf(billing, invoice_id)
    const mark = (status: 'SENT' | 'FAILED') =>
      billing.admin(setSendingStatus, { params: { sending_id }, body: { status, message: 'The customer has it.' } })
    expect(await mark('SENT')).toMatchObject({ status: 'SENT', failure: 'The customer has it.' })
    expect(await rejection(mark('FAILED'))).toMatchObject({ body: { code: 'sending_decided' } })
    expect((await billing.admin(listStandstills, {})).items).toEqual([])
  })

  test('BILL-33: an address gets a document once: a second sending to it is refused, another address is accepted', async () => {
    const billing = await mailing()
    const { invoice_id } = await invoiceTo(billing, await customerBy(billing, byMail))
    const send = (address: string) =>
      billing.admin(sendInvoice, { params: { invoice_id }, body: { channel: 'MAIL', address } })
    expect(await rejection(send('OFFICE@customer.example'))).toMatchObject({ body: { code: 'already_sent' } })
    expect(await rejection(send('two@a.example, three@a.example'))).toMatchObject({ status: 422 })
    await send('other@customer.example')
    expect(await rejection(send('other@customer.example'))).toMatchObject({ body: { code: 'already_sent' } })
    await server.drain()
    expect(mail.letters).toHaveLength(2)
  })

  test.each([
    ['finalise:planned', 0, []],
    ['files:stored', 1, ['SENT']],
    ['files:written', 1, ['SENT']],
    ['send:loaded', 1, ['SENT']],
    ['send:started', 0, ['UNKNOWN']],
    ['send:answered', 1, ['UNKNOWN']],
    ['send:written', 1, ['SENT']],
  ])('BILL-32: a process that dies at %s sends %i e-mails, never two', async (point, letters, statuses) => {
    const billing = await mailing()
    const company_id = await customerBy(billing, byMail)
    const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount: '10.00' }] })
    const [id] = await draft(billing, [orderId])
    dieAt = point
    await billing.admin(finaliseDrafts, { body: { ids: [id!] } }).catch(() => {})
    await server.drain()
    for (let round = 0; round < 3; round += 1) await drainLater(billing, 3_600)
    expect((await sendingsOf(billing, id!)).map(({ status }) => status)).toEqual(statuses)
    expect(mail.letters).toHaveLength(letters)
  })

  test('BILL-32: whatever crashes, fails and is repeated, no sending is sent twice, and every copy was requested', async () => {
    const billing = await mailing()
    const company_id = await customerBy(billing, byMail)
    const points = ['files:written', 'send:loaded', 'send:started', 'send:answered', 'send:written']
    const step = fc.oneof(
      fc.record({ do: fc.constant('die' as const), at: fc.constantFrom(...points) }),
      fc.record({ do: fc.constant('answer' as const), with: fc.constantFrom('451 later', '554 no', 'hang up', '') }),
      fc.record({ do: fc.constantFrom('drain' as const, 'resend' as const, 'again' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        mail.letters.length = 0
        mail.answers = {}
        const { invoice_id } = await invoiceTo(billing, company_id)
        for (const one of steps) {
          if (one.do === 'die') dieAt = one.at
          else if (one.do === 'answer') mail.answers = one.with === '' ? {} : { letter: one.with }
          else if (one.do === 'resend') {
            const ids = (await sendingsOf(billing, invoice_id)).map(({ sending_id }) => sending_id)
            await billing.admin(resendSendings, { body: { ids } })
          } else await drainLater(billing, one.do === 'again' ? 86_400 : 120)
        }
        dieAt = undefined
        mail.answers = {}
        for (let round = 0; round < 3; round += 1) await drainLater(billing, 86_400)
        const sendings = await sendingsOf(billing, invoice_id)
        const ids = mail.letters.map((letter) => header(letter, 'Message-ID'))
        expect(new Set(ids).size).toBe(ids.length)
        expect(sendings.filter(({ repeat_of }) => repeat_of === null)).toHaveLength(1)
        for (const { sending_id, status } of sendings) {
          const copies = ids.filter((id) => id?.includes(sending_id)).length
          expect(['SENT', 'FAILED', 'UNKNOWN']).toContain(status)
          if (status === 'SENT') expect(copies).toBe(1)
          if (status === 'FAILED') expect(copies).toBe(0)
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('the mail server of a tenant', () => {
  test('BILL-35: has a sealed password that is never shown and not kept for another server', async () => {
    const billing = await billingTenant(server)
    const members = { port: mail.port, security: 'STARTTLS', sender: 'a@haulier.example', reply_to: null } as const
    const set = (body: { host: string; username: string | null; password?: string }) =>
      billing.admin(setMailServer, { body: { ...members, ...body } })
    expect(await rejection(set({ host: 'one.example', username: 'me' }))).toMatchObject({ status: 422 })
    const shown = await set({ host: 'one.example', username: 'me', password: 'a secret of mine' })
    expect(shown).toMatchObject({ source: 'TENANT', server: { has_password: true, username: 'me' } })
    expect(JSON.stringify(shown)).not.toContain('a secret of mine')
    const [row] = await billing.tenant.asTenant((tx) => tx.query<{ password: Buffer }>(selectPassword))
    expect(row!.password.toString()).not.toContain('a secret of mine')
    expect(await set({ host: 'one.example', username: 'me' })).toMatchObject({ server: { has_password: true } })
    expect(await rejection(set({ host: 'two.example', username: 'me' }))).toMatchObject({ status: 422 })
    // A password is never sent without encryption, which this server does not offer.
    expect(await billing.admin(testMailServer, { body: { address: 'me@haulier.example' } })).toMatchObject({
      is_sent: false,
    })
  })

  test('BILL-35: is tested with an e-mail, which reports whether it was accepted', async () => {
    const billing = await mailing()
    const attempt = () => billing.admin(testMailServer, { body: { address: 'me@haulier.example' } })
    expect(await attempt()).toEqual({ is_sent: true, message: null })
    mail.answers = { recipient: '550 unknown here' }
    expect(await attempt()).toMatchObject({ is_sent: false, message: expect.stringMatching(/unknown here/) })
    const bare = await billingTenant(server)
    expect(await bare.admin(getMailServer, {})).toEqual({ source: 'NONE', server: null })
    const test = bare.admin(testMailServer, { body: { address: 'me@haulier.example' } })
    expect(await rejection(test)).toMatchObject({ body: { code: 'mail_server_missing' } })
  })
})

const insertContact = statement(
  'test.insert_contact',
  `insert into company_contact (tenant_id, company_id, position, roles, name, email)
   values ($1, $2, 1, '{BILLING}', 'An', 'an@customer.example')`,
)
const selectPassword = statement('test.mail_password', 'select password from mail_server where tenant_id = $1')

describe('structured invoices', () => {
  test('BILL-31: between businesses of a country in the setting a document without an electronic address stays a draft', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing, 'NL')
    const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount: '10.00' }] })
    const ids = await draft(billing, [orderId])
    await billing.tenant.asTenant((tx) => tx.query(moveEntity))
    const finalising = () => billing.admin(finaliseDrafts, { body: { ids } })
    expect((await finalising()).items).toMatchObject([
      { is_done: false, message: expect.stringMatching(/NL send each other structured invoices only/) },
    ])
    await billAs(billing, company_id, { electronic_address: { scheme: '0106', address: '12345678' } })
    expect((await finalising()).items).toMatchObject([{ is_done: true }])
  })
})

const moveEntity = statement(
  'test.move_entity',
  `with moved as (update billing_entity set country = 'NL', vat_number = 'NL003456789B01', electronic_address = null
     where tenant_id = $1)
   update tenant_setting set structured_invoices = '{NL}' where tenant_id = $1`,
)

describe('the list of sendings', () => {
  test('BILL-33: has filters and counts, and another tenant sees none of it', async () => {
    const billing = await mailing()
    const { invoice_id, name } = await invoiceTo(billing, await customerBy(billing, [...byMail, ...byAccessPoint]))
    await server.drain()
    const list = (query: Partial<{ q: string; status: string; channel: string }>) =>
      billing.admin(listSendings, { query })
    expect(await list({})).toMatchObject({ total: 2 })
    expect(await list({ status: 'SENT' })).toMatchObject({ total: 1, items: [{ channel: 'MAIL', document: name }] })
    expect(await list({ channel: 'ACCESS_POINT' })).toMatchObject({ items: [{ status: 'FAILED' }] })
    expect(await list({ q: name!.slice(0, 6) })).toMatchObject({ total: 2 })
    expect(await list({ q: 'X' })).toMatchObject({ total: 0 })
    expect(await billing.admin(countSendings, { query: {} })).toMatchObject({
      by_status: { SENT: 1, FAILED: 1 },
      by_channel: { MAIL: 1, ACCESS_POINT: 1 },
    })
    const stranger = await billingTenant(server)
    expect(await stranger.admin(listSendings, { query: {} })).toMatchObject({ total: 0 })
    const of = stranger.admin(listInvoiceSendings, { params: { invoice_id } })
    expect(await rejection(of)).toMatchObject({ status: 404 })
    const ids = (await sendingsOf(billing, invoice_id)).map(({ sending_id }) => sending_id)
    const again = await stranger.admin(resendSendings, { body: { ids } })
    expect(again.items.map(({ is_done }) => is_done)).toEqual([false, false])
  })
})
