import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** The copies of references that stops are found by. */
export interface StopReferences {
  stop_id: string
  reference_number: string | null
  consignment_reference: string | null
}

const updateReferences = statement(
  'orders.update_stop_references',
  `update order_stop s set reference_number = t.reference_number, consignment_reference = t.consignment_reference
     from unnest($2::uuid[], $3::text[], $4::text[]) as t (stop_id, reference_number, consignment_reference)
    where s.tenant_id = $1 and s.stop_id = any($2::uuid[]) and s.stop_id = t.stop_id
      and (s.reference_number is distinct from t.reference_number
           or s.consignment_reference is distinct from t.consignment_reference)`,
)

/** Brings the copies of references up to the document; the order is locked. */
export async function updateStopReferences(tx: Tx, stops: readonly StopReferences[]): Promise<void> {
  await tx.query(
    updateReferences,
    stops.map(({ stop_id }) => stop_id),
    stops.map(({ reference_number }) => reference_number),
    stops.map(({ consignment_reference }) => consignment_reference),
  )
}
