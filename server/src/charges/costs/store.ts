import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { CostShare } from './shares.rules.ts'

// Shares in closed months stay: they belong neither to these charges nor to withdrawn ones.
const deleteShares = statement(
  'charges.delete_shares',
  `delete from cost_share s
    using charge c
    where s.tenant_id = $1 and c.tenant_id = $1 and c.charge_id = s.charge_id and c.trip_id = any($2::uuid[])
      and (c.status in ('DO_NOT_INVOICE', 'WITHDRAWN') or s.charge_id = any($3::uuid[]))
      and not exists (select from unnest($4::uuid[], $5::uuid[]) as k (charge_id, order_id)
                       where k.charge_id = s.charge_id and k.order_id = s.order_id)`,
)

const writeShares = statement(
  'charges.write_shares',
  `insert into cost_share as s (tenant_id, charge_id, order_id, amount, measure)
   select $1, t.charge_id, t.order_id, t.amount, t.measure
     from unnest($2::uuid[], $3::uuid[], $4::numeric[], $5::text[]) as t (charge_id, order_id, amount, measure)
   on conflict (tenant_id, charge_id, order_id) do update
      set amount = excluded.amount, measure = excluded.measure
    where (s.amount, s.measure) is distinct from (excluded.amount, excluded.measure)
   returning tenant_id`,
)

/** Replaces the shares of these trip costs. Unchanged ones are not written. */
export async function replaceShares(
  tx: Tx,
  tripIds: readonly string[],
  chargeIds: readonly string[],
  shares: readonly CostShare[],
): Promise<void> {
  const ids = shares.map(({ charge_id }) => charge_id)
  const orders = shares.map(({ order_id }) => order_id)
  await tx.query(deleteShares, tripIds, chargeIds, ids, orders)
  if (shares.length === 0) return
  await tx.query(
    writeShares,
    ids,
    orders,
    shares.map(({ amount }) => amount),
    shares.map(({ measure }) => measure),
  )
}
