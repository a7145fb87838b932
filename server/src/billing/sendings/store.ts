import type { Sending, SendingStatus } from '@cartage/contract/billing/app/sending'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import type { Letter } from './letter.rules.ts'

export type SendingChannel = Sending['channel']

/** Content of a reminder, copied when it was requested. */
export interface Reminder {
  /** Name of the level. */
  name: string
  subject: string
  text: string
  /** Open amount of the invoice. */
  open: string
}

/** A stored sending. */
export interface SendingRow {
  sending_id: string
  invoice_id: string
  channel: SendingChannel
  address: string
  purpose: Sending['purpose']
  status: SendingStatus
  failure: KeptSentence | null
  attempts: number
  repeat_of: string | null
  finished_by: string | null
  reminder_level_id: string | null
  reminder: Reminder | null
  letter: Letter | null
  has_repeat: boolean
}

/** A sending to insert, PENDING by default. */
export interface NewSending {
  sending_id: string
  invoice_id: string
  channel: SendingChannel
  address: string
  purpose: Sending['purpose']
  status?: 'FAILED'
  failure?: KeptSentence
  repeat_of?: string
  /** Reminders only. */
  reminder_level_id?: string | null
  reminder?: Reminder | null
  /** Requests for a credit note only. */
  letter?: Letter | null
  requested_by?: string | null
}

const insertRows = statement(
  'billing.insert_sendings',
  `insert into invoice_sending (tenant_id, sending_id, invoice_id, channel, address, purpose, status, failure, is_repeat,
                                repeat_of, requested_by, finished_at, reminder_level_id, reminder,
                                letter)
   select $1, (n ->> 'sending_id')::uuid, (n ->> 'invoice_id')::uuid, n ->> 'channel', n ->> 'address', n ->> 'purpose',
          coalesce(n ->> 'status', 'PENDING'), n -> 'failure', n ->> 'repeat_of' is not null,
          (n ->> 'repeat_of')::uuid, n ->> 'requested_by', case when n ->> 'status' = 'FAILED' then now() end,
          (n ->> 'reminder_level_id')::uuid, case when n ->> 'reminder' is not null then n -> 'reminder' end,
          case when n ->> 'letter' is not null then n -> 'letter' end
     from jsonb_array_elements($2::jsonb) n
   returning tenant_id`,
)

/** Writes sendings. */
export async function insertSendings(tx: Tx, sendings: readonly NewSending[]): Promise<void> {
  if (sendings.length > 0) await tx.query(insertRows, JSON.stringify(sendings))
}

const lockRow = statement(
  'billing.lock_sending',
  `select s.sending_id, s.invoice_id, s.channel, s.address, s.purpose, s.status, s.failure, s.attempts, s.repeat_of,
          s.finished_by, s.reminder_level_id, s.reminder, s.letter,
          exists (select from invoice_sending r where r.tenant_id = $1 and r.repeat_of = s.sending_id) as has_repeat
     from invoice_sending s where s.tenant_id = $1 and s.sending_id = $2 for update of s`,
)

/** A sending, locked until the transaction ends; undefined when there is none. */
export async function sendingForUpdate(tx: Tx, id: string): Promise<SendingRow | undefined> {
  return (await tx.query<SendingRow>(lockRow, id))[0]
}

const startRow = statement(
  'billing.start_sending',
  `update invoice_sending
      set status = 'STARTED', failure = null, attempts = attempts + 1, started_at = now(), finished_at = null
    where tenant_id = $1 and sending_id = $2 and status = 'PENDING'`,
)

/** Marks a sending as started. Until a result is recorded, its outcome is uncertain. */
export async function startSending(tx: Tx, id: string): Promise<void> {
  await tx.query(startRow, id)
}

/** Next state of a sending. */
export interface SendingResult {
  status: Exclude<SendingStatus, 'STARTED'>
  failure: KeptSentence | null
  /** The person who recorded the result. */
  finished_by?: string | null
}

const finishRow = statement(
  'billing.finish_sending',
  `update invoice_sending
      set status = $3, failure = $4::jsonb, finished_by = $5, finished_at = case when $3 = 'PENDING' then null else (select now()) end
    where tenant_id = $1 and sending_id = $2`,
)

/** Records the result of a locked sending. */
export async function finishSending(tx: Tx, id: string, result: SendingResult): Promise<void> {
  const { status, failure, finished_by = null } = result
  await tx.query(finishRow, id, status, failure === null ? null : JSON.stringify(failure), finished_by)
}
