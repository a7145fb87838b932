import { z } from 'zod'
import { endpoint, ofApplication, permissions, userRoles } from '../../endpoint.ts'

/** The one table of who may do what. */
export const listRoles = endpoint({
  ...ofApplication,
  // Read by everyone: a page that a role does not open names the roles that do.
  permission: 'session.use',
  id: 'listRoles',
  method: 'GET',
  path: '/app/users/roles',
  summary: 'What each role allows',
  response: z.object({
    items: z
      .array(
        z.object({
          role: z.enum(userRoles).describe('The role.'),
          permissions: z.array(z.enum(permissions)).describe('What it allows.'),
        }),
      )
      .describe('In the order of the roles.'),
  }),
})
