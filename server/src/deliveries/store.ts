import { answered, ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byRow, driving } from '../db/tenants/combine.ts'
import { keyColumns, type PendingKey } from './sending/pending.store.ts'

/** Both sides of one exchange with an endpoint, ready to be stored. */
export interface Attempt {
  event_id: string
  subscription_id: string
  duration_ms: number
  status: number | null
  address: string | null
  failure: string | null
  /** JSON text without secrets. */
  request_headers: string
  response_headers: string
  /** Truncated after 4 KiB. */
  response_body: string
}

/** A row whose sending has ended, with the exchange that ended it. */
export interface Ended extends PendingKey {
  token: string
  attempt: Attempt
}

// One statement for a whole batch of deliveries. Rows that another process has claimed meanwhile do not match the token
// and stay, so that a late sender cannot finish the event of another. The delete checks the token again, because a row
// changed in between is evaluated again there. Rows are first found by key and then deleted by ctid: with a join, a
// plan made on a small table compares every result with every row of the tenant. The ctid saves a second look-up for
// each; Citus nodes do not support it.
const endByPlace = `with leased as materialized (
     select p.place, k.*
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::integer[], $7::uuid[], $10::integer[],
                   $11::integer[], $12::text[], $13::text[], $14::json[], $15::json[], $16::text[])
            as k (subscription_id, entity_type, entity_id, epoch, sequence, token, duration_ms, status, address,
                  failure, request_headers, response_headers, response_body)
       cross join lateral (
         select p.ctid as place, p.lease_token from delivery_pending p
          where p.tenant_id = $1 and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
            and p.entity_id = k.entity_id and p.epoch = k.epoch and p.sequence = k.sequence
          limit 1
       ) p
      where p.lease_token = k.token
   ), ended as (
     delete from delivery_pending p using leased k
      where p.tenant_id = $1 and p.ctid = k.place and p.lease_token = k.token
     returning p.subscription_id, p.event_id, p.attempts, k.duration_ms, k.status, k.address, k.failure,
               k.request_headers, k.response_headers, k.response_body
`
const endByKey = `with leased as materialized (
     select k.*
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::integer[], $7::uuid[], $10::integer[],
                   $11::integer[], $12::text[], $13::text[], $14::json[], $15::json[], $16::text[])
            as k (subscription_id, entity_type, entity_id, epoch, sequence, token, duration_ms, status, address,
                  failure, request_headers, response_headers, response_body)
   ), ended as (
     delete from delivery_pending p using leased k
      where p.tenant_id = $1 and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
        and p.entity_id = k.entity_id and p.epoch = k.epoch and p.sequence = k.sequence and p.lease_token = k.token
     returning p.subscription_id, p.event_id, p.attempts, k.duration_ms, k.status, k.address, k.failure,
               k.request_headers, k.response_headers, k.response_body
`
const again = `on conflict (tenant_id, event_id, subscription_id) do update
        set status = excluded.status, attempts = excluded.attempts, reason = excluded.reason,
            finished_at = excluded.finished_at, dismissed_at = null`
const keepEnded = (finished: string, attempted: string) => `), finished as (
     insert into delivery (tenant_id, event_id, subscription_id, status, attempts, reason)
     select $1::uuid, event_id, subscription_id, $8, attempts + 1, $9 from ended
     ${again}
     ${finished}
   )
   insert into delivery_attempt (tenant_id, event_id, subscription_id, attempted_at, duration_ms, status, address,
                                 failure, request_headers, response_headers, response_body)
   select $1::uuid, event_id, subscription_id, ${attempted} - make_interval(secs => duration_ms / 1000.0),
          duration_ms, status, address, failure, request_headers, response_headers, response_body
     from ended
   on conflict do nothing`

