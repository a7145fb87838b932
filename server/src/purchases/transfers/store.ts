import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Creditor, Debtor } from './sepa.rules.ts'
import type { SetOff } from './set-off.rules.ts'

/** A file without its transfers. */
export interface NewTransferFile {
  readonly transfer_file_id: string
  readonly billing_entity_id: string
  readonly execution_day: string
  readonly debtor: Debtor
  readonly created_by: string | null
}

/** A transfer of a file, with the credit notes deducted from it. */
export interface NewTransfer {
  readonly transfer_id: string
  readonly invoice_id: string
  readonly amount: string
  readonly creditor: Creditor
  readonly credits: readonly SetOff[]
}

const insertFileRow = statement(
  'purchases.insert_transfer_file',
  `insert into transfer_file (tenant_id, transfer_file_id, billing_entity_id, execution_day, debtor, created_by)
   values ($1, $2, $3, $4, $5::jsonb, $6)`,
)
const insertRows = statement(
  'purchases.insert_transfers',
  `insert into transfer (tenant_id, transfer_id, transfer_file_id, position, invoice_id, amount, creditor)
   select $1, d.transfer_id, $2, d.position, d.invoice_id, d.amount, d.creditor
     from jsonb_to_recordset($3::jsonb) as d (transfer_id uuid, position integer, invoice_id uuid, amount numeric, creditor jsonb)
   returning tenant_id`,
)
const insertCreditRows = statement(
  'purchases.insert_transfer_credits',
  `insert into transfer_credit (tenant_id, transfer_id, credit_note_id, transfer_file_id, amount)
   select $1, d.transfer_id, d.credit_note_id, $2, d.amount
     from jsonb_to_recordset($3::jsonb) as d (transfer_id uuid, credit_note_id uuid, amount numeric)
   returning tenant_id`,
)

/** Stores a file with its transfers, in order. */
export async function insertTransferFile(
  tx: Tx,
  file: NewTransferFile,
  transfers: readonly NewTransfer[],
): Promise<void> {
  const { transfer_file_id, billing_entity_id, execution_day, debtor, created_by } = file
  await tx.query(insertFileRow, transfer_file_id, billing_entity_id, execution_day, JSON.stringify(debtor), created_by)
  const rows = transfers.map((transfer, at) => ({ position: at + 1, ...transfer }))
  await tx.query(insertRows, transfer_file_id, JSON.stringify(rows))
  const credits = transfers.flatMap(({ transfer_id, credits: less }) => less.map((one) => ({ transfer_id, ...one })))
  if (credits.length > 0) await tx.query(insertCreditRows, transfer_file_id, JSON.stringify(credits))
}

const lockFile = statement(
  'purchases.lock_transfer_file',
  `select status from transfer_file where tenant_id = $1 and transfer_file_id = $2 for update`,
)

/** State of a file, locked; undefined if there is none. */
export async function lockTransferFile(tx: Tx, id: string): Promise<'MADE' | 'TAKEN_BACK' | 'PAID' | undefined> {
  return (await tx.query<{ status: 'MADE' | 'TAKEN_BACK' | 'PAID' }>(lockFile, id))[0]?.status
}

const settleFile = statement(
  'purchases.settle_transfer_file',
  `update transfer_file set status = $3, settled_by = $4, settled_at = now()
    where tenant_id = $1 and transfer_file_id = $2`,
)
const settleRows = statement(
  'purchases.settle_transfers',
  'update transfer set is_live = false where tenant_id = $1 and transfer_file_id = $2',
)

const settleCreditRows = statement(
  'purchases.settle_transfer_credits',
  'update transfer_credit set is_live = false where tenant_id = $1 and transfer_file_id = $2',
)

/** Completes a file, which frees its invoices. */
export async function settleTransferFile(
  tx: Tx,
  id: string,
  status: 'TAKEN_BACK' | 'PAID',
  by: string | null,
): Promise<void> {
  await tx.query(settleFile, id, status, by)
  await tx.query(settleRows, id)
  await tx.query(settleCreditRows, id)
}
