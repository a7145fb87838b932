import { msg } from '@cartage/contract/message'
import { listFences } from '@cartage/contract/positions/app/fences'
import * as contract from '@cartage/contract/positions/app/fleet'
import { testRoadEngine } from '@cartage/contract/positions/app/road-engine'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { isLongerRange } from '../locations/range.views.ts'
import { findLocation } from '../locations/views.ts'
import { findResource } from '../resources/views.ts'
import { wholeAddress } from '../tenants/engine-key.commands.ts'
import { setFence } from './fence.commands.ts'
import { mostFences, listFences as readFences } from './fences.views.ts'
import { checkEngine } from './roads/check.commands.ts'
import { engineOf } from './roads/views.ts'
import { readPositionFacts } from './settings.views.ts'
import { countUnreliable, listDoubtfulSources } from './unreliable.views.ts'
import { findPlaces, listLastStates, listOpenProposals, listResourceStates, listSamples } from './views.ts'

const mostSamples = 10_000
/** Number of past days shown on the page of a resource. */
const daysOfUnreliable = 7
/** Longest range of samples, in days. */
const longestRange = 31

/** Binds positions for the screens. */
export function servePositions(server: Server): void {
  serve(server, contract.listPositions, async ({ query, inTenant }) => {
    const since = query.since ?? null
    if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(since)) throw new Problem('cursor_invalid')
    if (since !== null && Number.isNaN(Date.parse(since))) throw new Problem('cursor_invalid')
    return await inTenant((tx) => listResourceStates(tx, since))
  })
  serve(server, contract.listSamples, async ({ params, query, inTenant }) => {
    const input = { resourceId: params.resource_id, kind: query.kind ?? 'POSITION', limit: mostSamples + 1 }
    const [resource, found] = await inTenant(async (tx) => {
      await checkRange(tx, query)
      return await Promise.all([
        findResource(tx, params.resource_id),
        listSamples(tx, { ...input, from: query.from, to: query.to }),
      ])
    })
    if (!resource) throw new Problem('not_found')
    return { items: found.slice(0, mostSamples), is_cut: found.length > mostSamples }
  })
  serve(server, contract.listStopProposals, async ({ inTenant }) => ({ items: await inTenant(listOpenProposals) }))
  serve(server, contract.getResourceState, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const [resource, states, doubt] = await Promise.all([
        findResource(tx, params.resource_id),
        listLastStates(tx, params.resource_id),
        countUnreliable(tx, params.resource_id, daysOfUnreliable),
      ])
      if (!resource) throw new Problem('not_found')
      return { states, doubt }
    }),
  )
  serve(server, contract.listDoubtfulSources, async ({ query, inTenant }) => ({
    items: await inTenant((tx) => listDoubtfulSources(tx, query.days)),
  }))
  serve(server, contract.getLocationFence, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const [location, { settings }] = await Promise.all([findLocation(tx, params.location_id), readPositionFacts(tx)])
      if (!location) throw new Problem('not_found')
      const places = await findPlaces(tx, [location.id])
      return { radius_m: places.get(location.id)?.radius_m ?? null, usual_radius_m: settings.geofence_radius_m }
    }),
  )
  serve(server, testRoadEngine, async ({ body, caller, inTenant }) => {
    // If the key is masked, uses the key of the stored engine.
    const url = body.engine && (await inTenant((tx) => wholeAddress(server.ctx, tx, body.engine?.url ?? '')))
    const engine = engineOf(server.ctx, caller.tenantId, body.engine && { ...body.engine, url: url ?? '' })
    return { check: engine ? await checkEngine(server.ctx, engine) : null }
  })
  serve(server, contract.setLocationFence, async ({ caller, requestId, params, body, inTenant }) => {
    const change = { locationId: params.location_id, radiusM: body.radius_m }
    return { radius_m: await inTenant((tx) => setFence(tx, byCaller(caller, requestId), change)) }
  })
  serve(server, listFences, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const { settings } = await readPositionFacts(tx)
      const found = await readFences(tx, query, settings.geofence_radius_m)
      return { items: found.slice(0, mostFences), is_cut: found.length > mostFences }
    }),
  )
}

/** @throws Problem validation_failed for a range that ends before it begins, or is longer than 31 days of the calendar (TIME-5) */
async function checkRange(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  if (Date.parse(to) >= Date.parse(from) && !(await isLongerRange(tx, { from, to }, longestRange))) return
  const message = 'must be after from, and at most 31 days later'
  throw new Problem('validation_failed', {
    message: msg`to: ${message}`,
    errors: [errorItem('to', message, 'range_invalid')],
  })
}
