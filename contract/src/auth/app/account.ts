import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const common = { tag: 'application', limit: 'none', since: '0.1.0', added: true } as const
const own = { ...common, auth: 'session', permission: 'session.use' } as const
const open = { ...common, auth: 'none' } as const

const Password = z.string().min(1).max(1024)
const Current = Password.describe('The current password, because the browser may be unattended.')
const Confirmation = Password.optional().describe(
  'The current password, because the browser may be unattended. Who has none has signed in with a provider within ten minutes.',
)
const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: 'is not a valid token of a link' })

/** The signed-in user's account. */
export const Account = z
  .object({
    email: z.string().describe('Address to log in with.'),
    has_second_factor: z.boolean().describe('Whether a code or a passkey is required at sign-in.'),
    has_code_app: z.boolean().describe('Whether an app on a phone shows codes for it.'),
    has_password: z
      .boolean()
      .describe('Whether a password signs in: none was chosen, or a provider has taken its place.'),
    is_confirmed: z
      .boolean()
      .describe('Without a password: whether a provider has had the person prove who it is within ten minutes.'),
    providers: z
      .array(
        z.object({
          provider_id: UuidOut.describe('Id of the provider.'),
          label: z.string().describe('What it is called.'),
          connected_at: UtcInstant.describe('Since when the person is connected with it.'),
        }),
      )
      .describe('Providers that sign the person in.'),
    recovery_codes_left: z.int().min(0).describe('Recovery codes that were not used yet.'),
  })
  .meta({ id: 'AppAccount' })
export type Account = z.output<typeof Account>

/** The signed-in user's account. */
export const getAccount = endpoint({
  ...own,
  id: 'getAccount',
  method: 'GET',
  path: '/app/account',
  summary: 'The own account',
  response: Account,
})

/** Changes the password and ends all other sessions. */
export const changePassword = endpoint({
  ...own,
  id: 'changePassword',
  method: 'POST',
  path: '/app/account/password',
  summary: 'Change the own password',
  description: 'All other sessions of the person end.',
  body: z.object({
    current_password: Current,
    new_password: Password.describe('Twelve characters or more, and none of the usual ones.'),
  }),
  status: 204,
})

/** One open session of the user. */
export const OpenSession = z
  .object({
    session_id: UuidOut.describe('Id of the session; not the cookie.'),
    is_current: z.boolean().describe('Whether it is the one that asks.'),
    user_agent: z.string().describe('User agent of the browser; empty when it sent none.'),
    address: z.string().describe('Address of the sign-in; empty for older sessions.'),
    opened_by: openSet(['PASSWORD', 'PASSKEY', 'PROVIDER']).describe('What opened it.'),
    provider_label: z.string().nullable().describe('What the provider is called that opened it; null for other ways.'),
    started_at: UtcInstant.describe('When it was opened.'),
    used_at: UtcInstant.describe('When it was last used, to a minute.'),
  })
  .meta({ id: 'AppOpenSession' })
export type OpenSession = z.output<typeof OpenSession>

/** Open sessions of the user. */
export const listSessions = endpoint({
  ...own,
  id: 'listSessions',
  method: 'GET',
  path: '/app/account/sessions',
  summary: 'The own open sessions',
  response: z.object({ items: z.array(OpenSession).describe('The current one first, then by last use.') }),
})

/** Ends one session. */
export const endSession = endpoint({
  ...own,
  id: 'endSession',
  method: 'DELETE',
  path: '/app/account/sessions/{session_id}',
  summary: 'End one of the own sessions',
  params: z.object({ session_id: Uuid.describe('Id of the session.') }),
  status: 204,
})

/** Ends all sessions except the current one. */
export const endOtherSessions = endpoint({
  ...own,
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/app/account/sessions',
  summary: 'End all other own sessions',
  status: 204,
})

/** Codes that replace the second factor at sign-in. */
export const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe('Ten codes, each for one sign-in. Shown only once.') })
  .meta({ id: 'AppRecoveryCodes' })

