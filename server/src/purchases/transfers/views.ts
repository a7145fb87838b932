import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import type { TransferFile } from '@cartage/contract/purchases/app/transfers'
import { creditedOf, paidOf, refundedOf } from '../../accounting/payments/views.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import { unconfirmedSql } from '../../companies/accounts/views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { plainId, sumOf, type TransferFileFacts } from './file.format.ts'
import type { Payable } from './payable.rules.ts'
import type { OpenCreditNote } from './set-off.rules.ts'

const open = `i.total_incl_tax - ${paidOf('i')} - ${creditedOf('i')} + ${refundedOf('i')}`
const payable = `select i.invoice_id, i.external_name, i.name, i.company_id, k.name as company_name, k.doc ->> 'legal_name' as legal_name,
          k.doc -> 'bank_accounts' as bank_accounts, ${unconfirmedSql('k.company_id')} as unconfirmed_accounts, i.billing_entity_id, i.due_date::text as due_date, i.currency,
          (${open})::text as open, i.payment_hold,
          coalesce(r.document -> 'payment' ->> 'account', r.document -> 'supplier' ->> 'iban') as stated_account,
          r.account_confirmation ->> 'account' as confirmed_account,
          r.document -> 'payment' ->> 'account_name' as stated_name, r.document -> 'payment' ->> 'bank' as stated_bank,
          r.document -> 'payment' -> 'payee' ->> 'name' as stated_payee,
          r.document -> 'payment' ->> 'reference' as stated_reference,
          (select replace(t.transfer_file_id::text, '-', '') from transfer t
            where t.tenant_id = $1 and t.invoice_id = i.invoice_id and t.is_live) as in_file
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
     left join purchase_receipt r on r.tenant_id = $1 and r.invoice_id = i.invoice_id`
const owed = `i.kind = 'PURCHASE_INVOICE' and i.payment = 'UNPAID' and i.status in ('INVOICED', 'INVOICE_POSTED')`

const selectPayable = statement(
  'purchases.list_payable',
  `${payable}
    where i.tenant_id = $1 and i.billing_entity_id = $2 and ${owed} and ${open} > 0
    order by i.due_date nulls first, i.external_name, i.invoice_id limit 500`,
)
const selectThese = statement(
  'purchases.find_payable',
  `${payable}
    where i.tenant_id = $1 and i.billing_entity_id = $2 and i.invoice_id = any($3::uuid[]) and ${owed} and ${open} > 0
    order by i.due_date nulls first, i.external_name, i.invoice_id`,
)

/** Unpaid invoices of a billing entity, earliest due first; at most 500. */
export async function listPayable(tx: Tx, billingEntityId: string): Promise<Payable[]> {
  return (await tx.query<Payable>(selectPayable, billingEntityId)).map(inDigits)
}

/** The unpaid ones of these invoices of a billing entity. */
export async function findPayables(tx: Tx, billingEntityId: string, ids: readonly string[]): Promise<Payable[]> {
  return (await tx.query<Payable>(selectThese, billingEntityId, ids)).map(inDigits)
}

const overpaid = `greatest(0, ${paidOf('o')} + ${creditedOf('o')} - ${refundedOf('o')} - o.total_incl_tax)`
const own = `i.total_incl_tax - ${paidOf('i')}`
// A credit note of an unpaid invoice already reduces that invoice.
const left = `case when o.invoice_id is null then ${own} else least(${own}, ${overpaid}) end`
const credit = `select i.invoice_id, i.external_name, i.name, i.company_id, k.name as company_name, i.currency,
          (${left})::text as open,
          (select replace(t.transfer_file_id::text, '-', '') from transfer_credit t
            where t.tenant_id = $1 and t.credit_note_id = i.invoice_id and t.is_live limit 1) as in_file
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
     left join invoice o on o.tenant_id = $1 and o.invoice_id = i.credited_invoice_id`
const isOpen = `i.kind = 'PURCHASE_CREDIT_NOTE' and i.payment = 'OPEN' and i.status in ('INVOICED', 'INVOICE_POSTED')`

const selectCredits = statement(
  'purchases.list_open_credits',
  `${credit}
    where i.tenant_id = $1 and i.billing_entity_id = $2 and ${isOpen} and ${left} > 0
    order by i.date, i.external_name, i.invoice_id limit 500`,
)
const selectTheseCredits = statement(
  'purchases.find_open_credits',
  `${credit}
    where i.tenant_id = $1 and i.billing_entity_id = $2 and i.invoice_id = any($3::uuid[]) and ${isOpen} and ${left} > 0
    order by i.date, i.external_name, i.invoice_id`,
)

/** Suppliers' credit notes with an open amount, earliest first; at most 500 (PAYOUT-9). */
export async function listOpenCredits(tx: Tx, billingEntityId: string): Promise<OpenCreditNote[]> {
  return (await tx.query<OpenCreditNote>(selectCredits, billingEntityId)).map(inDigits)
}

