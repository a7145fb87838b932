import type { BillingLocation } from '@cartage/contract/companies/company-input'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { matchLocations } from '../locations/change.store.ts'
import { detailedLocationKey, hasOtherDetails, locationKey, type SentLocation } from '../locations/rules.ts'
import type { LocationToMatch } from '../locations/store.ts'
import { findLocationOutputs } from '../locations/views.ts'

/** Locations looked up by one statement. */
const batch = 1_000

/**
 * Location ids of addresses, in their order; null for an absent, null or empty address. The same address is the same
 * location; a missing one is created. Floor, state and code of another company at the same address are not copied: the
 * company gets exactly the given values (COMP-4).
 */
export async function settlePlaces(
  ctx: Context,
  tx: Tx,
  addresses: readonly (BillingLocation | null | undefined)[],
): Promise<(string | null)[]> {
  const sent = addresses.map((address) => address && sentMembers(address))
  const given = sent.filter((one) => one != null)
  const ids = await match(ctx, tx, given, locationKey)
  const shown = await findLocationOutputs(tx, [...new Set(ids)])
  const others = given.filter((one, index) => hasOtherDetails(one, shown.get(ids[index]!)!))
  const otherIds = await match(ctx, tx, others, detailedLocationKey)
  const found = new Map(given.map((one, index) => [one, ids[index]!]))
  others.forEach((one, index) => {
    found.set(one, otherIds[index]!)
  })
  return sent.map((one) => (one ? found.get(one)! : null))
}

/** Location ids by a key; missing locations are created. */
async function match(
  ctx: Context,
  tx: Tx,
  given: readonly SentLocation[],
  keyOf: (location: SentLocation) => Buffer,
): Promise<string[]> {
  const wanted = new Map<string, LocationToMatch>()
  const keys = given.map((sent) => {
    const match_key = keyOf(sent)
    const key = match_key.toString('hex')
    if (!wanted.has(key)) wanted.set(key, { location_id: ctx.newId(), match_key, sent })
    return key
  })
  const places = [...wanted]
  const ids = new Map<string, string>()
  for (let at = 0; at < places.length; at += batch) {
    const part = places.slice(at, at + batch)
    const found = await matchLocations(
      tx,
      part.map(([, place]) => place),
    )
    part.forEach(([key], index) => {
      ids.set(key, found[index]!)
    })
  }
  return keys.map((key) => ids.get(key)!)
}

/** Undefined when no member has a text. */
function sentMembers(address: BillingLocation): SentLocation | undefined {
  const filled = Object.entries(address).filter(([, text]) => text?.trim())
  return filled.length === 0 ? undefined : (Object.fromEntries(filled) as SentLocation)
}
