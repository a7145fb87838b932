import { msg, type Sentence } from '@cartage/contract/message'
import type { CustomerDocument } from '@cartage/contract/purchases/app/customer'
import { formatInstant } from '@cartage/contract/scalars'
import { decimal } from '../../books/money.rules.ts'
import { actorOf, lockWithSubjects, writeChanged } from '../../charges/desk/write.commands.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { storeBytes } from '../../documents/attach.commands.ts'
import { linkDocument } from '../../documents/store.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type InboxCommand, keepInboxItemOpen, lockInboxItem, settleInboxItem } from '../../messages/inbox/commands.ts'
import { unplacedDocumentOf } from '../files/commands.ts'
import { faultOf, inDigits, type PurchaseDocument, type ReadDocument } from '../intake/document.rules.ts'
import { findCustomer } from '../intake/views.ts'
import { settled } from './settle.rules.ts'
import { faultOfTies, proofOf, proposeTies, sumsOfTies, type TieableCharge, tieLines, wordsOf } from './tie.rules.ts'
import { type Billed, countProvenBy, findCompanyName, findTieable, listTieable } from './views.ts'

/** Charges assigned to lines by a person. */
export interface ChosenTies {
  /** Null: the customer on the document. */
  readonly company_id: string | null
  readonly lines?: readonly { readonly position: number; readonly charge_ids: readonly string[] }[] | undefined
}

/** A comparison for display, whose error is not translated yet. */
export type Comparison = Omit<CustomerDocument, 'fault'> & { readonly fault: Sentence | null }

/** Maximum charges to choose from. */
const mostOpen = 500

/**
 * Compares a self-billed document of a customer with our charges. Nothing is stored (PURCH-18, PURCH-19).
 * @throws Problem not_found, state_conflict if it is not by a customer, or cannot be read
 */
export async function matchCustomerDocument(
  ctx: Context,
  { tenantId, itemId }: Pick<InboxCommand, 'tenantId' | 'itemId'>,
  chosen: ChosenTies,
): Promise<Comparison> {
  const { document } = await readCustomerDocument(ctx, tenantId, itemId)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const billed = await billedBy(tx, document, chosen.company_id)
    const charges = billed ? await listTieable(tx, billed, namesIn(document)) : []
    const ties = chosen.lines ? tiesOf(chosen.lines) : proposeTies(document, charges)
    const lines = tieLines(document, charges, ties)
    const tied = new Set(lines.flatMap((line) => line.charges.map(({ charge_id }) => charge_id)))
    const name = billed && (await findCompanyName(tx, billed.company_id))
    return {
      inbox_item_id: itemId,
      is_credit: isCredit(document),
      ...{ external_name: document.external_name, date: document.date, currency: document.currency },
      customer: billed && name !== undefined ? { id: billed.company_id, name } : null,
      lines: lines.map((line) => ({ ...line, charges: [...line.charges] })),
      ...sumsOfTies(document, lines),
      open_charges: charges.filter(({ charge_id }) => !tied.has(charge_id)).slice(0, mostOpen),
      fault: (await faultOfDocument(tx, document, billed)) ?? faultOfTies(lines, isCredit(document)) ?? null,
    }
  })
}

/**
 * Accepts a self-billed document of a customer and completes its inbox item in one transaction (PURCH-20, PURCH-21).
 * @throws Problem not_found, state_conflict if it cannot be accepted, charge_changed (409) if the difference is not the
 * one shown
 */
export async function acceptCustomerDocument(
  ctx: Context,
  command: InboxCommand,
  chosen: ChosenTies & { readonly lines: NonNullable<ChosenTies['lines']>; readonly difference: string },
): Promise<void> {
  const { tenantId, itemId, by } = command
  const { document, files } = await readCustomerDocument(ctx, tenantId, itemId)
  const [file] = files
  const upload_id = file && (await storeBytes(ctx, tenantId, file))
  await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInboxItem(tx, itemId)
    const billed = await billedBy(tx, document, chosen.company_id)
    const ties = tiesOf(chosen.lines)
    const ids = [...new Set([...ties.values()].flat())]
    const { charges } = await lockWithSubjects(tx, ids)
    const tieable = billed ? await findTieable(tx, billed, ids) : []
    const lines = tieLines(document, tieable, ties)
    const fault = (await faultOfDocument(tx, document, billed)) ?? faultOfTies(lines, isCredit(document))
    if (fault !== undefined) throw new Problem('state_conflict', { message: fault })
    if (tieable.length < ids.length || !isSame(sumsOfTies(document, lines).difference, chosen.difference)) {
      throw new Problem('charge_changed')
    }
    const parts = new Map(lines.flatMap((line) => line.charges.map((charge) => [charge.charge_id, charge.billed])))
    const proof = proofOf(document)
    const set = { id: actorOf(by), at: formatInstant(ctx.now()) }
    const after = charges.map((charge) => {
      const settlement = { billed: parts.get(charge.charge_id)!, is_credit: isCredit(document), proof }
      return settled(charge, settlement, set)
    })
    await writeChanged(tx, by, charges, after)
    if (file && upload_id) await addProof(tx, tieable, { upload_id, name: file.name, is_credit: isCredit(document) })
    await settleInboxItem(tx, command, { entity_type: 'company', entity_id: billed!.company_id })
  })
}

