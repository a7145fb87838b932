import { z } from 'zod'
import { NewChannel } from '../../dispatch/app.ts'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { openSet, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { DeliveryAttempt } from './record.ts'

/** EDIFACT messages sent to partners. */
export const ediMessageNames = ['IFTSTA'] as const
export type EdiMessageName = (typeof ediMessageNames)[number]

/** Health states of an endpoint. */
export const endpointStates = ['ACTIVE', 'FAILING', 'PAUSED'] as const

/** What an endpoint receives. */
export const endpointPurposes = ['EVENTS', 'DISPATCH', 'ACCESS_POINT'] as const
export type EndpointPurpose = (typeof endpointPurposes)[number]

/** An endpoint and its health; its secrets never leave the server. */
export const Subscription = z
  .object({
    subscription_id: UuidOut.describe('Id of the receiver.'),
    name: z.string().describe('What people call it.'),
    url: z
      .string()
      .describe('https://…, sftp://host:port or file:///folder; values of its query and keys in its path as ***.'),
    event_types: z
      .array(z.string())
      .describe('Types of events it receives; none, or all, means every type that is not selected separately.'),
    purpose: openSet(endpointPurposes).describe(
      'EVENTS by type; DISPATCH gets what is directed to it; ACCESS_POINT gets electronic invoices.',
    ),
    channel: openSet(['HTTPS', 'SFTP', 'FOLDER']).describe('How it is reached.'),
    format: openSet(['JSON', 'EDI']).describe('Format of the files.'),
    folder: z.string().nullable().describe('Folder for the files; null over the web.'),
    host_keys: z.array(z.string()).describe('Fingerprints of the host keys an SFTP server may show.'),
    edi_sender: z.string().nullable().describe('Who we are in interchanges.'),
    edi_recipient: z.string().nullable().describe('Who the partner is in interchanges.'),
    edi_sender_qualifier: z.string().nullable().describe('Kind of our id (UNB 0007), for example 14 for a GLN.'),
    edi_recipient_qualifier: z.string().nullable().describe("Kind of the partner's id (UNB 0007)."),
    has_credentials: z.boolean().describe('Whether it requires credentials; they are stored encrypted.'),
    has_public_key: z
      .boolean()
      .describe('Whether messages are signed with ed25519 (`v1a`) as well as with the secret (`v1`).'),
    public_keys: z
      .array(z.string())
      .describe('Keys to verify `v1a` with, `whpk_…`, newest first; several during a rotation, none unless requested.'),
    state: openSet(endpointStates).describe('FAILING while it gets only an occasional probe.'),
    pause_reason: z.string().nullable().describe('Why it is paused.'),
    consecutive_failures: z.int().describe('Failures in a row.'),
    failing_since: UtcInstant.nullable().describe('When it began to be FAILING.'),
    probe_at: UtcInstant.nullable().describe('When the next probe is due.'),
    quiet_until: UtcInstant.nullable().describe('Until when it has requested a pause.'),
    last_success_at: UtcInstant.nullable().describe('When it took something last.'),
    failed: z.int().describe('Failed deliveries of the last seven days, counted up to 1,000.'),
    pending: z.int().describe('Events that wait, also those behind one that it does not take; counted up to 100,000.'),
    blocked: z
      .int()
      .describe('Of these, events that it rejected and the later ones of the same order, stop or trip; up to 10,000.'),
    stuck_since: UtcInstant.nullable().describe('Since when the oldest trouble lasts; null while there is none.'),
    live_secrets: z.int().describe('Signing secrets in force; more than one during a rotation.'),
    overlap_ends_at: UtcInstant.nullable().describe('When the last of the older signing secrets ends.'),
    created_at: UtcInstant.describe('When it was added.'),
  })
  .meta({ id: 'AppSubscription' })
export type Subscription = z.output<typeof Subscription>

/** An endpoint with its signing secret, shown only now. */
export const SubscriptionWithSecret = Subscription.extend({
  secret: z.string().describe('Signing secret; it is shown this once.'),
}).meta({ id: 'AppSubscriptionWithSecret' })
export type SubscriptionWithSecret = z.output<typeof SubscriptionWithSecret>

const name = z.string().trim().min(1).max(255)
const words = z.array(z.string().max(100)).max(100)
const has_public_key = z.boolean().optional()
const parties = z.object({
  sender: z.string().max(35).describe('Our id.'),
  recipient: z.string().max(35).describe('Id of the partner.'),
  sender_qualifier: z.string().max(4).nullish().describe('Kind of our id (UNB 0007), for example 14 for a GLN.'),
  recipient_qualifier: z.string().max(4).nullish().describe("Kind of the partner's id (UNB 0007)."),
})

/** Input to add an endpoint. */
export const NewSubscription = NewChannel.extend({
  name: name.optional().describe('What people call it; the host when absent.'),
  event_types: words
    .optional()
    .describe('Kinds such as order.accepted, levels such as order, or all; all when absent.'),
  purpose: z
    .enum(endpointPurposes)
    .optional()
    .describe('EVENTS when absent. ACCESS_POINT: the one endpoint that electronic invoices go to.'),
  format: z.enum(['JSON', 'EDI']).optional().describe('JSON when absent; EDI goes by SFTP or into a folder.'),
  edi: parties.optional().describe('Needed for EDI.'),
  has_public_key: has_public_key.describe('Sign for a public key as well, for HTTPS; false when absent.'),
}).meta({ id: 'AppNewSubscription' })
export type NewSubscription = z.output<typeof NewSubscription>

/** Changes of an endpoint; absent members stay. */
export const SubscriptionChange = NewChannel.omit({ channel: true, host_keys: true })
  .extend({
    name: name.optional().describe('What people call it.'),
    event_types: words.optional().describe('Kinds, levels or all; an empty list means all.'),
    credentials: NewChannel.shape.credentials.nullable().describe('Others, or null for none.'),
    edi: parties.optional().describe('Who we and the partner are in interchanges.'),
    has_public_key: has_public_key.describe('Sign for a public key as well.'),
  })
  .meta({ id: 'AppSubscriptionChange' })
export type SubscriptionChange = z.output<typeof SubscriptionChange>

const params = z.object({ subscription_id: Uuid.describe('Id of the receiver.') })
const write = { ...ofApplication, permission: 'delivery.write', params } as const

/** All endpoints. */
export const listSubscriptions = endpoint({
  ...ofApplication,
  id: 'listSubscriptions',
  method: 'GET',
  path: '/app/subscriptions',
  permission: 'delivery.read',
  summary: 'List receivers',
  description: 'Oldest first.',
  response: z.object({ items: z.array(Subscription).describe('All of them.') }),
})

/** Adds an endpoint. */
export const addSubscription = endpoint({
  ...ofApplication,
  id: 'addSubscription',
  method: 'POST',
  creates: 'header',
  path: '/app/subscriptions',
  permission: 'delivery.write',
  summary: 'Add a receiver',
  description: 'It receives events from now on.',
  body: NewSubscription,
  response: SubscriptionWithSecret,
})

/** Changes an endpoint. */
export const changeSubscription = endpoint({
  ...write,
  id: 'changeSubscription',
  method: 'PATCH',
  path: '/app/subscriptions/{subscription_id}',
  summary: 'Change a receiver',
  description: 'Pending events are sent to the new address. The types of events apply from now on.',
  body: SubscriptionChange,
  response: Subscription,
})

/** Pauses sending to an endpoint. */
export const pauseSubscription = endpoint({
  ...write,
  id: 'pauseSubscription',
  method: 'POST',
  path: '/app/subscriptions/{subscription_id}/pause',
  summary: 'Pause a receiver',
  description: 'What happens meanwhile waits for it.',
  body: z.object({ reason: z.string().trim().min(1).max(500).optional().describe('Why.') }),
  response: Subscription,
})

/** Resumes sending to an endpoint. */
export const resumeSubscription = endpoint({
  ...write,
  id: 'resumeSubscription',
  method: 'POST',
  path: '/app/subscriptions/{subscription_id}/resume',
  summary: 'Send to an endpoint again',
  description: 'Oldest first.',
  response: Subscription,
})

/** Creates a new signing secret. */
export const rotateSubscription = endpoint({
  ...write,
  id: 'rotateSubscription',
  method: 'POST',
  creates: 'header',
  path: '/app/subscriptions/{subscription_id}/rotate',
  summary: 'Give an endpoint a new signing secret',
  description: 'The old ones sign as well during the overlap. A public key changes with it.',
  body: z.object({
    overlap_hours: z.number().min(0).max(168).optional().describe('24 when absent; 0 ends the old ones at once.'),
  }),
  response: SubscriptionWithSecret,
})

/** Replaces the pinned host keys. */
export const pinHostKeys = endpoint({
  ...write,
  id: 'pinHostKeys',
  method: 'POST',
  path: '/app/subscriptions/{subscription_id}/host-keys',
  summary: 'Pin other host keys of an SFTP server',
  body: z.object({
    host_keys: z.array(z.string().max(4_000)).min(1).max(20).describe('Fingerprints, keys, or `learn`.'),
  }),
  response: Subscription,
})

/** Sends a test event to an endpoint. */
export const testSubscription = endpoint({
  ...write,
  id: 'testSubscription',
  method: 'POST',
  path: '/app/subscriptions/{subscription_id}/test',
  summary: 'Send a test event',
  description: 'Of the type subscription.tested; it is not part of the log.',
  response: DeliveryAttempt.omit({ attempted_at: true }).extend({
    is_delivered: z.boolean().describe('The receiver took it.'),
  }),
})

/** Removes an endpoint. */
export const removeSubscription = endpoint({
  ...write,
  id: 'removeSubscription',
  method: 'DELETE',
  path: '/app/subscriptions/{subscription_id}',
  summary: 'Remove an endpoint and its pending events',
  status: 204,
})
