import type { Mail } from '@cartage/contract/mails/app/mails'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import type { Reachable } from './rules.ts'

/** Most e-mails of one record that are shown. */
const mostShown = 200

/** An e-mail as it is read; why it failed is a sentence still. */
export type ListedMail = Omit<Mail, 'failure'> & { failure: KeptSentence | null }

const nameOf = (of: string) => `(select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = ${of})`

const members = `m.mail_id, m.kind, m.order_id, m.trip_id, k.name as company_name, m.address, m.language, m.subject, m.body,
          m.status, m.failure, m.attempts,
          exists (select from mail r where r.tenant_id = $1 and r.repeat_of = m.mail_id) as has_repeat,
          m.is_automatic, ${nameOf('m.requested_by')} as requested_by, ${instant('m.created_at')} as created_at,
          ${instant('m.finished_at')} as finished_at, ${nameOf('m.finished_by')} as finished_by`

const selectOne = statement(
  'mails.find_mail',
  `select ${members} from mail m join company k on k.tenant_id = $1 and k.company_id = m.company_id
    where m.tenant_id = $1 and m.mail_id = $2`,
)

/** An e-mail; undefined when there is none. */
export async function findMail(tx: Tx, id: string): Promise<ListedMail | undefined> {
  return (await tx.query<ListedMail>(selectOne, id))[0]
}

// Of the order, and of the trips that its stops are on.
const selectOfOrder = statement(
  'mails.list_mails_of_order',
  `select ${members} from mail m join company k on k.tenant_id = $1 and k.company_id = m.company_id
    where m.tenant_id = $1 and (m.order_id = $2 or m.trip_id in (
      select s.trip_id from trip_stop s where s.tenant_id = $1 and s.order_id = $2))
    order by m.created_at desc, m.mail_id limit ${mostShown}`,
)

/** E-mails of an order, the latest first. */
export async function listMailsOfOrder(tx: Tx, orderId: string): Promise<ListedMail[]> {
  return await tx.query<ListedMail>(selectOfOrder, orderId)
}

const selectOfTrip = statement(
  'mails.list_mails_of_trip',
  `select ${members} from mail m join company k on k.tenant_id = $1 and k.company_id = m.company_id
    where m.tenant_id = $1 and m.trip_id = $2
    order by m.created_at desc, m.mail_id limit ${mostShown}`,
)

/** E-mails of a trip, the latest first. */
export async function listMailsOfTrip(tx: Tx, tripId: string): Promise<ListedMail[]> {
  return await tx.query<ListedMail>(selectOfTrip, tripId)
}

const selectRecord = statement(
  'mails.find_record',
  `select exists (select from transport_order o where o.tenant_id = $1 and o.order_id = $2)
       or exists (select from trip t where t.tenant_id = $1 and t.trip_id = $2) as is_known`,
)

/** Whether there is an order or trip with this id. */
export async function isRecord(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query<{ is_known: boolean }>(selectRecord, id))[0]!.is_known
}

/** The company that an e-mail is for. */
export interface Recipient extends Reachable {
  company_id: string
  name: string
  locale: string | null
}

const recipientMembers = `k.company_id, k.name, k.doc ->> 'locale' as locale, nullif(k.doc ->> 'email', '') as email,
          (select json_agg(json_build_object('email', c.email, 'roles', c.roles) order by c.position)
             from company_contact c where c.tenant_id = $1 and c.company_id = k.company_id and not c.is_archived) as contacts`

const selectCustomer = statement(
  'mails.find_customer',
  `select ${recipientMembers} from transport_order o join company k on k.tenant_id = $1 and k.company_id = o.company_id
    where o.tenant_id = $1 and o.order_id = $2`,
)
const selectCarrier = statement(
  'mails.find_carrier',
  `select ${recipientMembers} from trip t join company k on k.tenant_id = $1 and k.company_id = t.subcontractor_id
    where t.tenant_id = $1 and t.trip_id = $2`,
)

/** The customer of an order, or the carrier of a trip; undefined when no carrier drives it. */
export async function findRecipient(
  tx: Tx,
  { order_id, trip_id }: { order_id: string | null; trip_id: string | null },
): Promise<Recipient | undefined> {
  const [row] = await tx.query<Recipient>(order_id === null ? selectCarrier : selectCustomer, order_id ?? trip_id)
  return row
}

const selectSender = statement(
  'mails.find_sender',
  `select t.name, s.locale,
          (select json_build_object('phone', nullif(b.contact ->> 'phone', ''), 'email', nullif(b.contact ->> 'email', ''))
             from billing_entity b where b.tenant_id = $1 and b.is_default and not b.is_archived) as shown
     from tenant t join tenant_setting s on s.tenant_id = $1 where t.tenant_id = $1`,
)

/** Who writes. */
export interface Sender {
  name: string
  locale: string
  shown: { phone: string | null; email: string | null }
}

/** The organisation as e-mails show it. */
export async function findSender(tx: Tx): Promise<Sender> {
  const [row] = await tx.query<Omit<Sender, 'shown'> & { shown: Sender['shown'] | null }>(selectSender)
  return { ...row!, shown: row!.shown ?? { phone: null, email: null } }
}

/** An e-mail `m` that failed or may have, which no person has decided and none has sent again: a person has to look at it. */
export const mailNeedsPerson = `(m.status in ('FAILED', 'UNKNOWN') and m.finished_by is null
  and not exists (select from mail r where r.tenant_id = $1 and r.repeat_of = m.mail_id))`
