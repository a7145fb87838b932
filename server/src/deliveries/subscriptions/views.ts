import type { EventType } from '@cartage/contract/events/endpoints'
import { inTurn, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { Channel, FileFormat, Purpose } from '../channels/target.model.ts'

/** An endpoint for display; its secrets never leave the store. */
export interface SubscriptionView {
  subscription_id: string
  name: string
  url: string
  /** Empty, or the word all, for every type but the optional ones. */
  event_types: string[]
  purpose: Purpose
  channel: Channel
  format: FileFormat
  /** Folder of the files; null over HTTPS. */
  folder: string | null
  /** Fingerprints of accepted SFTP host keys. */
  host_keys: string[]
  /** Ids of both sides in interchanges. */
  edi_sender: string | null
  edi_recipient: string | null
  /** Qualifiers of those ids (UNB 0007). */
  edi_sender_qualifier: string | null
  edi_recipient_qualifier: string | null
  has_credentials: boolean
  /** It requested signatures that a public key verifies. */
  has_public_key: boolean
  state: 'ACTIVE' | 'FAILING' | 'PAUSED'
  pause_reason: string | null
  consecutive_failures: number
  /** Start of the state FAILING. */
  failing_since: string | null
  probe_at: string | null
  /** End of the pause that the endpoint requested. */
  quiet_until: string | null
  last_success_at: string | null
  /** Deliveries that failed in the last seven days, counted up to 1,000. */
  failed: number
  /** Number of secrets that sign now. */
  live_secrets: number
  /** End of the last of the older secrets. */
  overlap_ends_at: string | null
  /** Pending events, including those behind a rejected one; counted up to 100,000. */
  pending: number
  /** Of these, a rejected event and those of its entity behind it; counted up to 10,000. */
  blocked: number
  /** Start of the oldest problem: paused, failing, or the first attempt of a rejected event. */
  stuck_since: string | null
  created_at: string
}

/** Limit of counting pending events: without it, counting would be slowest at the largest backlog. */
const mostWaiting = 100_000
const mostBlocked = 10_000

const text = (filter: string) => `
  select s.subscription_id, s.name, s.url, s.event_types, s.purpose, s.channel, s.format, s.folder, s.host_keys,
         s.edi_sender, s.edi_recipient, s.edi_sender_qualifier, s.edi_recipient_qualifier, s.receiver_auth is not null as has_credentials, s.has_public_key,
         ${instant('s.opened_at')} as failing_since, ${instant('s.probe_at')} as probe_at,
         case when s.quiet_until > now() then ${instant('s.quiet_until')} end as quiet_until,
         (select ${instant('d.finished_at')} from delivery d
           where d.tenant_id = $1 and d.subscription_id = s.subscription_id and d.status = 'DELIVERED'
           order by d.finished_at desc limit 1) as last_success_at,
         (select count(*)::integer from (
           select from delivery d
            where d.tenant_id = $1 and d.subscription_id = s.subscription_id and d.status = 'DEAD'
              and d.finished_at > now() - interval '7 days' limit 1000) f) as failed,
         s.pause_reason, s.consecutive_failures,
         case when s.is_paused then 'PAUSED' when s.opened_at is not null then 'FAILING' else 'ACTIVE' end as state,
         (select count(*)::integer from subscription_secret k
           where k.tenant_id = $1 and k.subscription_id = s.subscription_id
             and coalesce(k.ends_at > now(), true)) as live_secrets,
         (select ${instant('max(k.ends_at)')} from subscription_secret k
           where k.tenant_id = $1 and k.subscription_id = s.subscription_id and k.ends_at > now()) as overlap_ends_at,
         (select count(*)::integer from (
           select from delivery_pending p
            where p.tenant_id = $1 and p.subscription_id = s.subscription_id limit ${mostWaiting}) w) as pending,
         (select count(*)::integer from (
           select from delivery_pending h cross join lateral (
             select from delivery_pending p
              where p.tenant_id = $1 and p.subscription_id = h.subscription_id and p.entity_type = h.entity_type
                and p.entity_id = h.entity_id and (p.epoch, p.sequence) >= (h.epoch, h.sequence)
              limit ${mostBlocked}) b
            where h.tenant_id = $1 and h.subscription_id = s.subscription_id and h.attempts > 0
            limit ${mostBlocked}) c) as blocked,
         ${instant(`least(
           case when s.is_paused then s.paused_at end, s.opened_at,
           (select min(f.first_attempt_at) from (
             select h.first_attempt_at from delivery_pending h
              where h.tenant_id = $1 and h.subscription_id = s.subscription_id and h.attempts > 0 limit ${mostBlocked}) f))`)}
           as stuck_since,
         ${instant('s.created_at')} as created_at
    from subscription s where s.tenant_id = $1 ${filter} order by s.created_at, s.subscription_id`

const selectAll = statement('deliveries.list_subscriptions', text(''))
const selectOne = statement('deliveries.find_subscription', text('and s.subscription_id = $2'))

/** The endpoints of the tenant, oldest first. */
export async function listSubscriptions(tx: Tx): Promise<SubscriptionView[]> {
  return tx.query<SubscriptionView>(selectAll)
}

/** One endpoint. */
export async function findSubscription(tx: Tx, id: string): Promise<SubscriptionView | undefined> {
  const [row] = await tx.query<SubscriptionView>(selectOne, id)
  return row
}

const selectNamed = inTurn(
  statement(
    'deliveries.select_is_named',
    `select exists (select from subscription s
                   where s.tenant_id = $1 and s.purpose = 'EVENTS' and $2 = any (s.event_types)) as is_named`,
  ),
  'text',
)

/** Whether an endpoint selects an optional type of event: unselected ones are not written. */
export async function isNamed(tx: Tx, type: EventType): Promise<boolean> {
  return (await tx.query<{ is_named: boolean }>(selectNamed, type))[0]!.is_named
}
