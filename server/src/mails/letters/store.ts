import type { Mail } from '@cartage/contract/mails/app/mails'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'

/** A stored e-mail. */
export interface MailRow extends Pick<Mail, 'mail_id' | 'kind' | 'order_id' | 'trip_id' | 'address' | 'language'> {
  company_id: string
  subject: string
  body: string
  status: Mail['status']
  failure: KeptSentence | null
  attempts: number
  has_repeat: boolean
}

/** An e-mail to insert. */
export type NewMail = Omit<MailRow, 'status' | 'failure' | 'attempts' | 'has_repeat'> & {
  repeat_of: string | null
  requested_by: string | null
  /** Sent by a rule, not requested by a person. */
  is_automatic?: boolean
}

const insertRow = statement(
  'mails.insert_mail',
  `insert into mail (tenant_id, mail_id, kind, order_id, trip_id, company_id, address, language, subject, body, repeat_of,
                     requested_by, is_automatic)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

/** Inserts an e-mail to send. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  const { mail_id, kind, order_id, trip_id, company_id, address, language, subject, body } = mail
  const { repeat_of, requested_by, is_automatic = false } = mail
  await tx.query(
    insertRow,
    ...[
      mail_id,
      kind,
      order_id,
      trip_id,
      company_id,
      address,
      language,
      subject,
      body,
      repeat_of,
      requested_by,
      is_automatic,
    ],
  )
}

const lockRow = statement(
  'mails.lock_mail',
  `select m.mail_id, m.kind, m.order_id, m.trip_id, m.company_id, m.address, m.language, m.subject, m.body, m.status,
          m.failure, m.attempts,
          exists (select from mail r where r.tenant_id = $1 and r.repeat_of = m.mail_id) as has_repeat
     from mail m where m.tenant_id = $1 and m.mail_id = $2 for update of m`,
)

/** An e-mail, locked until the transaction ends; undefined when it does not exist. */
export async function mailForUpdate(tx: Tx, id: string): Promise<MailRow | undefined> {
  return (await tx.query<MailRow>(lockRow, id))[0]
}

const startRow = statement(
  'mails.start_mail',
  `update mail set status = 'STARTED', failure = null, attempts = attempts + 1, started_at = now(), finished_at = null
    where tenant_id = $1 and mail_id = $2 and status = 'PENDING'`,
)

/** Marks an e-mail as started: until its result is written, it is unknown whether it was sent. */
export async function startMail(tx: Tx, id: string): Promise<void> {
  await tx.query(startRow, id)
}

/** New state of an e-mail. */
export interface MailProgress {
  status: Exclude<Mail['status'], 'STARTED'>
  failure: KeptSentence | null
  /** Id of the person who settled it. */
  finished_by?: string | null
}

const finishRow = statement(
  'mails.finish_mail',
  `update mail
      set status = $3, failure = $4::jsonb, finished_by = $5, finished_at = case when $3 = 'PENDING' then null else (select now()) end
    where tenant_id = $1 and mail_id = $2`,
)

/** Writes the result of a locked e-mail. */
export async function finishMail(tx: Tx, id: string, result: MailProgress): Promise<void> {
  const { status, failure, finished_by = null } = result
  await tx.query(finishRow, id, status, failure === null ? null : JSON.stringify(failure), finished_by)
}