/** Those of these credit notes with an open amount. */
export async function findOpenCredits(
  tx: Tx,
  billingEntityId: string,
  ids: readonly string[],
): Promise<OpenCreditNote[]> {
  if (ids.length === 0) return []
  return (await tx.query<OpenCreditNote>(selectTheseCredits, billingEntityId, ids)).map(inDigits)
}

function inDigits<Row extends { open: string; currency: string }>(row: Row): Row {
  return { ...row, open: amountText(decimal(row.open), row.currency) }
}

const files = `select f.transfer_file_id, f.status, f.execution_day::text as execution_day, f.debtor,
          ${instant('f.created_at')} as created_at, ${instant('f.settled_at')} as settled_at,
          b.code as billing_entity_code,
          (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = f.created_by) as created_by,
          (select coalesce(json_agg(json_build_object('transfer_id', t.transfer_id, 'invoice_id', t.invoice_id,
                    'external_name', i.external_name, 'company_name', k.name, 'amount', t.amount::text,
                    'creditor', t.creditor,
                    'credits', (select coalesce(json_agg(json_build_object('invoice_id', c.credit_note_id,
                                         'external_name', n.external_name, 'amount', c.amount::text) order by n.date, n.invoice_id), '[]')
                                  from transfer_credit c
                                  join invoice n on n.tenant_id = $1 and n.invoice_id = c.credit_note_id
                                 where c.tenant_id = $1 and c.transfer_id = t.transfer_id))
                    order by t.position), '[]')
             from transfer t
             join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id
             join company k on k.tenant_id = $1 and k.company_id = i.company_id
            where t.tenant_id = $1 and t.transfer_file_id = f.transfer_file_id) as transfers
     from transfer_file f
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = f.billing_entity_id`
const selectFiles = statement(
  'purchases.list_transfer_files',
  `${files} where f.tenant_id = $1 order by f.created_at desc, f.transfer_file_id limit 100`,
)
const selectFile = statement(
  'purchases.find_transfer_file',
  `${files} where f.tenant_id = $1 and f.transfer_file_id = $2`,
)

/** A stored file. */
type FileRow = Omit<TransferFileFacts, 'transfers'> &
  Pick<TransferFile, 'status' | 'settled_at' | 'billing_entity_code' | 'created_by'> & {
    readonly transfers: readonly (TransferFileFacts['transfers'][number] &
      Pick<TransferFile['transfers'][number], 'invoice_id' | 'external_name' | 'company_name' | 'credits'>)[]
  }

/** The latest files, newest first. */
export async function listTransferFiles(tx: Tx): Promise<TransferFile[]> {
  return (await tx.query<FileRow>(selectFiles)).map(shownFile)
}

/** A file with its transfers; undefined when there is none. */
export async function findTransferFile(tx: Tx, id: string): Promise<FileRow | undefined> {
  return (await tx.query<FileRow>(selectFile, id))[0]
}

const selectFilesOf = statement(
  'purchases.list_transfer_files_of',
  `select f.transfer_file_id, replace(f.transfer_file_id::text, '-', '') as message_name, f.status,
          f.execution_day::text as execution_day, x.amount::text as amount
     from (
       select transfer_file_id, sum(amount) as amount from (
         select t.transfer_file_id, t.amount from transfer t where t.tenant_id = $1 and t.invoice_id = $2
         union all
         select c.transfer_file_id, c.amount from transfer_credit c where c.tenant_id = $1 and c.credit_note_id = $2
       ) rows group by transfer_file_id
     ) x
    cross join lateral (
       select * from transfer_file f where f.tenant_id = $1 and f.transfer_file_id = x.transfer_file_id offset 0
     ) f
    order by f.created_at, f.transfer_file_id`,
)

/** Files that contain a document, earliest first (PAYOUT-10). */
export async function listTransferFilesOf(tx: Tx, invoiceId: string): Promise<PurchaseRecord['transfer_files']> {
  const rows = await tx.query<PurchaseRecord['transfer_files'][number]>(selectFilesOf, invoiceId)
  return rows.map((row) => ({ ...row, amount: amountText(decimal(row.amount), 'EUR') }))
}

/** A file for display. */
export function shownFile(row: FileRow): TransferFile {
  const { transfer_file_id, billing_entity_code, status, execution_day, created_at, created_by, settled_at } = row
  return {
    ...{ transfer_file_id, billing_entity_code, status, execution_day, created_at, created_by, settled_at },
    ...{
      message_name: plainId(transfer_file_id),
      account: row.debtor.iban,
      total: sumOf(row.transfers),
      currency: 'EUR',
    },
    transfers: row.transfers.map(({ invoice_id, external_name, company_name, amount, credits }) => ({
      ...{ invoice_id, external_name, company_name, amount: amountText(decimal(amount), 'EUR') },
      credits: credits.map((one) => ({ ...one, amount: amountText(decimal(one.amount), 'EUR') })),
    })),
  }
}
