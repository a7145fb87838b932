import { msg, type Sentence } from '@cartage/contract/message'
import { decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { loadTariff } from '../../rates/tariff.views.ts'
import type { RatingRow } from '../record/ratings.store.ts'
import { ratedAgain } from './explain.views.ts'

/** A charge that its stored facts do not reproduce. */
export interface UnrepeatableCharge {
  readonly entity_type: 'charge'
  readonly entity_id: string
  readonly detail: Sentence
}

const open = "c.origin = 'RATED' and c.status = 'CREATED' and c.correction = 0"

/**
 * Last ratings of subjects that are not due for rating, with their open charges. Ids are sorted first, so that only
 * charges of the requested ratings are read.
 */
const selectRatings = statement(
  'charges.ratings_to_recheck',
  `with last as (
     select r.subject_type, r.subject_id, r.side, c.charges
       from (select r.subject_type, r.subject_id, r.side
               from rating r
              where r.tenant_id = $1 and r.rate_version_id is not null
                and not exists (select from rating_due d
                                 where d.tenant_id = $1 and d.subject_type = r.subject_type and d.subject_id = r.subject_id)
              order by r.rated_at desc, r.subject_id) r
      cross join lateral (
        select json_agg(json_build_object('charge_id', c.charge_id, 'line_key', c.line_key, 'rated_amount', c.rated_amount::text)
                        order by c.charge_id) as charges
          from (select c.* from charge c
                 where c.tenant_id = $1 and r.subject_type = 'ORDER' and c.order_id = r.subject_id and c.side = r.side and ${open}
                union all
                select c.* from charge c
                 where c.tenant_id = $1 and r.subject_type = 'TRIP' and c.trip_id = r.subject_id and c.side = r.side and ${open}) c) c
      where c.charges is not null
      limit $2
   )
   select r.subject_type, r.subject_id, r.side, r.phase, r.result, r.message, r.rate_version_id, r.rated_on::text as rated_on,
          r.currency, r.total::text as total, r.facts, r.shares, r.rating_group_id, last.charges
     from last
     join rating r on r.tenant_id = $1 and r.subject_type = last.subject_type and r.subject_id = last.subject_id
      and r.side = last.side
    order by r.rated_at desc, r.subject_id`,
)

interface Rechecked extends RatingRow {
  charges: { charge_id: string; line_key: string | null; rated_amount: string | null }[]
}

/**
 * Recalculates ratings from stored facts with the card version used, and returns open charges whose rated amount
 * differs (CHECK-3).
 * @param most number of ratings, latest first; null: all
 */
export async function findUnrepeatable(tx: Tx, most: number | null): Promise<UnrepeatableCharge[]> {
  const ratings = await tx.query<Rechecked>(selectRatings, most)
  if (ratings.length === 0) return []
  const tariff = await loadTariff(tx)
  const found: UnrepeatableCharge[] = []
  for (const { charges, ...rating } of ratings) {
    const { charges: given } = await ratedAgain(tx, rating, tariff)
    const amounts = new Map(given.map(({ key, amount }) => [key, amount]))
    // Charges that a cancelled order already had remain, though rating no longer yields them (CHARGE-11).
    const keepsOthers = rating.facts.values['order.is_cancelled'] === true
    for (const { charge_id, line_key, rated_amount } of charges) {
      const again = amounts.get(line_key ?? '')
      if (again === undefined && keepsOthers) continue
      const amount = again ?? '0'
      if (rated_amount !== null && decimal(rated_amount).eq(decimal(amount))) continue
      const detail = msg`This charge was rated with ${rated_amount ?? '–'}, and its facts give ${amount}.`
      found.push({ entity_type: 'charge', entity_id: charge_id, detail })
    }
  }
  return found
}
