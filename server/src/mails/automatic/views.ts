import type { MailOrigin, MailRule } from '@cartage/contract/mails/app/automatic'
import { punctualityOf, type StopTimes } from '@cartage/contract/orders/app/lateness'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { stopTimesOfOrders } from '../../orders/stops/punctuality.views.ts'
import { carrierIdOfTrip } from '../../trips/standing/views.ts'
import { delayAction, type KnownDelay } from './rules.ts'

/** Most causes of one kind in one batch. */
const mostAtOnce = 200
/** No e-mails for orders and dispatches older than this. */
const longestDays = 7

/** The reason to send an e-mail. */
export interface Cause {
  cause_id: string
  order_id: string | null
  trip_id: string | null
  /** Minutes after the window; null unless it is about a delay. */
  late_minutes: number | null
  /** Address that was entered for the company; null for the contact with a matching role. */
  address: string | null
}

/** Whether a company `k` receives an e-mail of a kind: its own choice, else that of the organisation. */
const isWanted = (kind: string, company: string, isOn: string) => `coalesce(
  (select h.is_on from mail_choice h where h.tenant_id = $1 and h.company_id = ${company} and h.kind = '${kind}'), ${isOn})`
const addressOf = (kind: string, company: string) =>
  `(select h.address from mail_choice h where h.tenant_id = $1 and h.company_id = ${company} and h.kind = '${kind}')`
const isNew = (kind: string, id: string) =>
  `not exists (select from mail_cause x where x.tenant_id = $1 and x.kind = '${kind}' and x.cause_id = ${id})`
/** Origin of an order, by the actor who created it. */
const originOf = `(select case a.actor_kind when 'user' then 'SCREEN' when 'link' then 'PORTAL' else 'API' end
   from audit_record a
  where a.tenant_id = $1 and a.entity_type = 'order' and a.entity_id = o.order_id::text
  order by a.sequence limit 1)`

const selectConfirmations = statement(
  'mails.list_due_confirmations',
  `select o.order_id as cause_id, o.order_id, null::uuid as trip_id, null::int as late_minutes,
          ${addressOf('ORDER_CONFIRMATION', 'o.company_id')} as address
     from transport_order o
    where o.tenant_id = $1 and o.created_at > '-infinity'
      and o.created_at >= greatest($2::timestamptz, $5::timestamptz - interval '${longestDays} days')
      and o.status in ('TO_PLAN', 'PLANNED', 'IN_PROGRESS')
      and ${isNew('ORDER_CONFIRMATION', 'o.order_id')}
      and ${isWanted('ORDER_CONFIRMATION', 'o.company_id', '$3::boolean')}
      and coalesce(${originOf}, 'API') = any ($4::text[])
    order by o.created_at desc limit ${mostAtOnce}`,
)

/** Accepted orders whose customers are to be written to. @param since instant */
export async function dueConfirmations(tx: Tx, rule: RuleNow<MailOrigin>): Promise<Cause[]> {
  return await tx.query<Cause>(selectConfirmations, rule.since, rule.is_on, rule.origins, rule.now)
}

/** A rule with its start and the current time. */
export interface RuleNow<Origin = MailOrigin> extends Pick<MailRule, 'is_on' | 'late_minutes'> {
  origins: readonly Origin[]
  /** Earlier causes are left out. */
  since: Date | string
  now: Date
}

