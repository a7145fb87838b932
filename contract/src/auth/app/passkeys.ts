import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { RecoveryCodes } from './account.ts'
import { KeepsSession, PasskeyAnswer, Session } from './session.ts'

const common = { tag: 'application', limit: 'none', since: '0.1.0', added: true } as const
const own = { ...common, auth: 'session', permission: 'session.use' } as const
const open = { ...common, auth: 'none' } as const

const Bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be base64url' })
const Current = z
  .string()
  .min(1)
  .max(1024)
  .optional()
  .describe('The current password. Who has none has signed in with a provider within ten minutes.')
const challenge = z.string().describe('Random bytes to be signed, in base64url. Works once, for five minutes.')
const timeout_ms = z.int().describe('Milliseconds the browser waits for the person.')
const credential = z.string().describe('Id of the credential, in base64url.')

/** A passkey of the user. */
export const Passkey = z
  .object({
    passkey_id: UuidOut.describe('Id of the passkey.'),
    name: z.string().describe('What the person calls it.'),
    created_at: UtcInstant.describe('When it was added.'),
    last_used_at: UtcInstant.nullable().describe('When it last signed the person in; null when it never did.'),
  })
  .meta({ id: 'AppPasskey' })
export type Passkey = z.output<typeof Passkey>

/** Passkeys of the user. */
export const listPasskeys = endpoint({
  ...own,
  id: 'listPasskeys',
  method: 'GET',
  path: '/app/account/passkeys',
  summary: 'The own passkeys',
  response: z.object({
    is_possible: z.boolean().describe('Whether passkeys can be added: PUBLIC_URL is a name under https, or localhost.'),
    items: z.array(Passkey).describe('Oldest first.'),
  }),
})

/** Variable part of WebAuthn's PublicKeyCredentialCreationOptions; the page adds the constant part. */
export const PasskeyCreation = z
  .object({
    host: z.string().describe('Host of PUBLIC_URL, which the passkey is for.'),
    user_handle: z.string().describe('Handle of the person, in base64url.'),
    email: z.string().describe('Address of the account.'),
    display_name: z.string().describe('Name and organisation.'),
    challenge,
    algorithms: z.array(z.int()).describe('Kinds of keys that are accepted, as COSE numbers them.'),
    timeout_ms,
    present: z
      .array(
        z.object({
          credential,
          transports: z.array(z.string()).describe('How the device is reached.'),
        }),
      )
      .describe('Passkeys the person has: a device that holds one adds no second.'),
  })
  .meta({ id: 'AppPasskeyCreation' })
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** Starts adding a passkey. */
export const beginPasskey = endpoint({
  ...own,
  id: 'beginPasskey',
  method: 'POST',
  creates: 'header',
  path: '/app/account/passkeys/begin',
  summary: 'Begin to add a passkey',
  description: 'What the browser needs for navigator.credentials.create.',
  body: z.object({ current_password: Current }),
  response: PasskeyCreation,
})

/** Created credential, from WebAuthn's RegistrationResponseJSON. */
export const NewPasskey = z
  .object({
    credential: Bytes(2_000).describe('Id of the credential, in base64url.'),
    client_data: Bytes(8_000).describe('What the browser saw (clientDataJSON), in base64url.'),
    attestation: Bytes(100_000).describe('The new key (attestationObject), in base64url.'),
    transports: z.array(z.string().max(40)).max(10).default([]).describe('How the device is reached.'),
  })
  .meta({ id: 'AppNewPasskey' })
export type NewPasskey = z.output<typeof NewPasskey>

/** Adds a passkey. */
export const addPasskey = endpoint({
  ...own,
  id: 'addPasskey',
  method: 'POST',
  creates: 'header',
  path: '/app/account/passkeys',
  summary: 'Add a passkey',
  description:
    'With a first second factor come recovery codes, and the other sessions of the person end. A challenge that was used or is older ' +
    'than five minutes answers 422.',
  body: z.object({
    name: z.string().trim().min(1).max(100).describe('What the person calls it.'),
    passkey: NewPasskey.describe('Answer of the browser.'),
  }),
  response: RecoveryCodes.extend({
    passkey_id: UuidOut.describe('Id of the passkey.'),
    recovery_codes: z.array(z.string()).describe('Ten codes, shown only once; none when the person has codes already.'),
  }).meta({ id: 'AppPasskeyAdded' }),
})

/** Removes a passkey. */
export const removePasskey = endpoint({
  ...own,
  id: 'removePasskey',
  method: 'POST',
  path: '/app/account/passkeys/{passkey_id}/remove',
  summary: 'Remove a passkey',
  params: z.object({ passkey_id: Uuid.describe('Id of the passkey.') }),
  body: z.object({ current_password: Current }),
  status: 204,
})

/** Sign-in methods on the login page besides the password. */
export const getSignInWays = endpoint({
  ...open,
  id: 'getSignInWays',
  method: 'GET',
  path: '/app/session/ways',
  summary: 'Ways to sign in',
  response: z
    .object({ passkeys: z.boolean().describe('Whether passkeys sign in here.') })
    .meta({ id: 'AppSignInWays' }),
})

/** Variable part of WebAuthn's PublicKeyCredentialRequestOptions; the page adds the constant part. */
export const PasskeyRequest = z
  .object({ host: z.string().describe('Host of PUBLIC_URL, which the passkey is for.'), challenge, timeout_ms })
  .meta({ id: 'AppPasskeyRequest' })
export type PasskeyRequest = z.output<typeof PasskeyRequest>

/** Starts signing in with a passkey, alone or after the password. */
export const beginPasskeySignIn = endpoint({
  ...open,
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/app/session/passkey/begin',
  summary: 'Begin to sign in with a passkey',
  description: 'What the browser needs for navigator.credentials.get. At most 60 a minute from one address.',
  response: PasskeyRequest,
})

/** Opens a session with a passkey, which counts as both factors. */
export const signInWithPasskey = endpoint({
  ...open,
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/app/session/passkey',
  summary: 'Sign in with a passkey',
  description: 'A passkey that is unknown or does not fit, for whatever reason, answers 401 passkey_refused.',
  body: z.object({ passkey: PasskeyAnswer.describe('Answer of the browser.'), keeps_session: KeepsSession }),
  response: Session,
})
