import { z } from 'zod'
import { endpoint, ofApplication, permissions, userRoles } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'

/**
 * Signed-in user, tenant, and permissions for the screens. The session itself is an HttpOnly cookie. Every request
 * except GET also carries `csrf_token` in the header `x-csrf-token`, comes from our own origin and, if it has a body,
 * is JSON.
 */
export const Session = z
  .object({
    user: z
      .object({
        user_id: UuidOut.describe('Id of the user.'),
        email: z.string().describe('The address the user logs in with.'),
        name: z.string().describe('Name to show.'),
        role: z.enum(userRoles).describe('The one role of the user in this tenant.'),
      })
      .describe('The person who is logged in.'),
    tenant: z
      .object({
        tenant_id: UuidOut.describe('Id of the tenant.'),
        slug: z.string().describe('Short name of the tenant, stable, used in links and at login.'),
        name: z.string().describe('Name to show.'),
        time_zone: z.string().describe('Its time zone: times are shown in it, those of stops in that of the place.'),
      })
      .describe('The tenant this session works for; a session belongs to exactly one.'),
    csrf_token: z
      .string()
      .describe('Send it as x-csrf-token with every request other than GET; lives as long as the session.'),
    permissions: z
      .array(z.enum(permissions))
      .describe('What the role allows. Screens hide what is not listed; the server rejects it.'),
    second_factor_from: z
      .string()
      .meta({ format: 'date' })
      .nullable()
      .describe(
        'Day, where the organisation is, from which the person can only set up a second factor; null: has one, or none is required.',
      ),
    is_limited: z
      .boolean()
      .describe(
        'Whether that day has come: every operation but those to set one up answers 403 second_factor_required.',
      ),
  })
  .meta({ id: 'AppSession' })
export type Session = z.output<typeof Session>

const Bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be base64url' })

/** WebAuthn assertion, from AuthenticationResponseJSON. */
export const PasskeyAnswer = z
  .object({
    credential: Bytes(2_000).describe('Id of the credential, in base64url.'),
    client_data: Bytes(8_000).describe('What the browser saw (clientDataJSON), in base64url.'),
    authenticator_data: Bytes(8_000).describe('What the device saw, in base64url.'),
    signature: Bytes(8_000).describe('Signature of both, in base64url.'),
    user_handle: Bytes(200).nullish().describe('Handle of the person, in base64url.'),
  })
  .meta({ id: 'AppPasskeyAnswer' })
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** Whether to keep the existing session. */
export const KeepsSession = z
  .boolean()
  .optional()
  .describe(
    'Whether the current session of this browser stays open next to the new one, to switch between the two. Without it that ' +
      'session ends.',
  )

/** Body of the login request. */
export const Login = z
  .object({
    email: z.string().trim().min(1).max(320).describe('E-mail address, in any case.'),
    password: z.string().min(1).max(1024).describe('Password, unchanged, spaces included.'),
    code: z
      .string()
      .trim()
      .min(1)
      .max(20)
      .optional()
      .describe('Six digits of the second factor, or a recovery code; without it the answer may be 401 totp_required.'),
    tenant_slug: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Required only when address and password match in more than one tenant. The response then is 400 tenant_required, whose ' +
          'errors name those tenants: message is the name, detail the slug.',
      ),
    passkey: PasskeyAnswer.optional().describe('A passkey of the person, in the place of a code.'),
    keeps_session: KeepsSession,
  })
  .meta({ id: 'AppLogin' })

/** Opens a session. Unknown address, wrong password and disabled user return the same 401 in the same time. */
export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/app/session',
  tag: 'application',
  summary: 'Log in to the web application',
  description:
    'Sets the session cookie (HttpOnly, SameSite=Lax, host only) under a new session id. There is no csrf_token yet, ' +
    'so the request is accepted from our own origin only (Sec-Fetch-Site or Origin). Attempts are limited per ' +
    'account and address: 429 with Retry-After.',
  auth: 'none',
  limit: 'none',
  since: '0.1.0',
  added: true,
  body: Login,
  response: Session,
})

/** Ends the sessions of the cookies and clears them; an already ended session returns 401, as everywhere. */
export const logout = endpoint({
  ...ofApplication,
  id: 'logout',
  method: 'DELETE',
  path: '/app/session',
  summary: 'Log out of the web application',
  description: 'Ends every session of this browser, also those of other tenants.',
  permission: 'session.use',
  status: 204,
})

/** First request of the web application: 401 means that the login page is needed. */
export const getSession = endpoint({
  ...ofApplication,
  id: 'getSession',
  method: 'GET',
  path: '/app/session',
  summary: 'Who is logged in',
  permission: 'session.use',
  response: Session,
})

/** A session in this browser. Users signed in to several tenants switch between them without a password. */
export const Organisation = z
  .object({
    session_id: UuidOut.describe('Id of the session; not the cookie.'),
    is_current: z.boolean().describe('Whether it is the one that asks.'),
    tenant: Session.shape.tenant.describe('The tenant of the session.'),
    user: Session.shape.user.describe('Who is logged in there.'),
  })
  .meta({ id: 'AppOrganisation' })
export type Organisation = z.output<typeof Organisation>

/** Tenants this browser is signed in to. */
export const listOrganisations = endpoint({
  ...ofApplication,
  id: 'listOrganisations',
  method: 'GET',
  path: '/app/session/organisations',
  summary: 'Tenants this browser is logged in to',
  description:
    'Only sessions whose cookie this browser has: each was opened by the rules of its own tenant, with a password there or by ' +
    'its provider. Asking keeps them from idling out.',
  permission: 'session.use',
  response: z.object({ items: z.array(Organisation).describe('By name of the tenant.') }),
})

/** Makes another session of this browser the current one. */
export const switchOrganisation = endpoint({
  ...ofApplication,
  id: 'switchOrganisation',
  method: 'POST',
  path: '/app/session/switch',
  summary: 'Change to another tenant this browser is logged in to',
  description: 'Sets the session cookie. A session that this browser does not hold, or that has ended, is 404.',
  permission: 'session.use',
  body: z.object({ session_id: Uuid.describe('Id of the session to change to.') }),
  response: Session,
})