// A carrier receives the trip on its first dispatch, or on its first link without a message.
const selectDispatches = statement(
  'mails.list_due_dispatches',
  `select c.cause_id, null::uuid as order_id, c.trip_id, null::int as late_minutes,
          ${addressOf('DISPATCH', 'c.company_id')} as address
     from (
       select t.trip_id, ${carrierIdOfTrip} as company_id, s.cause_id, s.partner_id, s.at
         from trip t
         cross join lateral (
           select r.event_id as cause_id, d.partner_id, r.made_at as at
             from dispatch d
             join dispatch_revision r
               on r.tenant_id = $1 and r.dispatch_id = d.dispatch_id and r.operation = 'CREATE'
            where d.tenant_id = $1 and d.trip_id = t.trip_id and d.subject_type = 'TRIP' and d.is_open
           union all
           select k.door_link_id, k.company_id, k.created_at
             from door_link k
            where k.tenant_id = $1 and k.trip_id = t.trip_id and k.door = 'CARRIER' and k.revoked_at is null
              and not exists (
                select from dispatch d
                 where d.tenant_id = $1 and d.trip_id = t.trip_id and d.subject_type = 'TRIP' and d.is_open
                   and d.partner_id = k.company_id)
              and not exists (
                select from door_link e
                 where e.tenant_id = $1 and e.trip_id = k.trip_id and e.company_id = k.company_id and e.door = 'CARRIER'
                   and (e.created_at, e.door_link_id) < (k.created_at, k.door_link_id))
         ) s
        where t.tenant_id = $1 and t.created_at > '-infinity' and t.status in ('PLANNED', 'IN_PROGRESS')
          and t.starts_at > $4::timestamptz - interval '1 day' and t.starts_at < $4::timestamptz + interval '30 days'
     ) c
    where c.company_id = c.partner_id and c.at >= greatest($2::timestamptz, $4::timestamptz - interval '${longestDays} days')
      and ${isNew('DISPATCH', 'c.cause_id')}
      and ${isWanted('DISPATCH', 'c.company_id', '$3::boolean')}
    order by c.at limit ${mostAtOnce}`,
)

/** Dispatches and links of trips whose carriers are due an e-mail. */
export async function dueDispatches(tx: Tx, rule: RuleNow): Promise<Cause[]> {
  return await tx.query<Cause>(selectDispatches, rule.since, rule.is_on, rule.now)
}

interface Watched {
  order_id: string
  address: string | null
}

const selectWatched = statement(
  'mails.list_orders_underway',
  `select distinct o.order_id, ${addressOf('DELAY', 'o.company_id')} as address
     from trip t
     join trip_stop s on s.tenant_id = $1 and s.trip_id = t.trip_id and s.order_id is not null
     join transport_order o on o.tenant_id = $1 and o.order_id = s.order_id and o.status in ('PLANNED', 'IN_PROGRESS')
    where t.tenant_id = $1 and t.status in ('PLANNED', 'IN_PROGRESS')
      and t.ends_at > $3::timestamptz - interval '2 days' and t.starts_at < $3::timestamptz + interval '1 day'
      and ${isWanted('DELAY', 'o.company_id', '$2::boolean')}`,
)
const selectKnown = statement(
  'mails.list_known_delays',
  `select cause_id, late_minutes, cleared_at is not null as is_cleared from mail_cause
    where tenant_id = $1 and kind = 'DELAY' and cause_id = any ($2::uuid[])`,
)

/** Current delays: stops whose customers are due an e-mail, and stops that are in time again. */
export async function dueDelays(tx: Tx, rule: RuleNow): Promise<{ due: Cause[]; cleared: string[] }> {
  const watched = await tx.query<Watched>(selectWatched, rule.is_on, rule.now)
  const addresses = new Map(watched.map((one) => [one.order_id, one.address]))
  const stops = (await stopTimesOfOrders(tx, [...addresses.keys()])).filter(isAhead)
  const ids = stops.map(({ stop_id }) => stop_id)
  const rows = await tx.query<KnownDelay & { cause_id: string }>(selectKnown, ids)
  const known = new Map(rows.map((row) => [row.cause_id, row]))
  const due: Cause[] = []
  const cleared: string[] = []
  for (const stop of stops) {
    const verdict = punctualityOf(stop, rule.now.getTime())
    const minutes = verdict !== null && verdict.basis !== 'FACT' ? Math.max(0, verdict.minutes) : 0
    const action = delayAction(known.get(stop.stop_id), minutes, rule.late_minutes)
    if (action === 'CLEAR') cleared.push(stop.stop_id)
    if (action !== 'SEND') continue
    const { stop_id: cause_id, order_id } = stop
    due.push({ cause_id, order_id, trip_id: null, late_minutes: minutes, address: addresses.get(order_id!) ?? null })
  }
  return { due: due.slice(0, mostAtOnce), cleared }
}

/** Only an estimated arrival counts: customers already know the plan. */
function isAhead({ eta_start_at, status }: StopTimes): boolean {
  return eta_start_at !== null && status !== 'AT_STOP' && status !== 'COMPLETED'
}
