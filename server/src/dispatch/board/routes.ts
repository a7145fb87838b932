import * as contract from '@cartage/contract/dispatch/app/board'
import { byCaller } from '../../audit/rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { itself } from '../../http/each.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { isLongerRange } from '../../locations/range.views.ts'
import { dispatchTrip } from '../trip.commands.ts'
import { fitsBoard } from './rules.ts'
import { boardTrips, readBoardTrips } from './views.ts'

/** Longest range of the board, in days. */
const longestRange = 31

/** Binds the dispatch board: trips for carriers in a range of days, with their answers. */
export function serveDispatchBoard(server: Server): void {
  const { ctx } = server
  serve(server, contract.listDispatchBoard, async ({ query, inTenant }) => {
    const { offset, limit } = query
    return inTenant(async (tx) => {
      await checkRange(tx, query)
      const { trips, isCut } = await boardTrips(tx, query, ctx.now())
      const fitting = trips.filter((trip) => fitsBoard(trip, query))
      const items = await readBoardTrips(tx, fitting.slice(offset, offset + limit))
      return { items, total: fitting.length, is_cut: isCut }
    })
  })
  serve(server, contract.countDispatchBoard, async ({ query, inTenant }) => {
    return inTenant(async (tx) => {
      await checkRange(tx, query)
      const { trips } = await boardTrips(tx, query, ctx.now())
      const states = trips.filter((trip) => fitsBoard(trip, query, 'state'))
      const byState = Map.groupBy(states, ({ state }) => state)
      const companies = Map.groupBy(
        trips.filter((trip) => fitsBoard(trip, query, 'company')),
        ({ company_id }) => company_id,
      )
      return {
        total: states.length,
        overdue: states.filter(({ is_overdue }) => is_overdue).length,
        by_state: Object.fromEntries([...byState].map(([state, some]) => [state, some.length])),
        companies: [...companies]
          .flatMap(([company_id, some]) =>
            company_id === null ? [] : [{ company_id, company_name: some[0]!.company_name ?? '', count: some.length }],
          )
          .sort((one, other) => one.company_name.localeCompare(other.company_name, 'en')),
      }
    })
  })
  serve(server, contract.dispatchTrips, async ({ caller, requestId, body, doEach }) => {
    const by = byCaller(caller, requestId)
    const items = await doEach(body.trip_ids, itself, (id) => dispatchTrip(ctx, caller.tenantId, by, id))
    return { items }
  })
}

/** @throws Problem validation_failed for a range that ends before it begins, or exceeds 31 calendar days (TIME-5) */
async function checkRange(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const isAfter = Date.parse(to) > Date.parse(from)
  if (isAfter && !(await isLongerRange(tx, { from, to }, longestRange))) return
  const message = isAfter ? 'The range is longer than 31 days.' : 'The end is before the start. Swap the two times.'
  throw new Problem('validation_failed', { errors: [errorItem('to', message, isAfter ? 'too_long' : 'order')] })
}
