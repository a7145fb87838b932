import { msg, type Sentence } from '@cartage/contract/message'
import type { EInvoicingResponse } from '@cartage/contract/purchases/e-invoicing'
import { plainNumber } from '@cartage/contract/reading/fold'
import { recordChanges } from '../../audit/store.ts'
import { draftChange } from '../../billing/drafts/commands.ts'
import type { EntityFacts } from '../../billing/drafts/facts.rules.ts'
import { loadEntities } from '../../billing/drafts/facts.views.ts'
import { publishStatus } from '../../billing/records/publish.commands.ts'
import { insertDrafts, insertFile, replaceParts, setDraftStatus } from '../../billing/records/store.ts'
import { findInvoice } from '../../billing/records/views.ts'
import { companyDetails } from '../../companies/details.views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { storeBytes } from '../../documents/attach.commands.ts'
import { linkDocument } from '../../documents/store.ts'
import { findDocumentOf, findUpload } from '../../documents/transport.views.ts'
import { longestBody } from '../../messages/log.rules.ts'
import type { InboundMessage, Receiver } from '../../messages/rules.ts'
import { hashOf } from '../../rates/records/versions.rules.ts'
import { draftOfReceived, linesAsExpected, linesAsInvoiced } from '../draft.rules.ts'
import { type Compared, compareDocument } from '../match/commands.ts'
import { holdPayment } from '../payment/commands.ts'
import { insertReceipt, saveMatch } from '../store.ts'
import { faultOf, inDigits, type PurchaseDocument } from './document.rules.ts'
import { differencesOf, differsSentence } from './earlier.rules.ts'
import { readIsolated } from './read.gateway.ts'
import { findByExternalName, findSameContent, findSupplier, lockExternalName } from './views.ts'

/** A stored file of a document. */
interface StoredFile {
  readonly upload_id: string
  readonly name: string
  /** Whether it is the message itself rather than an attachment. */
  readonly is_message: boolean
}

/** A document after reading, with its stored files. */
interface Prepared {
  readonly document: PurchaseDocument
  readonly files: readonly StoredFile[]
  /** The whole message, if too large to store with the messages. */
  readonly whole: string | null
}

/** Receives invoices and credit notes of suppliers (EINV-1, PURCH-1 to PURCH-3). */
export const receiveEInvoice: Receiver<Prepared, EInvoicingResponse> = {
  async prepare(ctx, { tenantId, body, headers }) {
    const { document, files } = await readIsolated(tenantId, body, headers['content-type'] ?? '')
    const stored: StoredFile[] = []
    for (const file of files.filter(({ bytes }) => bytes.length > 0)) {
      const is_message = Buffer.compare(file.bytes, body) === 0
      stored.push({ upload_id: await storeBytes(ctx, tenantId, file), name: file.name, is_message })
    }
    const isLarge = body.length > longestBody
    const mediaType = headers['content-type'] ?? ''
    const whole = isLarge ? await storeBytes(ctx, tenantId, { name: 'message', mediaType, bytes: body }) : null
    return { document, files: stored, whole }
  },
  async apply(ctx, tx, note, message, prepared) {
    const { target, partner } = message
    const placed = await place(ctx, tx, {
      ...{ prepared, sender: message, partner },
      chosen: target?.entity_type === 'company' ? target.entity_id : undefined,
    })
    if (placed.invoice_id !== undefined) note.touched('invoice', placed.invoice_id)
    const { reason } = placed
    if (reason === undefined) return {}
    if (prepared.whole !== null) await keepMessage(ctx, tx, prepared.whole)
    note.unmatched('', itemOf(prepared.document), String(reason))
    return { errors: [{ error_type: 'USER_INPUT_ERROR', error_message: String(reason) }] }
  },
}

/** Data of a document for display in the inbox and for recognising duplicates. */
function itemOf({ lines: _lines, custom_fields: _fields, terms: _terms, ...document }: PurchaseDocument): object {
  return document
}

