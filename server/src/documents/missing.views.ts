import type { OrderWithoutProof } from '@cartage/contract/messages/app/record'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { exactInstant, instant } from '../db/texts.ts'
import { proofsOfDelivery } from './transport.rules.ts'

const selectMissing = statement(
  'documents.list_missing_proofs',
  `select o.order_id, o.order_number, o.order_identifier, o.customer_reference_number,
          (select c.name from company c where c.tenant_id = $1 and c.company_id = o.company_id) as customer_name,
          ${instant('o.created_at')} as created_at,
          ${exactInstant('o.created_at')} as exact_at
     from transport_order o
    where o.tenant_id = $1 and o.status = 'COMPLETED' and (o.created_at, o.order_id) > ($2::timestamptz, $3::uuid)
      and not exists (
        select from document d
         where d.tenant_id = $1 and d.order_id = o.order_id and d.document_type = any ($4::text[]))
    order by o.created_at, o.order_id limit $5`,
)

/** An order in the list, with the instant it is at. */
export interface MissingProof extends OrderWithoutProof {
  exact_at: string
}

/** Completed orders without any kind of proof of delivery, oldest first, behind the given key. */
export async function listMissingProofs(
  tx: Tx,
  after: readonly [at: string, orderId: string] | undefined,
  limit: number,
): Promise<MissingProof[]> {
  const [at, id] = after ?? ['-infinity', '00000000-0000-0000-0000-000000000000']
  return tx.query<MissingProof>(selectMissing, at, id, proofsOfDelivery, limit)
}
