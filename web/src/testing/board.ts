import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  getPlanningBoard,
  getPlanningBoardParts,
  listDrivingTimes,
  listPlanningConflicts,
  type PlanningBoard,
  type UnplannedOrder,
} from '@cartage/contract/planning/app/board'
import { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import { reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import { AppResourceGroup, listGroupSettings } from '@cartage/contract/resources/app/groups'
import { getTripRecord } from '@cartage/contract/trips/app/record'
import { planningRoute } from '../planning/routes.ts'
import { fireEvent, type Page, screen } from './page.tsx'
import { boardOf, partsOf } from './plan.ts'
import { id, sampleOf } from './sample.ts'

/** Address of the board of that week. */
export const address = '/planning?from=2026-03-03&zoom=week'

/** Opens the planning board with a week of 2 March 2026. The server has nothing else for it. */
export async function openBoard(
  page: Page,
  members: Partial<PlanningBoard> = {},
  at = address,
  { more = [] }: { more?: UnplannedOrder[] } = {},
) {
  page.server.on(listGroupSettings, { items: [sampleOf(AppResourceGroup, { id: id(60), name: 'Containers' })] })
  page.server.on(listSavedViews, { items: [] })
  page.server.on(getPlanningBoard, ({ query }) =>
    boardOf(query?.cursor === undefined ? members : { trips: [], resources: [], unplanned: more }),
  )
  page.server.on(getPlanningBoardParts, ({ query }) => partsOf(boardOf(members), query ?? {}))
  page.server.on(listDrivingTimes, { items: [] })
  page.server.on(judgeCombinations, { items: [] })
  page.server.on(listPlanningConflicts, { items: [], is_cut: false })
  page.server.on(reportPlanningPresence, { items: [] })
  page.server.reject(getTripRecord, { status: 404, code: 'not_found' })
  await page.open(planningRoute, at)
  await screen.findByRole('region', { name: 'Unplanned orders' })
}

/** Drags an element to a point. Without a layout every row is at the top, and every point is its own target. */
export function pull(element: Element, to: { x: number; y: number }) {
  fireEvent.pointerDown(element, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.pointerMove(window, { clientX: to.x, clientY: to.y })
  fireEvent.pointerUp(window, { clientX: to.x, clientY: to.y })
}

/** Gives the board a position on the screen: at the left edge, below its header. */
export function lay() {
  const board = screen.getByRole('region', { name: 'Planning board' })
  board.getBoundingClientRect = () => new DOMRect(0, 0, 1_200, 800)
  const body = board.querySelector('[data-board-ghost]')!.parentElement!
  body.getBoundingClientRect = () => new DOMRect(0, 52, 1_200, 400)
}