/** Starts the set-up of a second factor. */
export const beginSecondFactor = endpoint({
  ...own,
  id: 'beginSecondFactor',
  method: 'POST',
  creates: 'header',
  path: '/app/account/second-factor',
  summary: 'Begin to set up the second factor',
  description: 'No code is required at sign-in until one has been confirmed.',
  body: z.object({ current_password: Confirmation }),
  response: z
    .object({
      secret: z.string().describe('The secret in Base32, for apps that cannot read the picture.'),
      url: z.string().describe('Content of the QR code, otpauth://totp/ and so on.'),
    })
    .meta({ id: 'AppSecondFactorSecret' }),
})

/** Turns the second factor on. */
export const confirmSecondFactor = endpoint({
  ...own,
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/app/account/second-factor/confirm',
  summary: 'Turn the second factor on',
  body: z.object({ code: z.string().trim().min(6).max(12).describe('The six digits the app shows.') }),
  response: RecoveryCodes,
})

/** Creates new recovery codes; the old ones become invalid. */
export const renewRecoveryCodes = endpoint({
  ...own,
  id: 'renewRecoveryCodes',
  method: 'POST',
  creates: 'header',
  path: '/app/account/second-factor/recovery-codes',
  summary: 'New recovery codes',
  description:
    'Requires the password, a code or, without a password, a sign-in with a provider within ten minutes, because the browser may be unattended. The old codes expire.',
  body: z
    .object({
      current_password: Confirmation,
      code: z.string().trim().min(6).max(20).optional().describe('The six digits the app shows, or a recovery code.'),
    })
    .refine((body) => body.current_password === undefined || body.code === undefined, {
      error: 'Send either current_password or code.',
      path: ['current_password'],
    }),
  response: RecoveryCodes,
})

/** Turns off the user's second factor. */
export const removeSecondFactor = endpoint({
  ...own,
  id: 'removeSecondFactor',
  method: 'POST',
  path: '/app/account/second-factor/remove',
  summary: 'Turn the second factor off',
  body: z.object({ current_password: Confirmation }),
  status: 204,
})

/** Purpose of a link and its recipient, so that the page can greet. */
export const readLink = endpoint({
  ...open,
  id: 'readLink',
  method: 'POST',
  path: '/app/links/read',
  summary: 'What a link is for',
  description: 'A link that was used, has ended or never was answers 404. Reading does not use it up.',
  body: z.object({ token: LinkToken.describe('The part of the link after #.') }),
  response: z
    .object({
      purpose: openSet(['INVITE', 'RESET']).describe('A first password, or a new one.'),
      email: z.string().describe('Whose account it is.'),
      name: z.string().describe('Name of the person.'),
      tenant_name: z.string().describe('Name of the company.'),
    })
    .meta({ id: 'AppLink' }),
})

/** Sets the password through a single-use link. */
export const acceptLink = endpoint({
  ...open,
  id: 'acceptLink',
  method: 'POST',
  path: '/app/links/use',
  summary: 'Set a password by a link',
  description: 'All sessions of the person end. The person logs in afterwards, with the second factor if there is one.',
  body: z.object({
    token: LinkToken.describe('The part of the link after #.'),
    password: Password.describe('Twelve characters or more, and none of the usual ones.'),
  }),
  status: 204,
})

/** Requests a password reset by e-mail. */
export const askForReset = endpoint({
  ...open,
  id: 'askForReset',
  method: 'POST',
  path: '/app/links/forgot',
  summary: 'Request a link by e-mail',
  description: 'Answers the same whether the address is known or not.',
  body: z.object({ email: z.string().trim().min(3).max(320).describe('Address of the account.') }),
  response: z
    .object({
      is_mail_on: z
        .boolean()
        .describe('Whether the operator has set up e-mail; without it a Super admin creates the link.'),
    })
    .meta({ id: 'AppForgotten' }),
})
