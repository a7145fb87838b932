import { inTurn, ofMany, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { byRow, driving } from '../../db/tenants/combine.ts'
import type { Channel, FileFormat, Purpose } from '../channels/target.model.ts'
import type { Breaker } from '../sending/breaker.rules.ts'

/** Stored address and settings of an endpoint, with encrypted secrets. */
export interface StoredTarget {
  tenant_slug: string
  subscription_id: string
  purpose: Purpose
  channel: Channel
  format: FileFormat
  /** Without a key it may contain; the full address is then encrypted. */
  url: string
  url_sealed: Buffer | null
  folder: string | null
  host_keys: string[]
  edi_sender: string | null
  edi_recipient: string | null
  edi_sender_qualifier: string | null
  edi_recipient_qualifier: string | null
  receiver_auth: Buffer | null
  has_public_key: boolean
  /** Live secrets, newest first. */
  secret_ids: string[]
  sealed: Buffer[]
}

const selectTargets = inTurn(
  statement(
    'deliveries.select_targets',
    `select t.slug as tenant_slug, s.subscription_id, s.purpose, s.channel, s.format, s.url, s.url_sealed, s.folder, s.host_keys, s.edi_sender,
          s.edi_recipient, s.edi_sender_qualifier, s.edi_recipient_qualifier, s.receiver_auth, s.has_public_key, x.secret_ids, x.sealed
     from subscription s
     join tenant t on t.tenant_id = s.tenant_id
     cross join lateral (
       select array_agg(k.secret_id order by k.created_at desc) as secret_ids,
              array_agg(k.sealed order by k.created_at desc) as sealed
         from subscription_secret k
        where k.tenant_id = $1 and k.subscription_id = s.subscription_id and coalesce(k.ends_at > now(), true)
     ) x
    where s.tenant_id = $1 and ($2::uuid is null or s.subscription_id = $2)`,
  ),
  'uuid',
)

/** Every endpoint of the tenant, or one, with its live secrets. */
export async function findTargets(tx: Tx, subscriptionId: string | null = null): Promise<StoredTarget[]> {
  return tx.query<StoredTarget>(selectTargets, subscriptionId)
}

const lockPurpose = statement(
  'deliveries.lock_access_point',
  `select pg_advisory_xact_lock(hashtextextended('access point ' || $1::uuid::text, 0))`,
)

/** Lets one transaction at a time add an access point. */
export async function lockAccessPoint(tx: Tx): Promise<void> {
  await tx.query(lockPurpose)
}

const insertRow = statement(
  'deliveries.insert_subscription',
  `insert into subscription (tenant_id, subscription_id, name, url, event_types, receiver_auth, purpose, channel, format,
                             folder, host_keys, edi_sender, edi_recipient, has_public_key, edi_sender_qualifier,
                             edi_recipient_qualifier, url_sealed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
)

export interface NewSubscription {
  subscription_id: string
  name: string
  /** In the form of `sealedAddress`. */
  url: string
  url_sealed: Buffer | null
  event_types: string[]
  receiver_auth: Buffer | null
  purpose: Purpose
  channel: Channel
  format: FileFormat
  folder: string | null
  host_keys: readonly string[]
  edi_sender: string | null
  edi_recipient: string | null
  edi_sender_qualifier: string | null
  edi_recipient_qualifier: string | null
  has_public_key: boolean
}

/** Stores an endpoint. It receives events from now on. */
export async function insertSubscription(tx: Tx, row: NewSubscription): Promise<void> {
  await tx.query(
    insertRow,
    row.subscription_id,
    row.name,
    row.url,
    row.event_types,
    row.receiver_auth,
    row.purpose,
    row.channel,
    row.format,
    row.folder,
    row.host_keys,
    row.edi_sender,
    row.edi_recipient,
    row.has_public_key,
    row.edi_sender_qualifier,
    row.edi_recipient_qualifier,
    row.url_sealed,
  )
}

const updateRow = statement(
  'deliveries.update_subscription',
  `update subscription set name = $3, url = $4, folder = $5, event_types = $6, edi_sender = $7, edi_recipient = $8,
                          has_public_key = $9, edi_sender_qualifier = $10, edi_recipient_qualifier = $11, url_sealed = $12,
                          events_since = case when event_types = $6 then events_since else (select statement_timestamp()) end
    where tenant_id = $1 and subscription_id = $2`,
)

/** Members of an endpoint that can change; credentials and host keys have separate statements. */
type Changed =
  | 'name'
  | 'url'
  | 'url_sealed'
  | 'folder'
  | 'event_types'
  | 'edi_sender'
  | 'edi_recipient'
  | 'edi_sender_qualifier'
  | 'edi_recipient_qualifier'
  | 'has_public_key'

/** Writes the name, address, events and signatures of an endpoint. */
export async function updateSubscription(
  tx: Tx,
  subscriptionId: string,
  row: Pick<NewSubscription, Changed>,
): Promise<void> {
  await tx.query(
    updateRow,
    subscriptionId,
    row.name,
    row.url,
    row.folder,
    row.event_types,
    row.edi_sender,
    row.edi_recipient,
    row.has_public_key,
    row.edi_sender_qualifier,
    row.edi_recipient_qualifier,
    row.url_sealed,
  )
}

const lockOpen = statement(
  'deliveries.lock_open_addresses',
  `select subscription_id, url from subscription
    where tenant_id = $1 and url_sealed is null and channel = 'HTTPS' for update`,
)

/** An address that is not encrypted. */
export interface OpenAddress {
  subscription_id: string
  url: string
}

/** Addresses that are not encrypted, locked until the transaction ends. */
export async function openAddressesForUpdate(tx: Tx): Promise<OpenAddress[]> {
  return await tx.query(lockOpen)
}

const seal = statement(
  'deliveries.seal_address',
  'update subscription set url = $3, url_sealed = $4 where tenant_id = $1 and subscription_id = $2',
)

/** Stores the address of an endpoint encrypted, and readable without its key. */
export async function updateAddress(tx: Tx, subscriptionId: string, url: string, sealed: Buffer): Promise<void> {
  await tx.query(seal, subscriptionId, url, sealed)
}

const updateAuth = statement(
  'deliveries.update_receiver_auth',
  'update subscription set receiver_auth = $3 where tenant_id = $1 and subscription_id = $2',
)

/** Stores encrypted credentials, or null for none. */
export async function updateEndpointAuth(tx: Tx, subscriptionId: string, sealed: Buffer | null): Promise<void> {
  await tx.query(updateAuth, subscriptionId, sealed)
}

const updateKeys = statement(
  'deliveries.update_host_keys',
  'update subscription set host_keys = $3 where tenant_id = $1 and subscription_id = $2',
)

/** Pins other host keys. */
export async function updateHostKeys(tx: Tx, subscriptionId: string, hostKeys: readonly string[]): Promise<void> {
  await tx.query(updateKeys, subscriptionId, hostKeys)
}

const insertSecretRow = statement(
  'deliveries.insert_secret',
  'insert into subscription_secret (tenant_id, subscription_id, secret_id, sealed) values ($1, $2, $3, $4)',
)

/** Stores an encrypted signing secret as the current one. */
export async function insertSecret(tx: Tx, subscriptionId: string, secretId: string, sealed: Buffer): Promise<void> {
  await tx.query(insertSecretRow, subscriptionId, secretId, sealed)
}

const endSecretRows = statement(
  'deliveries.end_secrets',
  `update subscription_secret k
      set ends_at = least(k.ends_at, now() + make_interval(secs => case when o.age < $4 then $3::float8 else 0 end))
     from (select secret_id, row_number() over (order by created_at desc) as age
             from subscription_secret where tenant_id = $1 and subscription_id = $2 and coalesce(ends_at > now(), true)) o
    where k.tenant_id = $1 and k.subscription_id = $2 and k.secret_id = o.secret_id`,
)

/**
 * Sets the end of the live secrets before a new one is added.
 * @param overlapSeconds how long they continue to sign
 * @param most live secrets afterwards, including the new one; the oldest beyond that end now
 */
export async function endSecrets(tx: Tx, subscriptionId: string, overlapSeconds: number, most: number): Promise<void> {
  await tx.query(endSecretRows, subscriptionId, overlapSeconds, most)
}

const deleteSecretRows = statement(
  'deliveries.delete_ended_secrets',
  'delete from subscription_secret where tenant_id = $1 and subscription_id = $2 and ends_at <= now()',
)

/** Deletes secrets whose overlap has ended. */
export async function deleteEndedSecrets(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.query(deleteSecretRows, subscriptionId)
}

const selectBreakers = statement(
  'deliveries.select_breakers',
  `select subscription_id, is_paused, pause_reason, consecutive_failures, probes,
          extract(epoch from opened_at)::float8 * 1000 as opened_ms,
          extract(epoch from probe_at)::float8 * 1000 as probe_ms,
          extract(epoch from quiet_until)::float8 * 1000 as quiet_ms,
          extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
     from subscription where tenant_id = $1 and subscription_id = any ($2::uuid[])
    order by subscription_id for update`,
)

interface BreakerRow {
  subscription_id: string
  is_paused: boolean
  pause_reason: string | null
  consecutive_failures: number
  probes: number
  opened_ms: number | null
  probe_ms: number | null
  quiet_ms: number | null
  now_ms: number
}

/** Locks endpoints and returns their breakers, with the database's clock in milliseconds. */
export async function breakersForUpdate(
  tx: Tx,
  subscriptionIds: readonly string[],
): Promise<Map<string, { breaker: Breaker; now: number }>> {
  const rows = await tx.query<BreakerRow>(selectBreakers, subscriptionIds)
  return new Map(
    rows.map((row) => [
      row.subscription_id,
      {
        now: row.now_ms,
        breaker: {
          consecutiveFailures: row.consecutive_failures,
          openedAt: row.opened_ms,
          probeAt: row.probe_ms,
          probes: row.probes,
          quietUntil: row.quiet_ms,
          isPaused: row.is_paused,
          pauseReason: row.pause_reason,
        },
      },
    ]),
  )
}

const updateBreakerRow = statement(
  'deliveries.update_breaker',
  `update subscription
      set consecutive_failures = $3, opened_at = to_timestamp($4::float8 / 1000),
          probe_at = to_timestamp($5::float8 / 1000), probes = $6, quiet_until = to_timestamp($7::float8 / 1000),
          is_paused = $8, pause_reason = $9,
          paused_at = case when $8 then coalesce(paused_at, (select now())) end
    where tenant_id = $1 and subscription_id = $2`,
)

/** Writes the breaker of an endpoint. */
export async function updateBreaker(tx: Tx, subscriptionId: string, breaker: Breaker): Promise<void> {
  await tx.query(
    updateBreakerRow,
    subscriptionId,
    breaker.consecutiveFailures,
    breaker.openedAt,
    breaker.probeAt,
    breaker.probes,
    breaker.quietUntil,
    breaker.isPaused,
    breaker.pauseReason,
  )
}

const selectFailing = ofMany(
  statement(
    'deliveries.select_failing',
    `select subscription_id from subscription
      where tenant_id = $1 and subscription_id = any ($2::uuid[]) and (consecutive_failures > 0 or opened_at is not null)`,
  ),
  `select s.tenant_id, s.subscription_id
     from ${driving('unnest($1::uuid[], $2::uuid[])')} as given (tenant_id, subscription_id)
     join subscription s on s.tenant_id = given.tenant_id and s.subscription_id = given.subscription_id
    where s.consecutive_failures > 0 or s.opened_at is not null`,
  byRow(),
)

/** Which of the endpoints have recent failures. Takes no locks, because the result is nearly always empty. */
export async function findFailing(tx: Tx, subscriptionIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ subscription_id: string }>(selectFailing, subscriptionIds)
  return rows.map((row) => row.subscription_id)
}

const deletePendingRows = statement(
  'deliveries.delete_pending',
  'delete from delivery_pending where tenant_id = $1 and subscription_id = $2',
)
const deleteRow = statement(
  'deliveries.delete_subscription',
  'delete from subscription where tenant_id = $1 and subscription_id = $2',
)

/** Removes an endpoint and its pending deliveries; finished deliveries stay on record. */
export async function deleteSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await Promise.all([tx.query(deletePendingRows, subscriptionId), tx.query(deleteRow, subscriptionId)])
}
