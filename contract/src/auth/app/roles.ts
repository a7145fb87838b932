import { z } from 'zod'
import { endpoint, ofApplication, permissions, userRoles } from '../../endpoint.ts'

/** Permissions of every role. */
export const listRoles = endpoint({
  ...ofApplication,
  // Readable by everyone: pages closed to a role name the roles that may open them.
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