/** Keeps the bytes of a large message until a person has placed it. */
async function keepMessage(ctx: Context, tx: Tx, upload_id: string): Promise<void> {
  const subject = { subject_type: 'MESSAGE', subject_id: ctx.newId() }
  await linkDocument(tx, { upload_id, ...subject, document_type: 'INVOICE', name: 'message' })
}

/** Sender of a document: the credential, or the person acting for it. */
type Sender = Pick<InboundMessage, 'actor' | 'credentialId' | 'requestId'>

/** A document to place, and its sender. */
interface Placing {
  readonly prepared: Pick<Prepared, 'document' | 'files'>
  readonly sender: Sender
  readonly partner?: InboundMessage['partner'] | undefined
  /** Id of the supplier chosen by a person; undefined: the one on the document. */
  readonly chosen: string | undefined
}

/** Result of placing: the document, or its earlier duplicate; or why it waits for a person. */
type Placed =
  | { readonly reason: undefined; readonly invoice_id: string }
  | { readonly reason: Sentence; readonly invoice_id?: string }

/** Writes the document, or returns why it waits for a person, without writing. */
export async function place(ctx: Context, tx: Tx, { prepared, sender, partner, chosen }: Placing): Promise<Placed> {
  const fault = faultOf(prepared.document)
  if (fault !== undefined) return { reason: fault }
  const document = inDigits(prepared.document)
  if (document.is_self_billed) {
    return { reason: 'A customer wrote this invoice in our name. Choose the charges it bills in Purchases.' }
  }
  const found = chosen === undefined ? await findSupplier(tx, document.supplier) : undefined
  if (found && !found.company) return { reason: found.reason }
  const supplier = chosen ?? found!.company!.company_id
  if (partner && partner.key !== supplier) {
    return { reason: 'These credentials belong to a partner, who may only send documents of its own company.' }
  }
  await lockExternalName(tx, supplier, document.external_name)
  const { typed_by: _, ...msg } = document
  const hash = hashOf({ ...msg, company_id: supplier }).toString('hex')
  const earlier = await earlierOf(tx, { document, supplier, hash })
  if (earlier) {
    const { invoice_id, reason } = earlier
    if (reason !== undefined) return { reason, invoice_id }
    await addFiles(tx, sender, invoice_id, prepared.files)
    return { reason, invoice_id }
  }
  const entity = entityOf(await loadEntities(tx), document)
  if (!entity) return { reason: 'There is no billing entity. Add one to the settings.' }
  const invoice_id = await write(ctx, tx, sender, { ...prepared, document, hash, supplier, entity })
  return { reason: undefined, invoice_id }
}

/**
 * PURCH-2: the earlier version of a document, with the reason why this one waits; no reason if they are equal.
 * Undefined for a new document.
 */
async function earlierOf(
  tx: Tx,
  { document, supplier, hash }: { document: PurchaseDocument; supplier: string; hash: string },
): Promise<{ invoice_id: string; reason: Sentence | undefined } | undefined> {
  const other = await findByExternalName(tx, supplier, document.kind, document.external_name)
  if (other) {
    const differing = differencesOf(other.document ?? {}, document)
    return {
      invoice_id: other.invoice_id,
      reason: differing.length > 0 ? differsSentence(document, differing) : undefined,
    }
  }
  const same = await findSameContent(tx, hash)
  if (same?.status !== 'REJECTED') return same && { invoice_id: same.invoice_id, reason: undefined }
  const reason = msg`${document.external_name} was rejected and has come again unchanged. Take the rejection back and try again, or dismiss this one.`
  return { invoice_id: same.invoice_id, reason }
}

