import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

/** Roles for new users who first sign in with a provider. */
export const newUserRoles = ['PLANNER', 'ORDER_ENTRY', 'ACCOUNTANT', 'VIEWER'] as const

const common = { ...ofApplication, permission: 'user.write' } as const

const facts = {
  label: z.string().trim().min(1).max(60).describe('What people read on the button, such as Microsoft.'),
  issuer: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('Issuer as the provider writes it, such as https://login.microsoftonline.com/<directory id>/v2.0.'),
  client_id: z.string().trim().min(1).max(300).describe('Id that the provider gave to Cartage.'),
  domains: z
    .array(z.string().trim().min(1).max(253))
    .max(50)
    .describe('E-mail domains it answers for, such as haulier.example; people with other addresses are refused.'),
  trusts_addresses: z
    .boolean()
    .describe(
      'Whether the organisation vouches that all addresses at this provider are verified, as in its own directory.',
    ),
  is_only_way: z
    .boolean()
    .describe('Whether people of these domains can sign in by it only. Super admins keep their password.'),
  counts_as_second_factor: z
    .boolean()
    .describe(
      'Whether a sign-in by it needs no code of Cartage, because the provider requires a second factor itself.',
    ),
  new_user_role: z
    .enum(newUserRoles)
    .nullable()
    .describe('Role of people who have no account and get one at their first sign-in; null: they are refused.'),
}

const Secret = z.string().trim().min(1).max(1_000)

/** Identity provider for users of the tenant. */
export const SignInProvider = z
  .object({
    provider_id: UuidOut.describe('Id; part of the link to sign in with it.'),
    ...facts,
    new_user_role: z
      .string()
      .nullable()
      .describe('Role of people who have no account and get one at their first sign-in; null: they are refused.'),
    people: z.int().describe('How many people have signed in with it.'),
    created_at: UtcInstant.describe('When it was added.'),
  })
  .meta({ id: 'AppSignInProvider' })
export type SignInProvider = z.output<typeof SignInProvider>

/** Settings of a new provider; the secret is stored and never returned. */
export const NewSignInProvider = z
  .object({
    ...facts,
    client_secret: Secret.describe('Secret that the provider gave to Cartage. It is never shown again.'),
  })
  .meta({ id: 'AppNewSignInProvider' })
export type NewSignInProvider = z.output<typeof NewSignInProvider>

const ProviderParams = z.object({ provider_id: Uuid.describe('Id of the provider.') })

/** The providers of the tenant. */
export const listSignInProviders = endpoint({
  ...common,
  id: 'listSignInProviders',
  method: 'GET',
  path: '/app/sign-in-providers',
  summary: 'Providers that people sign in with',
  response: z.object({
    items: z.array(SignInProvider).describe('Oldest first. Secrets are not shown.'),
    redirect_uri: z
      .string()
      .nullable()
      .describe('Address that each provider has to allow; null while the server does not know its own address.'),
  }),
})

/** Adds a provider. */
export const addSignInProvider = endpoint({
  ...common,
  id: 'addSignInProvider',
  method: 'POST',
  creates: 'header',
  path: '/app/sign-in-providers',
  summary: 'Add a provider',
  description: 'It cannot be the only way yet: someone has to sign in with it first.',
  body: NewSignInProvider,
  response: SignInProvider,
})

/** Changes a provider. */
export const changeSignInProvider = endpoint({
  ...common,
  id: 'changeSignInProvider',
  method: 'PUT',
  path: '/app/sign-in-providers/{provider_id}',
  summary: 'Change a provider',
  description:
    'Without client_secret the secret stays. Another issuer needs its own secret. With another issuer or client_id people are ' +
    'matched by their verified address again.',
  params: ProviderParams,
  body: NewSignInProvider.extend({
    client_secret: Secret.optional().describe('Another secret; the present one stays when absent.'),
  }),
  response: SignInProvider,
})

/** Removes a provider. */
export const removeSignInProvider = endpoint({
  ...common,
  id: 'removeSignInProvider',
  method: 'DELETE',
  path: '/app/sign-in-providers/{provider_id}',
  summary: 'Remove a provider',
  description: 'Sessions that were opened with it end at once. Accounts stay.',
  params: ProviderParams,
  status: 204,
})

/** Result of checking a provider. */
export const ProviderTrial = z
  .object({
    is_right: z.boolean().describe('Whether people could sign in with it, as far as the server can see.'),
    message: z.string().describe('What is wrong and what to do, or what was found.'),
  })
  .meta({ id: 'AppProviderTrial' })
export type ProviderTrial = z.output<typeof ProviderTrial>

/** Checks a provider: reachable, matching its issuer, and accepting the client and its secret. */
export const trySignInProvider = endpoint({
  ...common,
  id: 'trySignInProvider',
  method: 'POST',
  path: '/app/sign-in-providers/try',
  summary: 'Check a provider',
  description:
    'Nothing is saved. With provider_id the stored issuer, client and secret are checked, whatever else is sent.',
  body: z.object({
    provider_id: Uuid.optional().describe('A provider that is saved.'),
    issuer: facts.issuer.optional(),
    client_id: facts.client_id.optional(),
    client_secret: Secret.optional().describe('Secret to check; without it the secret is not checked.'),
  }),
  response: ProviderTrial,
})
