import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { Uuid, UuidOut } from '../scalars.ts'

/** Named, saved view of a list. */
export const SavedView = z
  .object({
    saved_view_id: UuidOut.describe('Id of the view.'),
    name: z.string().describe('Its name.'),
    search: z.string().describe('The query of the address, after the question mark.'),
    is_shared: z.boolean().describe('Whether all users of the tenant see it.'),
    is_own: z.boolean().describe('Whether the caller created it; only its creator can change it.'),
  })
  .meta({ id: 'AppSavedView' })
export type SavedView = z.output<typeof SavedView>

const name = z.string().trim().min(1).max(60).describe('Its name.')
const isShared = z.boolean().describe('Whether all users of the tenant see it.')
const ViewParams = z.object({ saved_view_id: Uuid.describe('Id of the view.') })
const screen = z
  .string()
  .regex(/^[a-z-]{1,40}$/, { error: 'must be the name of a list' })
  .describe('Which list, for example orders.')

const shared = {
  ...ofApplication,
  permission: 'session.use',
} as const

/** The caller's views of a list, and shared ones. */
export const listSavedViews = endpoint({
  ...shared,
  id: 'listSavedViews',
  method: 'GET',
  path: '/app/shell/views',
  summary: 'Views of a list',
  query: z.object({ screen }),
  response: z.object({ items: z.array(SavedView).describe('The oldest first.') }),
})

/** Saves the current view of a list. */
export const createSavedView = endpoint({
  ...shared,
  id: 'createSavedView',
  method: 'POST',
  creates: 'header',
  path: '/app/shell/views',
  summary: 'Keep a view',
  description: 'At most 50 of one person for one list.',
  body: z.object({
    screen,
    name,
    search: z.string().max(2_000).describe('The query of the address, after the question mark.'),
    is_shared: isShared.default(false),
  }),
  response: SavedView,
})

/** Renames a view, shares it with everyone, or stops sharing it. */
export const changeSavedView = endpoint({
  ...shared,
  id: 'changeSavedView',
  method: 'PATCH',
  path: '/app/shell/views/{saved_view_id}',
  summary: 'Change a view',
  params: ViewParams,
  body: z.object({ name: name.optional(), is_shared: isShared.optional() }),
  response: SavedView,
})

/** Removes a view. */
export const deleteSavedView = endpoint({
  ...shared,
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/app/shell/views/{saved_view_id}',
  summary: 'Remove a view',
  params: ViewParams,
  status: 204,
})
