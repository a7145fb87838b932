import * as contract from '@cartage/contract/locations/app/record'
import { byCaller } from '../audit/rules.ts'
import { listTrail } from '../audit/views.ts'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { servePlaceAnswers } from './answers/routes.ts'
import * as commands from './commands.ts'
import { serveLocationList } from './list.routes.ts'
import { listLocationRecords } from './list.views.ts'
import { readUses } from './uses.views.ts'
import { findLocation } from './views.ts'

const mostShown = 200

/** Binds the locations for the screens; the published interface has them only inside other records. */
export function serveLocations(server: Server): void {
  const { ctx } = server
  serve(server, contract.listLocations, async ({ caller, query, inTenant }) => {
    const walk = walkList(ctx, caller, contract.listLocations.id, query)
    const { state = 'LIVE', search, city, code, external_id } = walk.filters
    const filter = { state: state as contract.LocationState, search, city, code, external_id, limit: walk.limit }
    const after = walk.after === undefined ? undefined : String(walk.after[0])
    const rows = await inTenant((tx) => listLocationRecords(tx, { ...filter, after }))
    return walk.page(rows, (row) => [row.id])
  })
  serve(server, contract.getLocation, ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const found = await findLocation(tx, params.location_id)
      const shown = found?.merged_into ? await findLocation(tx, found.merged_into) : found
      if (!shown) throw new Problem('not_found')
      return shown
    }),
  )
  serveLocationList(server)
  servePlaceAnswers(server)
  serveRelated(server)
  serve(server, contract.createLocation, (call) => commands.createLocation(ctx, commandOf(call), call.body))
  serve(server, contract.updateLocation, (call) =>
    commands.updateLocation(ctx, commandOf(call), call.params.location_id, call.body),
  )
  serve(server, contract.chooseLocationPlace, (call) =>
    commands.chooseLocationPlace(ctx, commandOf(call), call.params.location_id, call.body),
  )
  serve(server, contract.archiveLocation, (call) =>
    commands.archiveLocation(ctx, commandOf(call), call.params.location_id),
  )
  serve(server, contract.restoreLocation, (call) =>
    commands.restoreLocation(ctx, commandOf(call), call.params.location_id),
  )
  serve(server, contract.mergeLocation, (call) =>
    commands.mergeLocation(ctx, commandOf(call), call.params.location_id, call.body.into),
  )
}

function serveRelated(server: Server): void {
  serve(server, contract.getLocationUses, ({ params, inTenant }) =>
    inTenant(async (tx) => {
      if (!(await findLocation(tx, params.location_id))) throw new Problem('not_found')
      return await readUses(tx, params.location_id)
    }),
  )
  serve(server, contract.listLocationHistory, ({ params, inTenant }) =>
    inTenant(async (tx) => {
      if (!(await findLocation(tx, params.location_id))) throw new Problem('not_found')
      const entity = { type: 'location', id: params.location_id }
      return { items: await listTrail(tx, { entity }, { before: undefined, limit: mostShown }) }
    }),
  )
}

function commandOf({ caller, requestId }: Pick<Call<typeof contract.getLocation>, 'caller' | 'requestId'>) {
  return { tenantId: caller.tenantId, by: byCaller(caller, requestId) }
}
