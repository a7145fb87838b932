import { z } from 'zod'
import { apiRoles, endpoint, ofApplication } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const common = {
  ...ofApplication,
  permission: 'credential.write',
} as const

/** One active secret; the secret itself is not stored. */
const LiveSecret = z.object({
  created_at: UtcInstant.describe('When it was created.'),
  expires_at: UtcInstant.nullable().describe(
    'When it expires because a newer one replaces it; null while it does not expire.',
  ),
})

const ClientName = z.string().trim().min(1).max(100).describe('What it is for, as people call it.')

/** Id and secret, shown only now. */
export const ShownSecret = z
  .object({
    client_id: z.string().describe('Id, the user name of Basic.'),
    client_secret: z.string().describe('Secret, the password of Basic. It is never shown again.'),
  })
  .meta({ id: 'AppShownSecret' })
export type ShownSecret = z.output<typeof ShownSecret>

/** Overlap period of the old and new secret. */
export const Rotation = z
  .object({
    overlap_seconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe('Seconds the present secret works on; 24 hours when absent, at most seven days.'),
  })
  .meta({ id: 'AppRotation' })

/** API client that may request tokens. */
export const ApiClient = z
  .object({
    client_id: z.string().describe('Id it shows at the token endpoint.'),
    name: z.string().describe('What it is for.'),
    integration_id: UuidOut.describe('The integration it belongs to.'),
    integration_name: z.string().describe('Name of the integration.'),
    roles: z.array(z.string()).describe('What its tokens may do.'),
    company_id: UuidOut.nullable().describe('For CUSTOMER: the one company it may see.'),
    company_name: z.string().nullable().describe('Name of that company.'),
    allowed_networks: z.array(z.string()).describe('Addresses and networks it may call from; empty for anywhere.'),
    last_day: z
      .string()
      .meta({ format: 'date' })
      .nullable()
      .describe('The last day it works, where the organisation is; null for no end.'),
    created_at: UtcInstant.describe('When it was created.'),
    last_used_at: UtcInstant.nullable().describe('When it last got a token; null when it never did.'),
    secrets: z.array(LiveSecret).describe('Secrets that work now, oldest first: two during a rotation.'),
  })
  .meta({ id: 'AppApiClient' })
export type ApiClient = z.output<typeof ApiClient>

const ClientParams = z.object({ client_id: z.string().min(1).max(100).describe('Id of the client.') })

/** The API clients of the tenant. */
export const listApiClients = endpoint({
  ...common,
  id: 'listApiClients',
  method: 'GET',
  path: '/app/api-clients',
  summary: 'API clients',
  response: z.object({ items: z.array(ApiClient).describe('Oldest first, without removed ones.') }),
})

/** Integrations approved by the operator. */
export const listIntegrations = endpoint({
  ...common,
  id: 'listIntegrations',
  method: 'GET',
  path: '/app/integrations',
  summary: 'Integrations a client may belong to',
  response: z.object({
    items: z
      .array(
        z.object({
          integration_id: UuidOut.describe('Id of the integration.'),
          name: z.string().describe('Its name.'),
        }),
      )
      .describe('Oldest first.'),
  }),
})

/** Companies that a customer's user or client may be bound to. */
export const listBindableCompanies = endpoint({
  ...common,
  id: 'listBindableCompanies',
  method: 'GET',
  path: '/app/api-clients/companies',
  summary: 'Companies a credential may be bound to',
  query: z.object({
    q: z.string().trim().max(100).default('').describe('Part of the name; empty for the first ones.'),
  }),
  response: z.object({
    items: z
      .array(
        z.object({
          company_id: UuidOut.describe('Id of the company.'),
          name: z.string().describe('Its name.'),
          code: z.string().nullable().describe('Its code; null when it has none.'),
        }),
      )
      .describe('At most 20, by name.'),
  }),
})

/** Creates an API client. */
export const createApiClient = endpoint({
  ...common,
  id: 'createApiClient',
  method: 'POST',
  creates: 'header',
  path: '/app/api-clients',
  summary: 'Make an API client',
  description: 'The secret is in this answer and nowhere else.',
  body: z.object({
    name: ClientName,
    integration_id: Uuid.optional().describe('Integration it belongs to; the own one when absent.'),
    roles: z.array(z.enum(apiRoles)).min(1).max(apiRoles.length).describe('What its tokens may do.'),
    company_id: Uuid.nullable().optional().describe('For CUSTOMER, and then needed: the one company it may see.'),
  }),
  response: ShownSecret,
})

/** Gives an API client a second secret. */
export const rotateApiClient = endpoint({
  ...common,
  id: 'rotateApiClient',
  method: 'POST',
  creates: 'header',
  path: '/app/api-clients/{client_id}/rotate',
  summary: 'New secret for an API client',
  description: 'Both secrets work until the older one expires. While two are active a third answers 422.',
  params: ClientParams,
  body: Rotation,
  response: ShownSecret,
})

/** IP addresses and expiry of an API client. */
export const ClientAccess = z
  .object({
    allowed_networks: z
      .array(z.string().trim().min(1).max(60))
      .max(50)
      .describe(
        'Addresses and networks (CIDR) it may call from, such as 203.0.113.7 or 2001:db8::/48; empty for anywhere.',
      ),
    last_day: SensibleDay.nullable().describe('The last day it works, where the organisation is; null for no end.'),
  })
  .meta({ id: 'AppClientAccess' })
