import { decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { loadTariff } from '../../rates/tariff.views.ts'
import type { RatingRow } from '../record/ratings.store.ts'
import { ratedAgain } from './explain.views.ts'

/** A charge that its kept facts do not give again. */
export interface UnrepeatableCharge {
  readonly entity_type: 'charge'
  readonly entity_id: string
  readonly detail: string
}

/** Ratings that were used last, of subjects that are not to be rated again, with the open charges they gave. */
const selectRatings = statement(
  'charges.ratings_to_recheck',
  `select r.subject_type, r.subject_id, r.side, r.phase, r.result, r.message, r.rate_version_id, r.rated_on::text as rated_on,
          r.currency, r.total::text as total, r.facts, r.shares, r.rating_group_id, c.charges
     from rating r
    cross join lateral (
      select json_agg(json_build_object('charge_id', c.charge_id, 'line_key', c.line_key, 'rated_amount', c.rated_amount::text)
                      order by c.charge_id) as charges
        from charge c
       where c.tenant_id = $1 and c.side = r.side and c.origin = 'RATED' and c.status = 'CREATED' and c.correction = 0
         and case r.subject_type when 'ORDER' then c.order_id else c.trip_id end = r.subject_id) c
    where r.tenant_id = $1 and r.rate_version_id is not null and c.charges is not null
      and not exists (select from rating_due d
                       where d.tenant_id = $1 and d.subject_type = r.subject_type and d.subject_id = r.subject_id)
    order by r.rated_at desc, r.subject_id
    limit $2`,
)

interface Rechecked extends RatingRow {
  charges: { charge_id: string; line_key: string | null; rated_amount: string | null }[]
}

/**
 * Rates again from the facts that are kept, with the version of the card that was used, and names the open charges whose
 * rated amount is not what comes out (CHECK-3).
 * @param most how many ratings, the last ones; null: all
 */
export async function findUnrepeatable(tx: Tx, most: number | null): Promise<UnrepeatableCharge[]> {
  const ratings = await tx.query<Rechecked>(selectRatings, most)
  if (ratings.length === 0) return []
  const tariff = await loadTariff(tx)
  const found: UnrepeatableCharge[] = []
  for (const { charges, ...rating } of ratings) {
    const { charges: given } = await ratedAgain(tx, rating, tariff)
    const amounts = new Map(given.map(({ key, amount }) => [key, amount]))
    // Charges that a cancelled order had stay, though rating no longer gives them (CHARGE-11).
    const keepsOthers = rating.facts.values['order.is_cancelled'] === true
    for (const { charge_id, line_key, rated_amount } of charges) {
      const again = amounts.get(line_key ?? '')
      if (again === undefined && keepsOthers) continue
      const amount = again ?? '0'
      if (rated_amount !== null && decimal(rated_amount).eq(decimal(amount))) continue
      const detail = `was rated with ${rated_amount ?? '–'}, and its facts give ${amount}`
      found.push({ entity_type: 'charge', entity_id: charge_id, detail })
    }
  }
  return found
}
