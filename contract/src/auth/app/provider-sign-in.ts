import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Uuid, UuidOut } from '../../scalars.ts'
import { PasskeyAnswer, Session } from './session.ts'

const open = { tag: 'application', auth: 'none', limit: 'none', since: '0.1.0', added: true } as const

/** Identity provider offered on the login page. */
export const OfferedProvider = z
  .object({
    provider_id: UuidOut.describe('Id of the provider.'),
    label: z.string().describe('What it is called.'),
    organisation: z.string().describe('Name of the organisation that people get to.'),
    is_only_way: z.boolean().describe('Whether passwords of this domain are refused there.'),
  })
  .meta({ id: 'AppOfferedProvider' })
export type OfferedProvider = z.output<typeof OfferedProvider>

/** Finds the providers for an e-mail address's domain. */
export const findProviders = endpoint({
  ...open,
  id: 'findProviders',
  method: 'POST',
  path: '/app/session/providers',
  summary: 'Providers to sign in with',
  description:
    'Goes by the domain of the address alone: the answer is the same whether or not anyone has the address. Limited per place: ' +
    '429 with Retry-After.',
  body: z.object({
    email: z.string().trim().max(320).optional().describe('Address as typed; its domain decides.'),
    provider_id: Uuid.optional().describe('One provider, for a link to sign in with it.'),
  }),
  response: z.object({ items: z.array(OfferedProvider).describe('At most ten; empty when a password is the way.') }),
})

/** Starts signing in with a provider. */
export const openProvider = endpoint({
  ...open,
  id: 'openProvider',
  method: 'POST',
  path: '/app/session/provider',
  summary: 'Go to a provider to sign in',
  description:
    'Sets a cookie that binds the sign-in to this browser for ten minutes, and answers where to send it. Accepted from our own ' +
    'origin only. Limited per place.',
  body: z.object({
    provider_id: Uuid.describe('The provider to go to.'),
    email: z.string().trim().max(320).optional().describe('Address that the provider may fill in for the person.'),
    return_to: z.string().max(2_000).optional().describe('Path of our pages to go on to.'),
    keeps_session: z
      .boolean()
      .optional()
      .describe('Whether the current session of this browser stays open next to the new one.'),
  }),
  response: z.object({ url: z.string().describe('Address of the provider to send the browser to.') }),
})

/** Starts another sign-in with a provider, to confirm the user. */
export const openProviderAgain = endpoint({
  ...open,
  auth: 'session',
  permission: 'session.use',
  id: 'openProviderAgain',
  method: 'POST',
  path: '/app/account/provider',
  summary: 'Go to a provider to sign in again',
  description:
    'For who has no password: the provider is requested to ask who it is, and the same person comes back in a new session.',
  body: z.object({
    provider_id: Uuid.describe('One of the providers the person is connected with.'),
    return_to: z.string().max(2_000).optional().describe('Path of our pages to go on to.'),
  }),
  response: z.object({ url: z.string().describe('Address of the provider to send the browser to.') }),
})

/** Result of a sign-in with a provider. */
const Opened = z
  .object({
    session: Session.describe('The session; its cookie is set.'),
    return_to: z.string().nullable().describe('Path to go on to, as it was requested at the beginning.'),
  })
  .meta({ id: 'AppProviderSession' })

/** Processes the provider's callback and opens a session. */
export const takeProviderAnswer = endpoint({
  ...open,
  id: 'takeProviderAnswer',
  method: 'POST',
  path: '/app/session/provider/finish',
  summary: 'Come back from a provider',
  description:
    'Works once and only in the browser that began. 403 sign_in_refused says what went wrong; 401 totp_required that a code of ' +
    'the second factor is lacking, which confirmProviderSignIn takes.',
  body: z.object({
    answer: z.string().max(16_000).describe('Query of the address the browser came back to, as it is.'),
  }),
  response: Opened,
})

/** Enters the second-factor code for a pending provider sign-in. */
export const confirmProviderSignIn = endpoint({
  ...open,
  id: 'confirmProviderSignIn',
  method: 'POST',
  path: '/app/session/provider/code',
  summary: 'Enter the code after a provider has vouched',
  description: 'For 401 totp_required of takeProviderAnswer, in the same browser and the same ten minutes.',
  body: z
    .object({
      code: z
        .string()
        .trim()
        .min(1)
        .max(20)
        .optional()
        .describe('Six digits of the second factor, or a recovery code.'),
      passkey: PasskeyAnswer.optional().describe('In the place of a code.'),
    })
    .refine((body) => (body.code === undefined) !== (body.passkey === undefined), {
      error: 'Send either code or passkey.',
      path: ['code'],
    }),
  response: Opened,
})
