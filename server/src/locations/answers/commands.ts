import type { Input } from '@cartage/contract/endpoint'
import type { answerPlaceQuestion } from '@cartage/contract/locations/app/answers'
import type { Context } from '../../context.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { findChoices } from '../cities.views.ts'
import { placeAgain, saveAnswer } from './store.ts'
import { findOpenPlaces, listUnclear } from './views.ts'

/**
 * Remembers which place a spelling means (PLACE-7), and lets those that waited for it be placed.
 * @returns how many locations waited
 * @throws Problem validation_failed when it is none of the places of that name
 */
export async function answerPlace(
  ctx: Context,
  tenantId: string,
  { company_ids, latitude, longitude, ...written }: Input<typeof answerPlaceQuestion>['body'],
): Promise<number> {
  const place = {
    city: written.city ?? null,
    postal_code: written.postal_code ?? null,
    country: written.country ?? null,
  }
  const known = await findChoices(place)
  const chosen = known?.choices.find((one) => one.latitude === latitude && one.longitude === longitude)
  if (!known || !chosen) {
    const message = 'No place of this name has these coordinates. Choose one of those that are offered.'
    throw new Problem('validation_failed', { errors: [errorItem('latitude', message, 'unknown_candidate')] })
  }
  const { spelling } = known
  const waiting = await ctx.db.asTenant(tenantId, listUnclear)
  const asked = waiting.map((location) => ({ ...location, companyIds: [] }))
  const same = (await findOpenPlaces(asked)).filter((one) => one.known.spelling === spelling)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const { radius_km } = chosen
    const customers = company_ids.length === 0 ? [null] : company_ids
    await saveAnswer(tx, { spelling, latitude, longitude, radius_km }, customers)
    const count = await placeAgain(
      tx,
      same.flatMap((one) => one.asked.location_id ?? []),
    )
    tx.afterCommit(() => ctx.wake('locations'))
    return count
  })
}
