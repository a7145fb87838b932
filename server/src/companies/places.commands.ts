import type { BillingLocation } from '@cartage/contract/companies/company-input'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { matchLocations } from '../locations/change.store.ts'
import { locationKey, type SentLocation } from '../locations/rules.ts'
import type { LocationToMatch } from '../locations/store.ts'

/** Locations looked for by one statement. */
const batch = 1_000

/**
 * The ids of the locations that addresses mean, in their order; null for one that is absent, null or says nothing. The
 * same address is the same location; one that does not exist is made.
 */
export async function settlePlaces(
  ctx: Context,
  tx: Tx,
  addresses: readonly (BillingLocation | null | undefined)[],
): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  const wanted = new Map<string, LocationToMatch>()
  for (const address of addresses) {
    const sent = address && sentMembers(address)
    if (!sent) {
      keys.push(null)
      continue
    }
    const matchKey = locationKey(sent)
    const key = matchKey.toString('hex')
    keys.push(key)
    if (!wanted.has(key)) wanted.set(key, { location_id: ctx.newId(), match_key: matchKey, sent })
  }
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
  return keys.map((key) => (key === null ? null : (ids.get(key) ?? null)))
}

/** Undefined when no member has a text. */
function sentMembers(address: BillingLocation): SentLocation | undefined {
  const said = Object.entries(address).filter(([, text]) => text?.trim())
  return said.length === 0 ? undefined : (Object.fromEntries(said) as SentLocation)
}
