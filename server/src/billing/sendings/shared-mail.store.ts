import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectKnown = statement(
  'billing.is_known_address',
  `select exists (select from company_contact k
                   where k.tenant_id = $1 and (k.email = $2 or k.email = $3) and not k.is_archived)
       or exists (select from company c
                   where c.tenant_id = $1 and (c.doc ->> 'email' = $2 or c.doc ->> 'email' = $3) and not c.is_archived)
       or exists (select from app_user u where u.tenant_id = $1 and u.email = $3)
       or exists (select from mail_choice m where m.tenant_id = $1 and (m.address = $2 or m.address = $3))
       or exists (select from billing_preference p
                   where p.tenant_id = $1
                     and (p.doc -> 'channels') @> jsonb_build_array(jsonb_build_object('address', $2::text)))
       as is_known`,
)

/** Whether an address belongs to a company, a contact or a user of the tenant, as entered or in lower case. */
export async function isKnownAddress(tx: Tx, address: string): Promise<boolean> {
  const [row] = await tx.query<{ is_known: boolean }>(selectKnown, address, address.toLowerCase())
  return row!.is_known
}

const addMail = statement(
  'billing.count_mail',
  `insert into mail_day as d (tenant_id, day, mails) values ($1, (now() at time zone 'UTC')::date, 1)
   on conflict (tenant_id, day) do update set mails = d.mails + 1 where d.mails < $2
   returning mails`,
)
const deleteOldDays = statement(
  'billing.delete_old_mail_days',
  `delete from mail_day where tenant_id = $1 and day < (now() at time zone 'UTC')::date - 2`,
)

/**
 * Counts an e-mail of today.
 * @returns the new count; 0 if the maximum was reached
 */
export async function countMail(tx: Tx, most: number): Promise<number> {
  const [row] = await tx.query<{ mails: number }>(addMail, most)
  await tx.query(deleteOldDays)
  return row?.mails ?? 0
}
