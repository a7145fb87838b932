import type { OrderWithoutProof } from '@cartage/contract/messages/app/record'
import { sql } from 'kysely'
import { up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { build } from '../db/query.ts'
import { statement } from '../db/statement.ts'
import { instant } from '../db/texts.ts'
import { proofsOfDelivery } from './transport.rules.ts'

const selectRows = statement(
  'documents.list_missing_proofs',
  `select o.order_id, o.order_number, o.order_identifier, o.customer_reference_number,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name,
          ${instant('o.created_at')} as created_at
     from transport_order o where o.tenant_id = $1 and o.order_id = any ($2::uuid[])`,
)

// The limit keeps the look-up at the key of the order, however many documents there are.
const proof = build
  .selectFrom('document as d')
  .select('d.document_id')
  .where(sql<boolean>`d.order_id = o.order_id and d.document_type = any(${proofsOfDelivery}::text[])`)
  .limit(sql.lit(1))

/** Completed orders without any kind of proof of delivery, oldest first. */
export const missingProofs = new List<object, never, OrderWithoutProof>({
  from: 'transport_order as o',
  id: 'o.order_id',
  always: sql<boolean>`o.status = 'COMPLETED' and ${proof} is null`,
  filters: {},
  sorts: {},
  walk: [up('o.created_at', 'timestamptz'), up('o.order_id', 'uuid')],
  read: (tx, ids) => tx.query<OrderWithoutProof>(selectRows, ids),
  idOf: (order) => order.order_id,
})