/** Adds the received file as a document to each billed order. */
async function addProof(
  tx: Tx,
  charges: readonly TieableCharge[],
  { upload_id, name, is_credit }: { upload_id: string; name: string; is_credit: boolean },
): Promise<void> {
  const document_type = is_credit ? 'CREDIT_NOTE' : 'INVOICE'
  for (const order_id of new Set(charges.map((charge) => charge.order_id))) {
    const subject = { subject_type: 'ORDER', subject_id: order_id, order_id }
    await linkDocument(tx, { upload_id, ...subject, document_type, name })
  }
}

/**
 * Records a dispute: the document stays unplaced, and its charges stay open (PURCH-22).
 * @throws Problem not_found, state_conflict if it is not by a customer, or is settled already
 */
export async function disputeCustomerDocument(ctx: Context, command: InboxCommand, reason: string): Promise<void> {
  await readCustomerDocument(ctx, command.tenantId, command.itemId)
  await ctx.db.asTenant(command.tenantId, async (tx) => {
    await lockInboxItem(tx, command.itemId)
    await keepInboxItemOpen(tx, command, reason)
  })
}

/** @throws Problem not_found, state_conflict if it is not by a customer, or its totals do not add up */
async function readCustomerDocument(ctx: Context, tenantId: string, itemId: string): Promise<ReadDocument> {
  const { document, files } = await unplacedDocumentOf(ctx, tenantId, itemId)
  if (!document.is_self_billed) {
    throw new Problem('state_conflict', { message: 'The supplier wrote this document. Choose the supplier.' })
  }
  const fault = faultOf(document)
  if (fault !== undefined) throw new Problem('state_conflict', { message: fault })
  return { document: inDigits(document), files }
}

const isCredit = ({ kind }: PurchaseDocument) => kind === 'PURCHASE_CREDIT_NOTE'

async function billedBy(tx: Tx, document: PurchaseDocument, chosen: string | null): Promise<Billed | undefined> {
  if (chosen !== null && (await findCompanyName(tx, chosen)) === undefined) {
    throw new Problem('validation_failed', {
      errors: [errorItem('company_id', 'is not a known company', 'unknown_company')],
    })
  }
  const company_id = chosen ?? (document.buyer ? await findCustomer(tx, document.buyer) : undefined)
  return company_id === undefined
    ? undefined
    : { company_id, currency: document.currency, is_credit: isCredit(document) }
}

/** Why a document cannot be accepted, regardless of its lines. */
async function faultOfDocument(
  tx: Tx,
  document: PurchaseDocument,
  billed: Billed | undefined,
): Promise<Sentence | undefined> {
  if (!billed) {
    return msg`No customer is called ${document.buyer?.name ?? '–'} or has its VAT number. Choose the customer.`
  }
  if ((await countProvenBy(tx, billed.company_id, proofOf(document))) === 0) return undefined
  return msg`${document.external_name} was accepted before. Dismiss this one.`
}

function tiesOf(lines: NonNullable<ChosenTies['lines']>): Map<number, readonly string[]> {
  return new Map(lines.map(({ position, charge_ids }) => [position, charge_ids]))
}

/** Possible order numbers and references in the document, in lower case. */
function namesIn({ lines, customer_reference_numbers }: PurchaseDocument): string[] {
  const texts = lines.flatMap((line) => [...line.references, ...wordsOf(line)])
  return [...new Set([...customer_reference_numbers, ...texts].map((text) => text.trim().toLowerCase()))]
}

function isSame(one: string, other: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(other) && decimal(one).eq(decimal(other))
}