export type ClientAccess = z.output<typeof ClientAccess>

/** Changes the IP addresses and expiry of an API client. */
export const changeClientAccess = endpoint({
  ...common,
  id: 'changeClientAccess',
  method: 'PUT',
  path: '/app/api-clients/{client_id}/access',
  summary: 'Limit from where and until when an API client may call',
  description: 'Applies from the next request on, to tokens as well.',
  params: ClientParams,
  body: ClientAccess,
  status: 204,
})

/** Removes an API client. */
export const removeApiClient = endpoint({
  ...common,
  id: 'removeApiClient',
  method: 'DELETE',
  path: '/app/api-clients/{client_id}',
  summary: 'Remove an API client',
  description: 'Its tokens are rejected from the next request on. It cannot be restored.',
  params: ClientParams,
  status: 204,
})

/** Kinds of partners that webhook credentials can be bound to. */
export const partnerKinds = ['COMPANY', 'DESTINATION', 'TELEMATICS'] as const

const kindLabels =
  'COMPANY: a carrier or customer; DESTINATION: a partner that trips or bookings are dispatched to, such as a ' +
  'fleet application; TELEMATICS: a source of positions.'
const keyLabels =
  'Id of the company or of the dispatch destination; of a telematics source the code that resources have it under in ' +
  'integrations.'

/** Partner that webhook credentials are bound to. */
export const Partner = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['COMPANY', 'DESTINATION']).describe(kindLabels), key: Uuid.describe(keyLabels) }),
    z.object({
      kind: z.literal('TELEMATICS').describe(kindLabels),
      key: z.string().trim().min(1).max(100).describe(keyLabels),
    }),
  ])
  .meta({ id: 'AppPartner' })
export type Partner = z.output<typeof Partner>

const partnerLabels =
  'The partner whose records they can update: updates to other trips, orders, resources and bookings are rejected and kept ' +
  'in the inbox. Null: all of the tenant.'

/** Basic credentials for inbound webhooks. */
export const WebhookCredential = z
  .object({
    client_id: z.string().describe('User name of Basic.'),
    name: z.string().describe('What they are for.'),
    partner: z
      .object({
        kind: z.enum(partnerKinds).describe(kindLabels),
        key: z.string().describe(keyLabels),
        name: z.string().nullable().describe('Its name; null when it has none.'),
      })
      .nullable()
      .describe(partnerLabels),
    created_at: UtcInstant.describe('When they were created.'),
    last_used_at: UtcInstant.nullable().describe(
      'Minute of their last report within the days for which use is counted; null when there was none.',
    ),
    secrets: z.array(LiveSecret).describe('Secrets that work now, oldest first: two during a rotation.'),
  })
  .meta({ id: 'AppWebhookCredential' })
export type WebhookCredential = z.output<typeof WebhookCredential>

const WebhookParams = z.object({ webhook_client_id: z.string().min(1).max(100).describe('Id of the credentials.') })

/** The webhook credentials of the tenant. */
export const listWebhookCredentials = endpoint({
  ...common,
  id: 'listWebhookCredentials',
  method: 'GET',
  path: '/app/webhook-credentials',
  summary: 'Webhook credentials',
  response: z.object({ items: z.array(WebhookCredential).describe('Oldest first, without removed ones.') }),
})

/** Creates webhook credentials. */
export const createWebhookCredential = endpoint({
  ...common,
  id: 'createWebhookCredential',
  method: 'POST',
  creates: 'header',
  path: '/app/webhook-credentials',
  summary: 'Make webhook credentials',
  description: 'The secret is in this answer and nowhere else.',
  body: z.object({ name: ClientName, partner: Partner.nullish().describe(partnerLabels) }),
  response: ShownSecret,
})

/** Binds webhook credentials to a partner, or removes the binding. */
export const bindWebhookCredential = endpoint({
  ...common,
  id: 'bindWebhookCredential',
  method: 'PUT',
  path: '/app/webhook-credentials/{webhook_client_id}/partner',
  summary: 'Bind webhook credentials to a partner',
  description: 'Applies from the next request on.',
  params: WebhookParams,
  body: z.object({ partner: Partner.nullable().describe(partnerLabels) }),
  status: 204,
})

/** Gives webhook credentials a second secret. */
export const rotateWebhookCredential = endpoint({
  ...common,
  id: 'rotateWebhookCredential',
  method: 'POST',
  creates: 'header',
  path: '/app/webhook-credentials/{webhook_client_id}/rotate',
  summary: 'New secret for webhook credentials',
  description: 'Both secrets work until the older one expires. While two are active a third answers 422.',
  params: WebhookParams,
  body: Rotation,
  response: ShownSecret,
})

/** Removes webhook credentials. */
export const removeWebhookCredential = endpoint({
  ...common,
  id: 'removeWebhookCredential',
  method: 'DELETE',
  path: '/app/webhook-credentials/{webhook_client_id}',
  summary: 'Remove webhook credentials',
  description: 'They are rejected from the next request on. They cannot be restored.',
  params: WebhookParams,
  status: 204,
})
