import { z } from 'zod'
import { endpoint, ofApplication, userRoles } from '../../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const common = {
  ...ofApplication,
  permission: 'user.write',
} as const

/** A user of the tenant. */
export const User = z
  .object({
    user_id: UuidOut.describe('Id of the user.'),
    email: z.string().describe('Address to log in with.'),
    name: z.string().describe('Name to show.'),
    role: openSet(userRoles).describe('The one role.'),
    company_id: UuidOut.nullable().describe('For roles of outsiders: the one company they may see.'),
    company_name: z.string().nullable().describe('Name of that company.'),
    state: openSet(['ACTIVE', 'INVITED', 'DISABLED']).describe(
      'INVITED until the person has chosen a password; DISABLED is shut out.',
    ),
    has_second_factor: z.boolean().describe('Whether a code or a passkey is required at sign-in.'),
    connections: z
      .array(
        z.object({
          provider_id: UuidOut.describe('Id of the provider.'),
          label: z.string().describe('What it is called.'),
          connected_at: UtcInstant.describe('When the person first signed in with it.'),
          ended_at: UtcInstant.nullable().describe('Since when this account there is refused; null while it signs in.'),
        }),
      )
      .describe('Accounts at providers of OpenID Connect that sign the person in, or did; newest first.'),
    last_login_at: UtcInstant.nullable().describe('The last login; null when there was none since it is noted.'),
    created_at: UtcInstant.describe('When the user was created.'),
  })
  .meta({ id: 'AppUser' })
export type User = z.output<typeof User>

/** Link to set a password, shown only now. */
export const UserLink = z
  .object({
    user_id: UuidOut.describe('Whose it is.'),
    path: z.string().describe('What follows the address of the server; the secret part is not sent to any server.'),
    expires_at: UtcInstant.describe('Until when it works. It works once.'),
    mail: z
      .enum(['sent', 'failed', 'off'])
      .describe('Whether it went out by mail: off when the operator has set up no mail.'),
  })
  .meta({ id: 'AppUserLink' })
export type UserLink = z.output<typeof UserLink>

const UserParams = z.object({ user_id: Uuid.describe('Id of the user.') })
const Name = z.string().trim().min(1).max(200).describe('Name to show.')
const Company = Uuid.nullable().describe('For CUSTOMER and SUBCONTRACTOR, and then needed: the one company.')

/** Users of the tenant. */
export const listUsers = endpoint({
  ...common,
  id: 'listUsers',
  method: 'GET',
  path: '/app/users',
  summary: 'Users',
  response: z.object({ items: z.array(User).describe('By name; at most 1,000.') }),
})

/** Invites a user. */
export const inviteUser = endpoint({
  ...common,
  id: 'inviteUser',
  method: 'POST',
  creates: 'header',
  path: '/app/users',
  summary: 'Invite a user',
  description: 'The link works once, for three days. It is sent by mail too when mail is set up.',
  body: z.object({
    email: z.string().trim().min(3).max(320).describe('Address to log in with.'),
    name: Name,
    role: z.enum(userRoles).describe('The role.'),
    company_id: Company.optional(),
  }),
  response: UserLink,
})

/** Changes name or role, or disables or re-enables a user. */
export const changeUser = endpoint({
  ...common,
  id: 'changeUser',
  method: 'PATCH',
  path: '/app/users/{user_id}',
  summary: 'Change a user',
  description:
    'Members that are absent stay. The last Super admin who can log in keeps role and access: 409. A user who is ' +
    'disabled is logged out at once.',
  params: UserParams,
  body: z.object({
    name: Name.optional(),
    role: z.enum(userRoles).optional().describe('The new role.'),
    company_id: Company.optional(),
    is_disabled: z.boolean().optional().describe('Whether the user is shut out.'),
  }),
  response: User,
})

/** Creates a new link for a user: an invitation while there is no password yet, a reset otherwise. */
export const createUserLink = endpoint({
  ...common,
  id: 'createUserLink',
  method: 'POST',
  creates: 'header',
  path: '/app/users/{user_id}/link',
  summary: 'New link for a user',
  description: 'Earlier links of the user end. A reset works for one hour, an invitation for three days, each once.',
  params: UserParams,
  response: UserLink,
})

/** Removes a user's second factor after losing the phone: codes and passkeys. */
export const removeUserSecondFactor = endpoint({
  ...common,
  id: 'removeUserSecondFactor',
  method: 'DELETE',
  path: '/app/users/{user_id}/second-factor',
  summary: 'Turn off the second factor of a user',
  description: 'Codes, recovery codes and passkeys.',
  params: UserParams,
  status: 204,
})

const ConnectionParams = UserParams.extend({ provider_id: Uuid.describe('Id of the provider.') })

/** Disconnects a user from a provider. */
export const endUserConnection = endpoint({
  ...common,
  id: 'endUserConnection',
  method: 'DELETE',
  path: '/app/users/{user_id}/connections/{provider_id}',
  summary: 'End the connection of a user with a provider',
  description:
    'Sessions that the provider opened for the user end. The same account there is refused from now on; another one with the ' +
    'address of the user is connected at its first sign-in.',
  params: ConnectionParams,
  status: 204,
})

/** Allows the same provider account to be connected again at the next sign-in. */
export const reopenUserConnection = endpoint({
  ...common,
  id: 'reopenUserConnection',
  method: 'POST',
  path: '/app/users/{user_id}/connections/{provider_id}/reopen',
  summary: 'Allow a connection that was ended',
  description: 'The person is matched by address at the next sign-in, as the first time.',
  params: ConnectionParams,
  status: 204,
})
