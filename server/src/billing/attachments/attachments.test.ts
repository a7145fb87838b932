import { listSalesInvoiceDocuments } from '@cartage/contract/billing/documents'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeBytes } from '../../documents/attach.commands.ts'
import { linkDocument } from '../../documents/store.ts'
import {
  addBilledOrder,
  addCustomer,
  billAs,
  billingTenant,
  draft,
  finalise,
} from '../../testing/data/money/billing.ts'
import { useMail } from '../../testing/data/money/sendings.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { readUbl } from '../einvoice/ubl-read.format.ts'
import { faultsOfEInvoice } from '../einvoice/verdict.rules.ts'
import { findInvoice } from '../records/views.ts'
import { loadFiles } from '../sendings/files.commands.ts'
import { attachmentsOf, mostAttachedBytes } from './rules.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
afterEach(() => {
  mail.letters.length = 0
})

describe('transport documents of an invoice', () => {
  test('BILL-21: documents required by the company belong to it, are embedded in its UBL and attached to its e-mail', async () => {
    const billing = await billingTenant(server)
    await useMail(billing, mail)
    const company_id = await addCustomer(billing, 'BE', { email: 'office@customer.example' })
    await billAs(billing, company_id, { attachments: ['PROOF_OF_DELIVERY'], channels: [{ channel: 'MAIL' }] })
    const { orderId, number } = await addBilledOrder(billing, { company_id, charges: [{ amount: '100.00' }] })
    const { tenant } = billing
    const bytes = Buffer.from('%PDF-1.4 signed by the receiver')
    for (const [document_type, name] of [
      ['PROOF_OF_DELIVERY', 'pod.pdf'],
      ['ORIGINAL_CMR', 'cmr.pdf'],
    ] as const) {
      const file = { name, mediaType: 'application/pdf', bytes: Buffer.concat([bytes, Buffer.from(name)]) }
      const upload_id = await storeBytes(server.ctx, tenant.tenantId, file)
      const subject = { subject_type: 'ORDER', subject_id: orderId, order_id: orderId }
      await tenant.asTenant((tx) => linkDocument(tx, { ...subject, upload_id, document_type, name }))
    }
    const [id] = await draft(billing, [orderId])
    await finalise(billing, [id!])
    await server.drain()
    const { content } = (await tenant.asTenant((tx) => findInvoice(tx, id!)))!
    expect(content!.attachments).toMatchObject([{ name: 'pod.pdf', description: `Proof of delivery ${number}` }])
    const [ubl] = await loadFiles(server.ctx, tenant.tenantId, id!, ['UBL'])
    const written = readUbl(ubl!.bytes.toString('utf8'))
    expect(written.attachments.map((one) => [one.id, one.content?.type])).toEqual([['pod.pdf', 'application/pdf']])
    expect(Buffer.from(written.attachments[0]!.content!.base64, 'base64').toString()).toBe(`${bytes}pod.pdf`)
    expect(faultsOfEInvoice(written, { isForPeppol: true })).toEqual([])
    expect(mail.letters).toHaveLength(1)
    expect(mail.letters[0]).toContain('filename=pod.pdf')
    expect(mail.letters[0]).not.toContain('cmr.pdf')
    const documents = await tenant.call(listSalesInvoiceDocuments, { params: { id: id! } })
    expect(documents.map(({ name }) => name)).toContain('pod.pdf')
  })

  test('BILL-21: documents over the size limit are not attached, and each file is attached once', () => {
    const file = (name: string, size: number, sha256 = name) => {
      return {
        ...{ document_id: name, order_id: 'o', name, size, sha256 },
        document_type: 'CMR',
        media_type: 'image/png',
      }
    }
    const files = [file('one', mostAttachedBytes - 10), file('two', 20), file('three', 10), file('again', 10, 'three')]
    const kept = attachmentsOf(files, ['CMR'], { language: 'nl', orderName: () => 'O1' })
    expect(kept.map(({ sha256, goes_along }) => [sha256, goes_along])).toEqual([
      ['one', true],
      ['two', false],
      ['three', true],
    ])
    expect(kept[0]!.description).toBe('CMR-vrachtbrief O1')
    expect(attachmentsOf(files, ['PROOF_OF_DELIVERY'], { language: 'nl', orderName: () => 'O1' })).toEqual([])
    const record = { ...file('log', 10), document_type: 'TEMPERATURE_REPORT' }
    const along = attachmentsOf([record], ['PROOF_OF_DELIVERY'], { language: 'nl', orderName: () => 'O1' })
    expect(along).toMatchObject([{ name: 'log', description: 'Temperatuurverslag O1' }])
  })
})
