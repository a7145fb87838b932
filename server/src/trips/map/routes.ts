import * as contract from '@cartage/contract/trips/app/map'
import { readsPersonal } from '../../auth/personal.rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { positionVersion } from '../../positions/views.ts'
import { listMapVehicles } from './views.ts'

/** Vehicles as the live map shows them. */
export function serveMap(server: Server): void {
  serve(server, contract.listMapVehicles, async ({ caller, inTenant }) =>
    inTenant(async (tx) => {
      // Read before the vehicles: what comes meanwhile is in the next answer.
      const version = await positionVersion(tx)
      const given = { now: server.ctx.now(), readsPersonal: readsPersonal(caller) }
      return { version, items: await listMapVehicles(tx, given) }
    }),
  )
}
