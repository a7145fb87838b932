import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'

const mostHeld = 50

/** Planner with an open board, and what they have selected or are dragging. */
export const PlanningPresence = z
  .object({
    presence_id: UuidOut.describe('Id of the open board; a person may have several.'),
    user_id: UuidOut.describe('Id of the person.'),
    name: z.string().describe('Name of the person.'),
    order_ids: z.array(UuidOut).describe('Selected or dragged orders.'),
    trip_ids: z.array(UuidOut).describe('Selected, open or dragged trips.'),
    is_dragging: z.boolean().describe('They are being dragged.'),
  })
  .meta({ id: 'AppPlanningPresence' })
export type PlanningPresence = z.output<typeof PlanningPresence>

/**
 * Reports that the board is open and its selection, or that it was closed. The change stream sends everyone's presence
 * in a `presence` message whenever one changes. A board that reports nothing for half a minute counts as closed.
 */
export const reportPlanningPresence = endpoint({
  ...ofApplication,
  id: 'reportPlanningPresence',
  method: 'PUT',
  path: '/app/planning/presence',
  summary: 'Report what is selected on an open planning board',
  permission: 'trip.read',
  body: z
    .object({
      presence_id: Uuid.describe('Id of the open board, chosen by the page.'),
      order_ids: z.array(Uuid).max(mostHeld).describe('Selected or dragged orders.'),
      trip_ids: z.array(Uuid).max(mostHeld).describe('Selected, open or dragged trips.'),
      is_dragging: z.boolean().describe('They are being dragged.'),
      is_closed: z.boolean().optional().describe('True: the board was closed.'),
    })
    .meta({ id: 'AppReportPlanningPresence' }),
  response: z.object({ items: z.array(PlanningPresence).describe('Everyone on the board, by name.') }),
})
