import type { ChargeEvidence } from '@cartage/contract/charges/app/evidence'
import { actorName } from '../../audit/views.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { survivorOf } from '../../locations/views.ts'
import { tripStopOf } from '../../orders/stops/times.views.ts'

const selectStops = statement(
  'charges.evidence_stops',
  `select s.stop_id, s.stop_id is not distinct from $3::uuid as is_subject, s.activity,
          concat_ws(', ', l.name, l.city) as place, l.latitude::float8 as latitude, l.longitude::float8 as longitude,
          s.requested_date::text as requested_date, to_char(s.window_start, 'HH24:MI') as window_start,
          to_char(s.window_end, 'HH24:MI') as window_end, ${instant('t.planned_start_at')} as planned_start_at,
          ${instant('t.actual_start_at')} as actual_start_at, ${instant('t.actual_end_at')} as actual_end_at,
          t.trip_id, p.name as trip_name, v.resource_id as vehicle_id, v.name as vehicle_name
     from order_stop s
     cross join lateral (select * from location f where f.tenant_id = $1 and f.location_id = s.location_id limit 1) w
     cross join lateral (select * from location f where f.tenant_id = $1 and f.location_id = ${survivorOf('w')} limit 1) l
     ${tripStopOf('s')}
     left join trip p on p.tenant_id = $1 and p.trip_id = t.trip_id
     left join lateral (
       select r.resource_id, r.name from trip_resource k
         join resource r on r.tenant_id = $1 and r.resource_id = k.resource_id
        where k.tenant_id = $1 and k.trip_id = t.trip_id and r.resource_type in ('TRACTOR', 'TRUCK', 'VAN')
        order by k.position limit 1) v on true
    where s.tenant_id = $1 and s.order_id = $2 order by s.sequence`,
)

const selectHistory = statement(
  'charges.evidence_history',
  `select ${instant('r.at')} as at,
          coalesce(${actorName}, case when r.actor_kind <> 'system' then r.actor_kind end) as by,
          r.changes #>> '{approval,after}' as approval, r.changes #>> '{charge_status,after}' as status,
          r.changes #>> '{amount,after}' as amount,
          coalesce(r.changes #>> '{decision,after,comment}', r.changes #>> '{reason,after}',
                   r.changes #>> '{override,after,amount,reason}') as comment
     from audit_record r
    where r.tenant_id = $1 and r.entity_type = 'charge' and r.entity_id = $2
    order by r.sequence desc limit 100`,
)

const selectSubject = statement(
  'charges.evidence_subject',
  'select c.order_id, c.stop_id, c.currency, c.side from charge c where c.tenant_id = $1 and c.charge_id = $2',
)

interface Subject {
  order_id: string | null
  stop_id: string | null
  currency: string
  side: 'SALES' | 'COST'
}

/** Evidence for the amount of a charge; undefined if the charge is unknown, or a cost the reader may not see. */
export async function findChargeEvidence(
  tx: Tx,
  chargeId: string,
  { seesCosts }: { seesCosts: boolean },
): Promise<ChargeEvidence | undefined> {
  const [subject] = await tx.query<Subject>(selectSubject, chargeId)
  if (!subject || (subject.side === 'COST' && !seesCosts)) return undefined
  const { order_id, stop_id, currency } = subject
  const [stops, history] = await Promise.all([
    order_id === null ? [] : tx.query<ChargeEvidence['stops'][number]>(selectStops, order_id, stop_id),
    tx.query<ChargeEvidence['history'][number]>(selectHistory, chargeId),
  ])
  const rounded = (amount: string | null) => (amount === null ? null : amountText(decimal(amount), currency))
  return { stops, history: history.map((entry) => ({ ...entry, amount: rounded(entry.amount) })) }
}
