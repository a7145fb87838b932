import * as contract from '@cartage/contract/dispatch/app/answers'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { checkTripExists } from '../../trips/record/views.ts'
import { answerTrip } from './commands.ts'
import { carrierStandings, readStanding } from './views.ts'

/** Binds carriers' answers as planners see and enter them. */
export function serveAnswers(server: Server): void {
  const { ctx } = server
  serve(server, contract.getTripAnswer, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      const [standing] = await Promise.all([
        readStanding(tx, params.trip_id, ctx.now()),
        checkTripExists(tx, params.trip_id),
      ])
      return { standing }
    }),
  )
  serve(server, contract.listTripAnswers, ({ query, inTenant }) =>
    inTenant(async (tx) => {
      const standings = await carrierStandings(tx, query.trip_ids, ctx.now())
      return { items: [...standings.values()].map(({ trip_name: _name, ...standing }) => standing) }
    }),
  )
  serve(server, contract.answerTrip, async ({ caller, requestId, params, body, inTenant }) =>
    inTenant(async (tx) => {
      const by = byCaller(caller, requestId)
      await answerTrip(ctx, tx, by, { tripId: params.trip_id, companyId: null }, body)
      return (await readStanding(tx, params.trip_id, ctx.now()))!
    }),
  )
}
