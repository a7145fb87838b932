import { countTrips, exportTripList, listTrips } from '@cartage/contract/trips/app/list'
import { sendCsv } from '../../http/csv.ts'
import { type Server, serve } from '../../http/serve.ts'
import { tripCsv, walkTrips } from './csv.views.ts'
import { countTripRows, findTripIds, listTripRows, tallyTrips } from './views.ts'

/** Lists of trips as screens show them. */
export function serveTripList(server: Server): void {
  const { ctx } = server
  serve(server, listTrips, async ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const { offset, limit, sort, ...filters } = query
      const found = await findTripIds(tx, filters.q)
      const [items, total] = await Promise.all([
        listTripRows(tx, filters, found, { sort, offset, limit }, ctx.now().getTime()),
        countTripRows(tx, filters, found),
      ])
      return { items, total }
    }),
  )
  serve(server, countTrips, async ({ query, inTenant }) =>
    inTenant(async (tx) => tallyTrips(tx, query, await findTripIds(tx, query.q))),
  )
  serve(server, exportTripList, ({ caller, query: { sort, ...filters }, reply }) =>
    sendCsv(reply, 'trips', tripCsv, walkTrips(ctx, caller.tenantId, filters, sort)),
  )
}
