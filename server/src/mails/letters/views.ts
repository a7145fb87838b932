import type { Mail, MailDraft } from '@cartage/contract/mails/app/mails'
import type { MailKind } from '@cartage/contract/mails/app/templates'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { proofsOfDelivery } from '../../documents/transport.rules.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'
import { Problem } from '../../http/problem.ts'
import { carrierIdOfTrip } from '../../trips/standing/views.ts'
import type { Reachable } from './rules.ts'

/** Most e-mails shown for one record. */
const mostShown = 200

/** An e-mail as stored; its failure is not translated yet. */
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

/**
 * SQL: when the customer of an order was last notified of a delay, or is about to be; failed e-mails do not count.
 * @param order the expression of its id
 */
export const notifiedOf = (order: string) => `(select ${instant('d.created_at')} from mail d
    where d.tenant_id = $1 and d.order_id = ${order} and d.kind = 'DELAY' and d.status <> 'FAILED'
    order by d.created_at desc limit 1)`

/** An e-mail; undefined when it does not exist. */
export async function findMail(tx: Tx, id: string): Promise<ListedMail | undefined> {
  return (await tx.query<ListedMail>(selectOne, id))[0]
}

// E-mails of the order and of the trips of its stops.
const selectOfOrder = statement(
  'mails.list_mails_of_order',
  `select ${members} from mail m join company k on k.tenant_id = $1 and k.company_id = m.company_id
    where m.tenant_id = $1 and (m.order_id = $2 or m.trip_id in (
      select s.trip_id from trip_stop s where s.tenant_id = $1 and s.order_id = $2))
    order by m.created_at desc, m.mail_id limit ${mostShown}`,
)

/** E-mails of an order, latest first. */
export async function listMailsOfOrder(tx: Tx, orderId: string): Promise<ListedMail[]> {
  return await tx.query<ListedMail>(selectOfOrder, orderId)
}

const selectOfTrip = statement(
  'mails.list_mails_of_trip',
  `select ${members} from mail m join company k on k.tenant_id = $1 and k.company_id = m.company_id
    where m.tenant_id = $1 and m.trip_id = $2
    order by m.created_at desc, m.mail_id limit ${mostShown}`,
)

/** E-mails of a trip, latest first. */
export async function listMailsOfTrip(tx: Tx, tripId: string): Promise<ListedMail[]> {
  return await tx.query<ListedMail>(selectOfTrip, tripId)
}

const selectRecord = statement(
  'mails.find_record',
  `select exists (select from transport_order o where o.tenant_id = $1 and o.order_id = $2)
       or exists (select from trip t where t.tenant_id = $1 and t.trip_id = $2) as is_known`,
)

/** Whether an order or trip has this id. */
export async function isRecord(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query<{ is_known: boolean }>(selectRecord, id))[0]!.is_known
}

/** The company that receives an e-mail. */
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

/**
 * SQL: the stop at which an order was delivered, with its trip: the last delivery, else the last stop.
 * @param order the expression of its id
 */
export const deliveryOfOrder = (order: string) => `
  select s.stop_id, s.trip_id, coalesce(s.actual_end_at, s.actual_start_at) as ended_at,
         (select coalesce(l.display_name, l.name, l.city) from location l
           where l.tenant_id = $1 and l.location_id = s.location_id) as place
    from trip_stop s
    left join order_stop r on r.tenant_id = $1 and r.stop_id = s.stop_id
   where s.tenant_id = $1 and s.order_id = ${order} and s.status <> 'CANCELLED'
   order by r.role is not distinct from 'DELIVERY' desc, s.planned_start_at desc nulls last, s.stop_id limit 1`

const selectDeliverer = statement(
  'mails.find_deliverer',
  `select ${recipientMembers}
     from (${deliveryOfOrder('$2')}) d
     join trip t on t.tenant_id = $1 and t.trip_id = d.trip_id
     join company k on k.tenant_id = $1 and k.company_id = ${carrierIdOfTrip}`,
)

/**
 * Recipient of an e-mail: the customer of an order, the carrier that delivered it, or the carrier of a trip; undefined
 * without a carrier.
 */