/** Adds files that came with a duplicate and were not attached before (PURCH-24). */
async function addFiles(tx: Tx, sender: Sender, invoiceId: string, files: readonly StoredFile[]): Promise<void> {
  const invoice = await findInvoice(tx, invoiceId)
  const subject_type = invoice?.kind === 'PURCHASE_CREDIT_NOTE' ? 'CREDIT_NOTE' : 'INVOICE'
  const added: string[] = []
  for (const { upload_id, name, is_message } of files) {
    const upload = await findUpload(tx, upload_id)
    if (is_message || !upload) continue
    const kinds = [subject_type, 'OTHER']
    const known = await Promise.all(kinds.map((type) => findDocumentOf(tx, invoiceId, type, upload.content_id)))
    if (known.some((id) => id !== undefined)) continue
    await linkDocument(tx, { upload_id, subject_type, subject_id: invoiceId, document_type: 'OTHER', name })
    added.push(name)
  }
  if (added.length === 0) return
  await recordChanges(tx, senderOf(sender), [
    { entity_type: 'invoice', entity_id: invoiceId, action: 'updated', before: {}, after: { documents: added } },
  ])
}

function senderOf({ actor, credentialId, requestId }: Sender) {
  return { actor: actor ?? { kind: 'webhook' as const, id: credentialId }, requestId }
}

/** The billing entity a document is addressed to, by VAT number; else the default. */
function entityOf(entities: readonly EntityFacts[], { buyer }: PurchaseDocument): EntityFacts | undefined {
  const wanted = plainNumber(buyer?.vat_number)
  const named = wanted === '' ? undefined : entities.find(({ vat_number }) => plainNumber(vat_number) === wanted)
  return named ?? entities.find(({ is_default }) => is_default) ?? entities[0]
}

interface Writing extends Pick<Prepared, 'document' | 'files'> {
  readonly hash: string
  readonly supplier: string
  readonly entity: EntityFacts
}

async function write(ctx: Context, tx: Tx, sender: Sender, given: Writing): Promise<string> {
  const { document, supplier, entity, files } = given
  const invoice_id = ctx.newId()
  const comparing = { invoice_id, company_id: supplier, document, placements: {}, entity }
  const compared = await compareDocument(ctx, tx, comparing)
  const details = await companyDetails(tx, [supplier])
  const payment_term = details.get(supplier)?.payment_term?.code ?? null
  const { credited_invoice_id } = compared
  const draft = draftOfReceived(document, {
    invoice_id,
    company_id: supplier,
    entity,
    payment_term,
    credited_invoice_id,
  })
  await insertDrafts(tx, [draft])
  await replaceParts(tx, [invoice_id], partsOf(compared))
  await insertReceipt(tx, invoice_id, document, given.hash)
  await saveMatch(tx, invoice_id, compared.match)
  if (compared.match.result === 'MATCHED') await setDraftStatus(tx, [invoice_id], 'PRE_INVOICED')
  await linkFiles(tx, invoice_id, document, files)
  await holdPayment(tx, { invoiceId: invoice_id, supplier, document })
  await recordChanges(tx, senderOf(sender), [draftChange(draft, undefined)])
  const isMatched = compared.match.result === 'MATCHED'
  const status = isMatched ? 'PRE_INVOICED' : 'DRAFT'
  await publishStatus(ctx, tx, [{ invoice_id, kind: draft.kind, status, event_sequence: isMatched ? 2 : 1 }])
  return invoice_id
}

/** Lines of a document not accepted yet, as written by the supplier. */
export function partsOf(compared: Compared) {
  const { document, match } = compared
  const isExpected = document.kind === 'PURCHASE_CREDIT_NOTE' && match.result === 'MATCHED'
  return isExpected ? linesAsExpected(compared) : linesAsInvoiced(compared)
}

/** Links the files: the first is the document, the others its attachments. */
async function linkFiles(
  tx: Tx,
  invoiceId: string,
  { kind }: PurchaseDocument,
  files: readonly StoredFile[],
): Promise<void> {
  const type = kind === 'PURCHASE_CREDIT_NOTE' ? 'CREDIT_NOTE' : 'INVOICE'
  for (const [at, { upload_id, name }] of files.entries()) {
    const document = {
      upload_id,
      subject_type: type,
      subject_id: invoiceId,
      document_type: at === 0 ? type : 'OTHER',
      name,
    }
    const id = await linkDocument(tx, document)
    if (at === 0) await insertFile(tx, invoiceId, 'RECEIVED', id)
  }
}
