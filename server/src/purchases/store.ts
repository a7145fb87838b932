import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { PurchaseDocument } from './intake/document.rules.ts'
import type { MatchedLine, MatchResult } from './match/compare.rules.ts'

/** Decision of a person about a document. */
export interface MatchDecision {
  readonly action: 'ACCEPT' | 'ACCEPT_EXECUTED' | 'REJECT'
  readonly comment: string
  /** Expected credit amount, as text; null: none. */
  readonly expected_credit: string | null
  readonly by: string | null
  readonly at: string
}

/** A stored comparison of a purchase document with agreed and executed costs. */
export interface MatchRow {
  invoice_id: string
  result: 'MATCHED' | 'DISPUTED' | 'ACCEPTED' | 'REJECTED'
  agreed: string | null
  executed: string | null
  invoiced: string
  tolerance: string
  lines: readonly MatchedLine[]
  decision: MatchDecision | null
}

/** A received document, and trips assigned to its lines by a person. */
export interface Receipt {
  invoice_id: string
  document: PurchaseDocument
  placements: Readonly<Record<string, string>>
}

const insertReceiptRow = statement(
  'purchases.insert_receipt',
  `insert into purchase_receipt (tenant_id, invoice_id, document, content_hash)
   values ($1, $2, $3::jsonb, decode($4, 'hex'))`,
)

/** Stores a received document. */
export async function insertReceipt(
  tx: Tx,
  invoiceId: string,
  document: PurchaseDocument,
  hash: string,
): Promise<void> {
  await tx.query(insertReceiptRow, invoiceId, JSON.stringify(document), hash)
}

const selectReceipt = statement(
  'purchases.find_receipt',
  'select r.invoice_id, r.document, r.placements from purchase_receipt r where r.tenant_id = $1 and r.invoice_id = $2',
)

/** The received document; undefined for documents of ours. */
export async function findReceipt(tx: Tx, invoiceId: string): Promise<Receipt | undefined> {
  return (await tx.query<Receipt>(selectReceipt, invoiceId))[0]
}

const updateConfirmation = statement(
  'purchases.set_account_confirmation',
  'update purchase_receipt set account_confirmation = $3::jsonb where tenant_id = $1 and invoice_id = $2',
)

/** Stores who confirmed the bank account on a document. */
export async function setAccountConfirmation(
  tx: Tx,
  invoiceId: string,
  confirmation: { readonly account: string; readonly by: string | null; readonly at: string },
): Promise<void> {
  await tx.query(updateConfirmation, invoiceId, JSON.stringify(confirmation))
}

const updatePlacements = statement(
  'purchases.set_placements',
  'update purchase_receipt set placements = placements || $3::jsonb where tenant_id = $1 and invoice_id = $2',
)

/** Stores the trips chosen by a person, by line position. */
export async function setPlacements(
  tx: Tx,
  invoiceId: string,
  placements: Readonly<Record<string, string>>,
): Promise<void> {
  await tx.query(updatePlacements, invoiceId, JSON.stringify(placements))
}

const upsertMatch = statement(
  'purchases.save_match',
  `insert into purchase_match as m (tenant_id, invoice_id, result, agreed, executed, invoiced, tolerance, lines)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
   on conflict (tenant_id, invoice_id) do update
      set result = excluded.result, agreed = excluded.agreed, executed = excluded.executed,
          invoiced = excluded.invoiced, tolerance = excluded.tolerance, lines = excluded.lines, decision = null,
          updated_at = excluded.updated_at`,
)

/** Stores the comparison of a document, replacing the previous one. */
export async function saveMatch(tx: Tx, invoiceId: string, match: MatchResult): Promise<void> {
  const { result, agreed, executed, invoiced, tolerance, lines } = match
  await tx.query(upsertMatch, invoiceId, result, agreed, executed, invoiced, tolerance, JSON.stringify(lines))
}

const selectMatch = statement(
  'purchases.find_match',
  `select m.invoice_id, m.result, m.agreed::text, m.executed::text, m.invoiced::text, m.tolerance::text, m.lines, m.decision
     from purchase_match m where m.tenant_id = $1 and m.invoice_id = $2`,
)

/** Comparison of a document; undefined if it was not matched. */
export async function findMatch(tx: Tx, invoiceId: string): Promise<MatchRow | undefined> {
  return (await tx.query<MatchRow>(selectMatch, invoiceId))[0]
}

const decideMatch = statement(
  'purchases.decide_match',
  `update purchase_match set result = $3, decision = $4::jsonb, updated_at = now()
    where tenant_id = $1 and invoice_id = $2`,
)

/** Stores the decision of a person. */
export async function setDecision(
  tx: Tx,
  invoiceId: string,
  result: 'ACCEPTED' | 'REJECTED',
  decision: MatchDecision,
): Promise<void> {
  await tx.query(decideMatch, invoiceId, result, JSON.stringify(decision))
}
