import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { storeBytes } from '../../documents/attach.commands.ts'
import { linkDocument } from '../../documents/store.ts'
import { Problem } from '../../http/problem.ts'
import { type Letterhead, plainLetterhead } from '../../pdf/letterhead.ts'
import { findLetterhead } from '../../tenants/organisation/views.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { loadEmbedded } from '../attachments/commands.ts'
import { type DocumentContent, isCredit } from '../documents/content.rules.ts'
import { eInvoiceOf } from '../documents/einvoice.rules.ts'
import { loadDocuments } from '../documents/load.commands.ts'
import { writeUbl } from '../einvoice/ubl-write.format.ts'
import { fileNameOf } from '../export/rules.ts'
import { contentOf } from '../finalise/content.rules.ts'
import { choosePreference } from '../preferences/rules.ts'
import { findPreferences } from '../preferences/views.ts'
import { insertFile, lockInvoices } from '../records/store.ts'
import { findFiles, findInvoice, type InvoiceRow } from '../records/views.ts'
import { drawFacturX } from './factur-x.rules.ts'
import { drawInvoice } from './invoice.drawing.ts'

/** A generated file that is not stored yet. */
interface MadeFile {
  readonly kind: 'PDF' | 'UBL' | 'FACTUR_X'
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/**
 * Files of a document, generated from its content alone, so repeats have the same bytes (BILL-14).
 * @param wantsFacturX whether the company wants the PDF with the embedded electronic document as well (BILL-41)
 */
async function filesOf(
  content: DocumentContent,
  attached: ReadonlyMap<string, string>,
  { wantsFacturX, letterhead }: { wantsFacturX: boolean; letterhead: Letterhead },
): Promise<MadeFile[]> {
  const name = fileNameOf(content)
  const pdf = await drawInvoice(content, { footer: content.footer ?? null, letterhead })
  const ubl = Buffer.from(writeUbl(eInvoiceOf(content, attached)))
  const plain: MadeFile[] = [
    { kind: 'PDF', name: `${name}.pdf`, mediaType: 'application/pdf', bytes: pdf },
    { kind: 'UBL', name: `${name}.xml`, mediaType: 'application/xml', bytes: ubl },
  ]
  if (!wantsFacturX) return plain
  const bytes = await drawFacturX(content, letterhead)
  return [...plain, { kind: 'FACTUR_X', name: `${name}.factur-x.pdf`, mediaType: 'application/pdf', bytes }]
}

/**
 * Writes the missing files of a finalised document. Idempotent: the bytes are the same, and each kind of file is linked
 * once.
 * @throws Problem not_found if it is not finalised
 */
export async function makeFiles(ctx: Context, tenantId: string, invoiceId: string): Promise<void> {
  const found = await ctx.db.asTenant(tenantId, async (tx) => {
    const [invoice, files] = await Promise.all([findInvoice(tx, invoiceId), findFiles(tx, [invoiceId])])
    const wanted = invoice !== undefined && (await wantsFacturX(tx, invoice))
    return { invoice, files, wantsFacturX: wanted, letterhead: await letterheadOf(tx, invoice?.content) }
  })
  const content = found.invoice?.content
  if (!content) throw new Problem('not_found')
  const made = await filesOf(content, await loadEmbedded(ctx, tenantId, content), found)
  for (const file of made.filter(({ kind }) => !found.files.some((known) => known.kind === kind))) {
    await storeFile(ctx, tenantId, invoiceId, { ...file, isCredit: isCredit(content) })
  }
}

async function wantsFacturX(tx: Tx, { company_id, billing_entity_id }: InvoiceRow): Promise<boolean> {
  const { byCompany, byEntity } = await findPreferences(tx, [company_id], [billing_entity_id])
  const { preference } = choosePreference(byCompany.get(company_id), byEntity.get(billing_entity_id))
  return preference.formats.includes('FACTUR_X')
}

async function storeFile(
  ctx: Context,
  tenantId: string,
  invoiceId: string,
  file: MadeFile & { isCredit: boolean },
): Promise<void> {
  const { name, mediaType, bytes, kind } = file
  const upload_id = await storeBytes(ctx, tenantId, { name, mediaType, bytes })
  ctx.crashPoints.reach('files:stored')
  await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const files = await findFiles(tx, [invoiceId])
    if (files.some((known) => known.kind === kind)) return
    const type = file.isCredit ? 'CREDIT_NOTE' : 'INVOICE'
    const document = { upload_id, subject_type: type, subject_id: invoiceId, document_type: type, name }
    await insertFile(tx, invoiceId, kind, await linkDocument(tx, document))
  })
}

/**
 * Preview of a document as PDF. On drafts a line replaces the number.
 * @throws Problem not_found
 */
export async function previewOf(ctx: Context, tenantId: string, id: string): Promise<{ name: string; bytes: Buffer }> {
  const { content, letterhead } = await ctx.db.asTenant(tenantId, async (tx) => {
    const content = await contentNow(ctx, tx, id)
    return { content, letterhead: await letterheadOf(tx, content) }
  })
  const bytes = await drawInvoice(content, { footer: content.footer ?? null, letterhead })
  return { name: `${fileNameOf(content)}.pdf`, bytes }
}

/** Letterhead of a document: the logo it was finalised with, even if another one is current. */
export async function letterheadOf(tx: Tx, content: DocumentContent | null | undefined): Promise<Letterhead> {
  return content?.letterhead ? await findLetterhead(tx, content.letterhead) : plainLetterhead
}

/** Content of a document; for drafts, the content it would get. */
async function contentNow(ctx: Context, tx: Tx, id: string): Promise<DocumentContent> {
  const invoice = await findInvoice(tx, id)
  if (!invoice) throw new Problem('not_found')
  if (invoice.content) return invoice.content
  const [document] = await loadDocuments(tx, [id])
  const date = invoice.date ?? (await todayOf(ctx, tx))
  return contentOf(document!, {
    number: { name: '–', year: Number(date.slice(0, 4)), range: 0, counted: 0 },
    ...{ date, booking_date: invoice.booking_date ?? date, due_date: invoice.due_date, exchange: null },
  })
}
