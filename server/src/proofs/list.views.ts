import type { OrderWithoutProof } from '@cartage/contract/proofs/app'
import { sql } from 'kysely'
import { type Condition, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import { instant } from '../db/texts.ts'
import { proofsOfDelivery } from '../documents/transport.rules.ts'
import { deliveryOfOrder } from '../mails/letters/views.ts'
import { carrierIdOfTrip } from '../trips/standing/views.ts'

/** Filter: orders without a proof, or with one that waits for review. */
export interface ProofFilters {
  state: 'WITHOUT' | 'TO_REVIEW'
}

// A proof that waits for review precedes rejected ones.
const selectRows = statement(
  'proofs.list_rows',
  `select o.order_id, o.order_number, o.order_identifier, o.customer_reference_number,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name,
          ${instant('o.created_at')} as created_at,
          case when p.document_id is null then 'MISSING' when p.state = 'REJECTED' then 'REJECTED' else 'TO_REVIEW' end as state,
          p.document_id, p.name as document_name, p.reason,
          ${instant('s.ended_at')} as delivered_at, s.place,
          t.trip_id, t.name as trip_name,
          (select k.name from company k where k.tenant_id = $1 and k.company_id = ${carrierIdOfTrip}) as carrier_name,
          (select r.name from trip_resource x join resource r on r.tenant_id = $1 and r.resource_id = x.resource_id
            where x.tenant_id = $1 and x.trip_id = t.trip_id and r.resource_type = 'DRIVER'
            order by x.position limit 1) as driver_name,
          ${instant('m.created_at')} as asked_at,
          (select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = m.requested_by) as asked_by
     from transport_order o
     left join lateral (
       select d.document_id, d.name, v.state, v.reason
         from document d
         left join document_review v on v.tenant_id = $1 and v.document_id = d.document_id
        where d.tenant_id = $1 and d.order_id = o.order_id and d.document_type = any ($3::text[])
        order by v.state is not null, d.created_at desc, d.document_id limit 1
     ) p on true
     left join lateral (${deliveryOfOrder('o.order_id')}) s on true
     left join trip t on t.tenant_id = $1 and t.trip_id = s.trip_id
     left join lateral (
       select q.created_at, q.requested_by from mail q
        where q.tenant_id = $1 and q.order_id = o.order_id and q.kind = 'PROOF_REQUEST' and q.status <> 'FAILED'
        order by q.created_at desc limit 1
     ) m on true
    where o.tenant_id = $1 and o.order_id = any ($2::uuid[])`,
)

// The limit makes PostgreSQL use the index of the order, however many documents there are.
const proofWith = (condition: Condition) =>
  build
    .selectFrom('document as d')
    .leftJoin('document_review as v', 'v.document_id', 'd.document_id')
    .select('d.document_id')
    .where(sql<boolean>`d.order_id = o.order_id and d.document_type = any(${proofsOfDelivery}::text[])`)
    .where(condition)
    .limit(sql.lit(1))
const usable = proofWith(sql<boolean>`v.state is distinct from 'REJECTED'`)
const waiting = proofWith(sql<boolean>`v.state is null`)
const accepted = proofWith(sql<boolean>`v.state = 'ACCEPTED'`)

/**
 * Completed orders whose proof of delivery is not accepted, oldest first (DOC-9): without a valid proof, or with one
 * that waits for review.
 */
export const missingProofs = new List<ProofFilters, never, OrderWithoutProof>({
  from: 'transport_order as o',
  id: 'o.order_id',
  always: sql<boolean>`o.status = 'COMPLETED'`,
  filters: {
    state: (state) =>
      state === 'WITHOUT'
        ? sql<boolean>`${usable} is null`
        : sql<boolean>`${waiting} is not null and ${accepted} is null`,
  },
  sorts: {},
  walk: [up('o.created_at', 'timestamptz'), up('o.order_id', 'uuid')],
  read: (tx, ids) => tx.query<OrderWithoutProof>(selectRows, ids, proofsOfDelivery),
  idOf: (order) => order.order_id,
})
