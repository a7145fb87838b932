import { msg } from '@cartage/contract/message'
import {
  getPlanningBoard,
  getPlanningBoardParts,
  listDrivingTimes,
  listPlanningConflicts,
} from '@cartage/contract/planning/app/board'
import { judgeCombinations, listPlanCandidates } from '@cartage/contract/planning/app/candidates'
import { listPlanningCommands } from '@cartage/contract/planning/app/commands'
import type { Tx } from '../db/tenant.ts'
import { readSentence } from '../http/kept-sentence.ts'
import { walkList } from '../http/page.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import { isLongerRange } from '../locations/range.views.ts'
import { listUnplanned, locationsOf, readParts, readPlaces, readRows } from './board.views.ts'
import { findFitting } from './candidates/combinations.views.ts'
import { findCandidates } from './candidates/views.ts'
import { findConflicts } from './conflicts.views.ts'
import { planningCommands } from './history.views.ts'
import { serveHours } from './hours/routes.ts'
import { drivingTimes, readHoursInputs } from './hours/views.ts'
import { servePresence } from './presence.routes.ts'
import { asAssigning } from './request.commands.ts'

/** Longest range a board shows, in days. */
const longestRange = 62

/** Binds the read routes of planning: the board and the list of commands. */
export function serveBoard(server: Server): void {
  const { ctx } = server
  serve(server, getPlanningBoard, async ({ caller, query, inTenant }) => {
    const { from, to, resource_group_id, cursor } = query
    const walk = walkList(ctx, caller, getPlanningBoard.id, { cursor })
    return await inTenant(async (tx) => {
      await checkRange(tx, from, to)
      const isFirst = cursor === undefined
      const [board, rows] = await Promise.all([
        isFirst
          ? readRows(tx, { from, to, resource_group_id })
          : {
              trips: [],
              resources: [],
              unavailabilities: [],
              validities: [],
              orders: [],
              asked: [],
              carriers: [],
              is_cut: false,
            },
        listUnplanned(tx, walk.after, walk.limit),
      ])
      const { items, next_cursor } = walk.page(rows, ({ created_key, order_id }) => [created_key, order_id])
      const places = await readPlaces(tx, locationsOf(board.trips, items))
      return { ...board, places, unplanned: items, next_cursor }
    })
  })
  servePresence(server)
  serveHours(server)
  serve(server, getPlanningBoardParts, async ({ query, inTenant }) => {
    return await inTenant(async (tx) => {
      await checkRange(tx, query.from, query.to)
      return await readParts(tx, query)
    })
  })
  serve(server, listPlanningConflicts, async ({ query: { from, to }, inTenant, render }) => {
    const { reasons, is_cut } = await inTenant(async (tx) => {
      await checkRange(tx, from, to)
      return await findConflicts(ctx, tx, from, to)
    })
    const items = reasons.map((reason) => ({ ...reason, message: render(reason.message), is_new: false }))
    return { items, is_cut }
  })
  serve(server, listDrivingTimes, async ({ query: { from, to, driver_ids }, inTenant, render }) => {
    const inputs = await inTenant(async (tx) => {
      await checkRange(tx, from, to)
      return await readHoursInputs(ctx, tx, driver_ids, { from, to })
    })
    return { items: await drivingTimes(ctx, inputs, { from, to }, render) }
  })
  serve(server, listPlanCandidates, async ({ caller, params, query, inTenant, render }) => {
    const mayLift = caller.permissions.includes('carrier.override')
    const { items, is_cut } = await inTenant((tx) => findCandidates(ctx, tx, params.trip_id, query, mayLift))
    return { items: items.map((one) => ({ ...one, message: one.message && render(one.message) })), is_cut }
  })
  serve(server, judgeCombinations, async ({ caller, body, inTenant, render }) => {
    const mayLift = caller.permissions.includes('carrier.override')
    const command = await asAssigning(ctx, caller.tenantId, body.command, true)
    const verdicts = await inTenant((tx) => findFitting(ctx, tx, { ...body, command }, mayLift))
    return { items: verdicts.map((one) => ({ ...one, message: one.message && render(one.message) })) }
  })
  serve(server, listPlanningCommands, async ({ caller, query, inTenant, render }) => {
    const walk = walkList(ctx, caller, listPlanningCommands.id, query)
    const page = await inTenant((tx) => walk.read(planningCommands.open(tx, walk.filters, undefined)))
    const items = page.items.map((one) => ({
      ...one,
      summary: render(one.message === null ? one.summary : readSentence(one.message)),
    }))
    return { ...page, items }
  })
}

/** @throws Problem validation_failed for a range that is empty, or longer than 62 days of the calendar (TIME-5) */
async function checkRange(tx: Tx, from: string, to: string): Promise<void> {
  const isEmpty = Date.parse(to) <= Date.parse(from)
  if (!isEmpty && !(await isLongerRange(tx, { from, to }, longestRange))) return
  const message = isEmpty ? 'is not after from' : msg`is more than ${longestRange} days after from`
  throw new Problem('validation_failed', {
    message: msg`to: ${message}.`,
    errors: [errorItem('to', message, 'range')],
  })
}