export async function findRecipient(
  tx: Tx,
  { kind, order_id, trip_id }: { kind: MailKind; order_id: string | null; trip_id: string | null },
): Promise<Recipient | undefined> {
  const select = order_id === null ? selectCarrier : kind === 'PROOF_REQUEST' ? selectDeliverer : selectCustomer
  const [row] = await tx.query<Recipient>(select, order_id ?? trip_id)
  return row
}

const selectProof = statement(
  'mails.find_proof_facts',
  `select o.status = 'COMPLETED' as is_completed, s.stop_id, t.name as trip_name,
          (select string_agg(r.license_plate, ' / ' order by x.position)
             from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
            where x.tenant_id = $1 and x.trip_id = t.trip_id and r.license_plate <> '') as vehicle,
          p.state, p.reason
     from transport_order o
     left join lateral (${deliveryOfOrder('o.order_id')}) s on true
     left join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
     left join lateral (
       select v.state, v.reason
         from document d join document_review v on v.tenant_id = $1 and v.document_id = d.document_id
        where d.tenant_id = $1 and d.order_id = o.order_id and d.document_type = any ($3::text[])
        order by v.state = 'ACCEPTED' desc, v.reviewed_at desc limit 1
     ) p on true
    where o.tenant_id = $1 and o.order_id = $2`,
)

/** Data from which a proof of delivery is requested. */
export interface ProofFacts {
  is_completed: boolean
  /** Stop and trip of the delivery; null for an order that is on no trip. */
  stop_id: string | null
  trip_name: string | null
  vehicle: string | null
  /** Decision about its proofs so far: ACCEPTED when at least one was accepted. */
  state: 'ACCEPTED' | 'REJECTED' | null
  reason: string | null
}

/**
 * Data from which the proof of delivery of an order is requested.
 * @throws Problem not_found
 */
export async function findProofFacts(tx: Tx, orderId: string): Promise<ProofFacts> {
  const [row] = await tx.query<ProofFacts>(selectProof, orderId, proofsOfDelivery)
  if (!row) throw new Problem('not_found')
  return row
}

const selectRequested = statement(
  'mails.find_recent_proof_request',
  `select ${instant('m.created_at')} as at, ${nameOf('m.requested_by')} as by
     from mail m
    where m.tenant_id = $1 and m.order_id = $2 and m.kind = 'PROOF_REQUEST' and m.status <> 'FAILED'
      and m.created_at > now() - interval '24 hours'
    order by m.created_at desc limit 1`,
)

/** When the proof of an order was requested from a carrier within the last 24 hours, by the database clock. */
export async function findRecentRequest(tx: Tx, orderId: string): Promise<MailDraft['asked']> {
  return (await tx.query<NonNullable<MailDraft['asked']>>(selectRequested, orderId))[0] ?? null
}

const selectSender = statement(
  'mails.find_sender',
  `select t.name, s.locale,
          (select json_build_object('phone', nullif(b.contact ->> 'phone', ''), 'email', nullif(b.contact ->> 'email', ''))
             from billing_entity b where b.tenant_id = $1 and b.is_default and not b.is_archived) as shown
     from tenant t join tenant_setting s on s.tenant_id = $1 where t.tenant_id = $1`,
)

/** The organisation as sender. */
export interface Sender {
  name: string
  locale: string
  shown: { phone: string | null; email: string | null }
}

/** The organisation as sender of e-mails. */
export async function findSender(tx: Tx): Promise<Sender> {
  const [row] = await tx.query<Omit<Sender, 'shown'> & { shown: Sender['shown'] | null }>(selectSender)
  return { ...row!, shown: row!.shown ?? { phone: null, email: null } }
}

/** SQL: an e-mail `m` that failed or may have failed, not settled by a person and not sent again. */
export const mailNeedsPerson = `(m.status in ('FAILED', 'UNKNOWN') and m.finished_by is null
  and not exists (select from mail r where r.tenant_id = $1 and r.repeat_of = m.mail_id))`
