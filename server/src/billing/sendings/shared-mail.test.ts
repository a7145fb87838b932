import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { testMailServer } from '@cartage/contract/billing/app/mail-server'
import { sendInvoice } from '@cartage/contract/billing/app/sending'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkMail } from '../../cli/installation/doctor.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { operatorMailServer, sendMail, sharedMailServer } from '../../net/mail.ts'
import { addCustomer, billAs, billingTenant } from '../../testing/data/money/billing.ts'
import { customerBy, invoiceTo, sendingsOf, useMail } from '../../testing/data/money/sendings.ts'
import { rejection } from '../../testing/data/orders.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { mailCertificate } from '../../testing/servers/mail-certificate.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let mail: MailServer
let server: TestServer
let settings: NodeJS.ProcessEnv

beforeAll(async () => {
  mail = await startMailServer()
  settings = {
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://tms.example',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SMTP_FROM: 'Cartage <accounts@tms.example>',
    SMTP_TENANT_FROM: 'noreply@mail.tms.example',
    SMTP_TENANT_PER_DAY: '2',
    SMTP_PLAIN: 'private',
  }
  server = await startTestServer({ config: readConfig(settings) })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(() => {
  mail.letters.length = 0
})

const byMail = [{ channel: 'MAIL' }] as const
const to = (address: string) => ({ to: address, subject: 'Test', text: 'Test' })

async function failures(billing: Awaited<ReturnType<typeof billingTenant>>, count: number) {
  const company = await customerBy(billing, byMail)
  const invoices = []
  for (let one = 0; one < count; one += 1) invoices.push(await invoiceTo(billing, company))
  await server.drain()
  const sendings = []
  for (const { invoice_id } of invoices) sendings.push(...(await sendingsOf(billing, invoice_id)))
  return sendings.map(({ status, failure }) => [status, failure ?? ''])
}

test('MAIL-11: a tenant without a mail server sends under its name and the shared tenant address, never the address of account letters', async () => {
  const billing = await billingTenant(server)
  expect(await failures(billing, 1)).toEqual([['SENT', '']])
  expect(mail.letters[0]).toMatch(/^From: .*<noreply@mail\.tms\.example>/m)
  expect(mail.letters[0]).not.toContain('accounts@tms.example')
})

test('MAIL-11: a name cannot inject another address into the sender', () => {
  const shared = sharedMailServer(readConfig(settings), 'Cartage" <accounts@tms.example>\r\nBcc: a@b.example')
  expect(shared!.sender).toBe('"Cartage accounts@tms.example Bcc: a@b.example" <noreply@mail.tms.example>')
})

test('MAIL-11: without the shared address tenants send nothing, and the refusal recommends entering a mail server', async () => {
  const config = readConfig({ ...settings, SMTP_TENANT_FROM: '' })
  const bare = await startTestServer({ config, db: server.ctx.db })
  const { admin } = await billingTenant(bare)
  const refused = await rejection(admin(testMailServer, { body: { address: 'a@b.example' } }))
  expect(refused).toMatchObject({ status: 409, body: { code: 'mail_server_missing' } })
  expect(refused.message).toContain('Enter one in the settings')
  await bare.close()
})

test('MAIL-11: reusing the address of account letters, or more than one address, is refused at startup', () => {
  for (const SMTP_TENANT_FROM of ['accounts@tms.example', 'ACCOUNTS@tms.example', 'A <a@b.example>', 'nonsense'])
    expect(() => readConfig({ ...settings, SMTP_TENANT_FROM })).toThrow(ConfigError)
})

test('MAIL-12: the server of the operator writes only to companies, contacts and users; an own server to anyone', async () => {
  const billing = await billingTenant(server)
  const { admin } = billing
  const company = await addCustomer(billing, 'BE', { email: 'office@customer.example' })
  await billAs(billing, company, { channels: [] })
  const invoice = await invoiceTo(billing, company)
  const body = { channel: 'MAIL', address: 'victim@bank.example' } as const
  const params = { invoice_id: invoice.invoice_id }
  expect(await rejection(admin(sendInvoice, { params, body }))).toMatchObject({
    status: 409,
    body: { code: 'recipient_unknown' },
  })
  const tested = await admin(testMailServer, { body: { address: 'victim@bank.example' } })
  expect(tested).toMatchObject({ is_sent: false, message: expect.stringContaining('enter a mail server') })
  expect(mail.letters).toEqual([])
  await admin(sendInvoice, { params, body: { ...body, address: 'Office@customer.example' } }).catch(() => undefined)
  await admin(sendInvoice, { params, body: { ...body, address: 'office@customer.example' } }).catch(() => undefined)
  await server.drain()
  expect(mail.letters).toHaveLength(1)
  await useMail(billing, mail)
  await admin(sendInvoice, { params, body })
  await server.drain()
  expect(mail.letters).toHaveLength(2)
})

test('MAIL-13: e-mails above the daily limit fail with advice; another tenant can still send, and so can one with its own server', async () => {
  const [one, other, own] = [await billingTenant(server), await billingTenant(server), await billingTenant(server)]
  const ended = await failures(one, 3)
  expect(ended.map(([status]) => status).toSorted()).toEqual(['FAILED', 'SENT', 'SENT'])
  expect(ended.find(([status]) => status === 'FAILED')![1]).toMatch(/^Today 2 e-mails were sent .* send again tomorrow/)
  expect(await failures(other, 1)).toEqual([['SENT', '']])
  await useMail(own, mail)
  expect((await failures(own, 3)).every(([status]) => status === 'SENT')).toBe(true)
})

test('MAIL-14: a letter of the operator goes unencrypted to a private network by setting only', async () => {
  const { net } = server.ctx
  const allowed = operatorMailServer(readConfig(settings))!
  expect(await sendMail(net, allowed, to('a@b.example'))).toEqual({ outcome: 'sent' })
  const strict = operatorMailServer(readConfig({ ...settings, SMTP_PLAIN: '' }))!
  expect(await sendMail(net, strict, to('a@b.example'))).toMatchObject({
    // The message of OpenSSL depends on which side speaks first.
    reason: expect.stringMatching(/tls/i),
  })
  expect(mail.letters).toHaveLength(1)
})

test('MAIL-14: with STARTTLS a letter is encrypted with either setting, and cartage doctor shows which', async () => {
  const { net } = server.ctx
  const own = await startMailServer()
  const before = getCACertificates('default')
  try {
    const given = { ...settings, SMTP_URL: `smtp://127.0.0.1:${own.port}` }
    const [lax, strict] = ['private', 'never'].map((SMTP_PLAIN) => readConfig({ ...given, SMTP_PLAIN }))
    expect(await checkMail({ net, config: lax! })).toMatchObject({
      ok: true,
      message: expect.stringMatching(/unencrypted/),
    })
    expect(await checkMail({ net, config: strict! })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/STARTTLS/),
    })
    own.offersTls = true
    setDefaultCACertificates([...before, mailCertificate.cert])
    for (const config of [lax!, strict!])
      expect(await sendMail(net, operatorMailServer(config)!, to('a@b.example'))).toEqual({ outcome: 'sent' })
    expect(own.wereEncrypted).toEqual([true, true])
    expect(await checkMail({ net, config: strict! })).toMatchObject({
      ok: true,
      message: expect.stringMatching(/, encrypted$/),
    })
    expect(await checkMail({ net, config: readConfig({}) })).toMatchObject({
      ok: true,
      message: expect.stringMatching(/SMTP_URL is not set/),
    })
  } finally {
    setDefaultCACertificates(before)
    await own.close()
  }
})
