import * as contract from '@cartage/contract/trips/app/map'
import { readsPersonal } from '../../auth/personal.rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { positionVersion } from '../../positions/views.ts'
import { listMapVehicles } from './views.ts'

/** Binds the vehicles of the live map. */
export function serveMap(server: Server): void {
  serve(server, contract.listMapVehicles, async ({ caller, inTenant }) =>
    inTenant(async (tx) => {
      // Read before the vehicles, so that concurrent changes are part of the next response.
      const version = await positionVersion(tx)
      const given = { now: server.ctx.now(), readsPersonal: readsPersonal(caller) }
      return { version, items: await listMapVehicles(tx, given) }
    }),
  )
}