const finishOfMany = `with leased as materialized (
     select p.place, k.*
       from ${driving(`unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::integer[], $7::uuid[], $8::text[],
                              $9::text[], $10::integer[], $11::integer[], $12::text[], $13::text[], $14::json[],
                              $15::json[], $16::text[])`)}
            as k (tenant_id, subscription_id, entity_type, entity_id, epoch, sequence, token, result, reason, duration_ms,
                  status, address, failure, request_headers, response_headers, response_body)
       cross join lateral (
         select p.ctid as place, p.lease_token from delivery_pending p
          where p.tenant_id = k.tenant_id and p.subscription_id = k.subscription_id and p.entity_type = k.entity_type
            and p.entity_id = k.entity_id and p.epoch = k.epoch and p.sequence = k.sequence
          limit 1
       ) p
      where p.lease_token = k.token
   ), ended as (
     delete from delivery_pending p using leased k
      where p.tenant_id = k.tenant_id and p.ctid = k.place and p.lease_token = k.token
     returning p.tenant_id, p.subscription_id, p.event_id, p.attempts, k.result, k.reason, k.duration_ms, k.status,
               k.address, k.failure, k.request_headers, k.response_headers, k.response_body
   ), finished as (
     insert into delivery (tenant_id, event_id, subscription_id, status, attempts, reason)
     select tenant_id, event_id, subscription_id, result, attempts + 1, reason from ended
     ${again}
   )
   insert into delivery_attempt (tenant_id, event_id, subscription_id, attempted_at, duration_ms, status, address,
                                 failure, request_headers, response_headers, response_body)
   select tenant_id, event_id, subscription_id, clock_timestamp() - make_interval(secs => duration_ms / 1000.0),
          duration_ms, status, address, failure, request_headers, response_headers, response_body
     from ended
   on conflict do nothing`

const finishRows = ofMany(
  statement(
    'deliveries.finish_rows',
    `${endByPlace}${keepEnded('', 'clock_timestamp()')}`,
    answered(`${endByKey}${keepEnded('returning tenant_id', 'statement_timestamp()')}`),
  ),
  finishOfMany,
  byRow(),
)

/** Ends deliveries that are still leased under their claim's token. */
export async function finishDeliveries(
  tx: Tx,
  rows: readonly Ended[],
  result: { status: 'DELIVERED' | 'DEAD'; reason: string | null },
): Promise<void> {
  if (rows.length === 0) return
  const attempts = rows.map((row) => row.attempt)
  await tx.query(
    finishRows,
    ...keyColumns(rows),
    rows.map((row) => row.token),
    result.status,
    result.reason,
    ...attemptColumns(attempts),
  )
}

const insertAttemptRows = statement(
  'deliveries.insert_attempts',
  `insert into delivery_attempt (tenant_id, event_id, subscription_id, attempted_at, duration_ms, status, address,
                                 failure, request_headers, response_headers, response_body)
   select $1::uuid, a.event_id, a.subscription_id, clock_timestamp() - make_interval(secs => a.duration_ms / 1000.0),
          a.duration_ms, a.status, a.address, a.failure, a.request_headers, a.response_headers, a.response_body
     from unnest($2::uuid[], $3::uuid[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::json[], $9::json[],
                 $10::text[])
          as a (event_id, subscription_id, duration_ms, status, address, failure, request_headers, response_headers,
                response_body)
   on conflict do nothing
   returning tenant_id`,
)

/** Records exchanges that did not end a delivery. */
export async function insertAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await tx.query(
    insertAttemptRows,
    attempts.map((attempt) => attempt.event_id),
    attempts.map((attempt) => attempt.subscription_id),
    ...attemptColumns(attempts),
  )
}

function attemptColumns(attempts: readonly Attempt[]): unknown[] {
  return [
    attempts.map((attempt) => attempt.duration_ms),
    attempts.map((attempt) => attempt.status),
    attempts.map((attempt) => attempt.address),
    attempts.map((attempt) => attempt.failure),
    attempts.map((attempt) => attempt.request_headers),
    attempts.map((attempt) => attempt.response_headers),
    attempts.map((attempt) => attempt.response_body),
  ]
}
