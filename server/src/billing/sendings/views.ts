import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { SendingRow } from './store.ts'

const selectPending = statement(
  'billing.pending_sendings',
  `select sending_id from invoice_sending
    where tenant_id = $1 and invoice_id = $2 and status = 'PENDING' order by created_at, sending_id`,
)

/** Sendings of a document that are not started. */
export async function pendingSendings(tx: Tx, invoiceId: string): Promise<string[]> {
  const rows = await tx.query<{ sending_id: string }>(selectPending, invoiceId)
  return rows.map(({ sending_id }) => sending_id)
}

const selectSame = statement(
  'billing.was_sent_to',
  `select exists (select from invoice_sending
     where tenant_id = $1 and invoice_id = $2 and channel = $3 and lower(address) = lower($4) and purpose = 'DOCUMENT')
     as was_sent`,
)

/** Whether a document has a sending to an address, whatever its result. */
export async function wasSentTo(tx: Tx, invoiceId: string, channel: string, address: string): Promise<boolean> {
  return (await tx.query<{ was_sent: boolean }>(selectSame, invoiceId, channel, address))[0]!.was_sent
}

const selectDocument = statement(
  'billing.sendings_of_document',
  `select s.sending_id, s.channel, s.status,
          exists (select from invoice_sending r where r.tenant_id = $1 and r.repeat_of = s.sending_id) as has_repeat
     from invoice_sending s where s.tenant_id = $1 and s.invoice_id = $2 and s.purpose = 'DOCUMENT'
    order by s.created_at desc, s.sending_id desc`,
)

/** Sendings of the document itself without reminders, latest first. */
export async function sendingsOfDocument(
  tx: Tx,
  invoiceId: string,
): Promise<Pick<SendingRow, 'sending_id' | 'channel' | 'status' | 'has_repeat'>[]> {
  return await tx.query(selectDocument, invoiceId)
}

const selectIds = statement(
  'billing.sendings_of_invoice',
  `select sending_id from invoice_sending where tenant_id = $1 and invoice_id = $2
    order by created_at desc, sending_id desc`,
)

/** Ids of the sendings of a document, latest first. */
export async function sendingsOf(tx: Tx, invoiceId: string): Promise<string[]> {
  return (await tx.query<{ sending_id: string }>(selectIds, invoiceId)).map(({ sending_id }) => sending_id)
}

const selectAccessPoint = statement(
  'billing.find_access_point',
  `select subscription_id from subscription where tenant_id = $1 and purpose = 'ACCESS_POINT'`,
)

/** Endpoint of the access point; undefined if none is configured. */
export async function findAccessPoint(tx: Tx): Promise<string | undefined> {
  return (await tx.query<{ subscription_id: string }>(selectAccessPoint))[0]?.subscription_id
}
