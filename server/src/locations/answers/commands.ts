import type { Input } from '@cartage/contract/endpoint'
import type { answerPlaceQuestion } from '@cartage/contract/locations/app/answers'
import type { Context } from '../../context.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { findChoices } from '../cities.views.ts'
import { usualCountries } from '../usual-countries.views.ts'
import { placeAgain, saveAnswer } from './store.ts'
import { findUnclear } from './views.ts'

/**
 * Stores the meaning of a spelling (PLACE-7), and has the locations that waited for it placed.
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
  const asked = { ...place, companyIds: company_ids }
  const { usual, waiting } = await ctx.db.asTenant(tenantId, async (tx) => {
    return { usual: await usualCountries(tx, [asked]), waiting: await findUnclear(tx) }
  })
  const known = await findChoices(place, usual(asked))
  const same = waiting.filter((one) => one.known.spelling === known?.spelling)
  // Without a written country, waiting locations may have been looked for in other countries.
  const offered = [...(known?.choices ?? []), ...same.flatMap((one) => one.known.choices)]
  const chosen = offered.find((one) => one.latitude === latitude && one.longitude === longitude)
  if (!known || !chosen) {
    const message = 'No place of this name has these coordinates. Choose one of those that are offered.'
    throw new Problem('validation_failed', { errors: [errorItem('latitude', message, 'unknown_candidate')] })
  }
  const { spelling } = known
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
