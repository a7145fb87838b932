import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** The supplier's answer to a document written in its name. */
export interface Consent {
  readonly action: 'PROPOSE' | 'AGREE' | 'OBJECT' | 'WITHDRAW'
  /** Last day to object, in the time zone of the tenant. */
  readonly objections_until: string
  /** Days that the supplier has to object; 0: agreed immediately without objection. */
  readonly days: number
  readonly comment: string
  /** The user who recorded it; null: the objection period is over. */
  readonly by: string | null
  /** When it was recorded; null: not yet. */
  readonly at: string | null
}

const results = { PROPOSE: 'MATCHED', AGREE: 'ACCEPTED', OBJECT: 'DISPUTED', WITHDRAW: 'REJECTED' } as const

const updateConsent = statement(
  'purchases.set_consent',
  `update purchase_match set result = $3, decision = $4::jsonb, updated_at = now()
    where tenant_id = $1 and invoice_id = $2`,
)

/** Stores the supplier's answer. */
export async function setConsent(tx: Tx, invoiceId: string, consent: Consent): Promise<void> {
  await tx.query(updateConsent, invoiceId, results[consent.action], JSON.stringify(consent))
}

/** Stores the end of the objection period. */
export async function proposeSelfBilled(
  tx: Tx,
  invoiceId: string,
  { objections_until, days }: Pick<Consent, 'objections_until' | 'days'>,
): Promise<void> {
  await setConsent(tx, invoiceId, { action: 'PROPOSE', objections_until, days, comment: '', by: null, at: null })
}

const selectConsent = statement(
  'purchases.find_consent',
  `select m.decision from purchase_match m join invoice i on i.tenant_id = $1 and i.invoice_id = m.invoice_id
    where m.tenant_id = $1 and m.invoice_id = $2 and i.is_self_billed`,
)

/** The supplier's answer; undefined for documents not written in its name. */
export async function findConsent(tx: Tx, invoiceId: string): Promise<Consent | undefined> {
  return (await tx.query<{ decision: Consent }>(selectConsent, invoiceId))[0]?.decision
}
