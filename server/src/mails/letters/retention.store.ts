import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** Old e-mails that need no person any more. */
const isOld = `m.created_at < now() - make_interval(days => $2) and m.body <> ''
      and (m.status = 'SENT' or m.finished_by is not null)`

const countOld = statement(
  'mails.count_old',
  `select count(*)::integer as rows from (select from mail m where m.tenant_id = $1 and ${isOld} limit $3) x`,
)

/** E-mails older than `days` that still have their text, counted up to `most`. */
export async function countOldMails(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query<{ rows: number }>(countOld, days, most))[0]!.rows
}

const selectOld = statement(
  'mails.select_old',
  `select m.mail_id from mail m where m.tenant_id = $1 and ${isOld} and m.mail_id <> all ($4::uuid[]) limit $3`,
)

/** @param left ids of old e-mails to skip; at most `most` others are returned */
export async function findOldMails(tx: Tx, days: number, most: number, left: readonly string[]): Promise<string[]> {
  return (await tx.query<{ mail_id: string }>(selectOld, days, most, left)).map(({ mail_id }) => mail_id)
}

const eraseOld = statement(
  'mails.erase_old',
  `update mail m set address = '', subject = '', body = ''
    where m.tenant_id = $1 and m.mail_id = any ($3::uuid[]) and ${isOld} returning m.mail_id`,
)

/** @returns number of old e-mails without address and text now; that they were sent, when and about what stays */
export async function eraseOldMails(tx: Tx, days: number, ids: readonly string[]): Promise<number> {
  return (await tx.query(eraseOld, days, ids)).length
}

const eraseAddress = statement(
  'mails.erase_address',
  `with gone as (
     update mail m set address = '', subject = '', body = ''
      where m.tenant_id = $1 and lower(m.address) = lower($2) and (m.status = 'SENT' or m.finished_by is not null) returning 1)
   select count(*)::integer as rows from gone`,
)
const eraseChoice = statement(
  'mails.erase_choice',
  'update mail_choice set address = null where tenant_id = $1 and lower(address) = lower($2)',
)

/** Erases e-mails to one address, and the choice to send to it. @returns how many e-mails */
export async function eraseMailsTo(tx: Tx, address: string): Promise<number> {
  const [rows] = await Promise.all([tx.query<{ rows: number }>(eraseAddress, address), tx.query(eraseChoice, address)])
  return rows[0]!.rows
}
