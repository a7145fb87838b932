import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Stretch } from '../trips/hours/driven.rules.ts'
import { activityDays } from './stretches.rules.ts'

const upsertCard = statement(
  'tachograph.upsert_card',
  `insert into driver_card (tenant_id, card_number, resource_id, valid_until, known_until, uploaded_at)
   values ($1, $2, $3, $4, $5, now())
   on conflict (tenant_id, card_number) do update
      set resource_id = excluded.resource_id, valid_until = excluded.valid_until, uploaded_at = excluded.uploaded_at,
          known_until = greatest(driver_card.known_until, excluded.known_until)`,
)
const lockDriver = statement(
  'tachograph.lock_driver',
  'select resource_id from resource where tenant_id = $1 and resource_id = $2 for no key update',
)
const cutBefore = statement(
  'tachograph.cut_before',
  `update driver_activity set to_at = $3
    where tenant_id = $1 and resource_id = $2 and from_at < $3 and to_at > $3`,
)
// The part of an activity after the replaced period stays.
const keepTail = statement(
  'tachograph.keep_tail',
  `insert into driver_activity (tenant_id, resource_id, from_at, to_at, kind, is_crew, is_aboard)
   select $1::uuid, $2::uuid, $3::timestamptz, a.to_at, a.kind, a.is_crew, a.is_aboard
     from driver_activity a
    where a.tenant_id = $1 and a.resource_id = $2 and a.from_at < $3 and a.to_at > $3
   on conflict (tenant_id, resource_id, from_at) do nothing
   returning 1`,
)
const removeWithin = statement(
  'tachograph.remove_within',
  `delete from driver_activity where tenant_id = $1 and resource_id = $2 and from_at >= $3 and from_at < $4`,
)
const removeOld = statement(
  'tachograph.remove_old',
  `delete from driver_activity
    where tenant_id = $1 and resource_id = $2 and to_at < now() - make_interval(days => $3)`,
)
const insertActivities = statement(
  'tachograph.insert_activities',
  `insert into driver_activity (tenant_id, resource_id, from_at, to_at, kind, is_crew, is_aboard)
   select $1, $2, a.from_at, a.to_at, a.kind, a.is_crew, a.is_aboard
     from unnest($3::timestamptz[], $4::timestamptz[], $5::text[], $6::boolean[], $7::boolean[])
          as a (from_at, to_at, kind, is_crew, is_aboard)
   on conflict (tenant_id, resource_id, from_at) do nothing
   returning 1`,
)

/**
 * Stores the card data of a driver. It replaces existing data of the same period; data past the retention period is
 * removed (TACHO-7, TACHO-8).
 * @param stretches without a gap, at least one
 */
export async function keepActivities(
  tx: Tx,
  card: { card_number: string; resource_id: string; valid_until: string | null },
  stretches: readonly Stretch[],
): Promise<void> {
  const { card_number, resource_id, valid_until } = card
  await tx.query(lockDriver, resource_id)
  await tx.query(upsertCard, card_number, resource_id, valid_until, stretches.at(-1)!.to)
  await replaceStretches(tx, resource_id, stretches)
}

async function replaceStretches(tx: Tx, resourceId: string, stretches: readonly Stretch[]): Promise<void> {
  const [from, to] = [stretches[0]!.from, stretches.at(-1)!.to]
  await tx.query(keepTail, resourceId, to)
  await tx.query(cutBefore, resourceId, from)
  await tx.query(removeWithin, resourceId, from, to)
  const columns = [
    stretches.map((one) => one.from),
    stretches.map((one) => one.to),
    stretches.map((one) => one.kind),
    stretches.map((one) => one.is_crew),
    stretches.map((one) => one.is_aboard ?? false),
  ]
  await tx.query(insertActivities, resourceId, ...columns)
  await tx.query(removeOld, resourceId, activityDays)
}

/**
 * Replaces the data of a driver in the same period with that of cards and vehicles (TACHO-12).
 * @param stretches without a gap; if empty, nothing changes
 */
export async function putActivities(tx: Tx, resourceId: string, stretches: readonly Stretch[]): Promise<void> {
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (!first || !last) return
  await tx.query(lockDriver, resourceId)
  await replaceStretches(tx, resourceId, stretches)
}

/** Stores the holder of a card, as chosen by a person. */
export async function rememberCard(
  tx: Tx,
  card: { card_number: string; resource_id: string; known_until: string },
): Promise<void> {
  await tx.query(upsertCard, card.card_number, card.resource_id, null, card.known_until)
}

const deleteActivities = statement(
  'tachograph.delete_activities_of',
  'delete from driver_activity where tenant_id = $1 and resource_id = $2',
)
const deleteCards = statement(
  'tachograph.delete_cards_of',
  'delete from driver_card where tenant_id = $1 and resource_id = $2',
)

/** Removes all card data of a person (RET-3). */
export async function deleteActivitiesOf(tx: Tx, resourceId: string): Promise<void> {
  await Promise.all([tx.query(deleteActivities, resourceId), tx.query(deleteCards, resourceId)])
}
