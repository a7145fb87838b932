import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { openingHoursReader } from '../../locations/opening-hours.rules.ts'
import { findEngine } from '../../positions/roads/views.ts'
import type { Due } from '../../rates/store.ts'
import { loadTariff } from '../../rates/tariff.views.ts'
import { findTripsOfOrders } from '../costs/measures.views.ts'
import { shareCosts } from '../costs/share.commands.ts'
import { holidayFinder } from '../facts/holidays.rules.ts'
import { rateOrderBatch } from './orders.commands.ts'
import { type RatingWork, rateTripBatch } from './trips.commands.ts'

/**
 * Rates orders and trips and writes the differences (CHARGE-1): trips first, since sales can pass on their costs.
 * Idempotent. Costs are divided by the orders' current measures (CHARGE-40).
 */
export async function rateSubjects(ctx: Context, tx: Tx, subjects: readonly Due[]): Promise<void> {
  const of = (type: Due['subject_type']) =>
    subjects.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)
  const [tariff, reader, engine] = await Promise.all([loadTariff(tx), openingHoursReader(), findEngine(ctx, tx)])
  const work: RatingWork = { ctx, tx, tariff, holidays: holidayFinder(reader), engine }
  await rateTripBatch(work, of('TRIP'))
  await rateOrderBatch(work, of('ORDER'))
  await shareCosts(tx, [...of('TRIP'), ...(await findTripsOfOrders(tx, of('ORDER')))])
}
