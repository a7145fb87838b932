import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { FailureCode } from './failures.rules.ts'
import type { Reading } from './readings.rules.ts'
import type { ConnectionFacts } from './rules.ts'

/** A connection with its sealed secret. */
export interface ConnectionRow extends ConnectionFacts {
  connection_id: string
  secret_sealed: Buffer | null
  token_digest: Buffer | null
}

const columns = `connection_id, kind, name, base_url, sign_in, user_name, token_url, interval_seconds, is_paused, secret_sealed,
  token_digest`

const lock = statement(
  'telematics.lock_connection',
  `select ${columns} from telematics_connection where tenant_id = $1 and connection_id = $2 for update`,
)

/** A connection, locked until the transaction ends; undefined when there is none. */
export async function connectionForUpdate(tx: Tx, connectionId: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.query<ConnectionRow>(lock, connectionId)
  return row
}

const insertRow = statement(
  'telematics.insert_connection',
  `insert into telematics_connection (tenant_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)
const changeRow = statement(
  'telematics.update_connection',
  `update telematics_connection set kind = $3, name = $4, base_url = $5, sign_in = $6, user_name = $7, token_url = $8,
          interval_seconds = $9, is_paused = $10, secret_sealed = $11, token_digest = $12, due_at = now(), failure = null,
          failure_detail = null, failures = 0, since = case when base_url is distinct from $5 then null else since end,
          vehicles_read_at = case when base_url is distinct from $5 then null else vehicles_read_at end
    where tenant_id = $1 and connection_id = $2`,
)

function valuesOf(row: ConnectionRow): unknown[] {
  const { connection_id, kind, name, base_url, sign_in, user_name, token_url } = row
  const { interval_seconds, is_paused, secret_sealed, token_digest } = row
  const address = [connection_id, kind, name, base_url, sign_in, user_name, token_url]
  return [...address, interval_seconds, is_paused, secret_sealed, token_digest]
}

/** Adds a connection, due at once. */
export async function insertConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  await tx.query(insertRow, ...valuesOf(row))
}

/** Updates a connection and makes it due at once. */
export async function updateConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  await tx.query(changeRow, ...valuesOf(row))
}

const dropSources = statement(
  'telematics.delete_sources',
  'delete from telematics_source where tenant_id = $1 and connection_id = $2::text',
)
const dropRow = statement(
  'telematics.delete_connection',
  'delete from telematics_connection where tenant_id = $1 and connection_id = $2',
)

/** Removes a connection with the data of its devices. */
export async function deleteConnection(tx: Tx, connectionId: string): Promise<void> {
  await tx.query(dropSources, connectionId)
  await tx.query(dropRow, connectionId)
}

/** A connection that is due. */
export interface DueConnection extends ConnectionRow {
  since: string | null
  failures: number
  wants_vehicles: boolean
}

// Claimed by postponing the due time, so that after a crash it is simply due again.
const claim = statement(
  'telematics.claim_due_connections',
  `with claimed as (
   update telematics_connection c
      set due_at = now() + make_interval(secs => greatest(c.interval_seconds, 120)), polled_at = now()
     from (select connection_id from telematics_connection
            where tenant_id = $1 and base_url is not null and not is_paused and due_at <= now()
            order by due_at limit 10 for update skip locked) d
    where c.tenant_id = $1 and c.connection_id = d.connection_id
   returning c.connection_id, c.kind, c.name, c.base_url, c.sign_in, c.user_name, c.token_url, c.interval_seconds, c.is_paused,
             c.secret_sealed, c.token_digest, c.since, c.failures, c.vehicles_read_at
   )
   select c.*, coalesce(c.vehicles_read_at < now() - interval '1 hour', true) as wants_vehicles from claimed c`,
)

/** Claims the due connections. */
export async function claimDue(tx: Tx): Promise<DueConnection[]> {
  return await tx.query<DueConnection>(claim)
}

const finish = statement(
  'telematics.note_poll',
  `update telematics_connection
      set due_at = now() + make_interval(secs => $3), since = $4, failure = $5, failures = $6,
          heard_at = case when $7 then (select now()) else heard_at end,
          vehicles_read_at = case when $8 then (select now()) else vehicles_read_at end, failure_detail = $9
    where tenant_id = $1 and connection_id = $2`,
)

/** Result of a poll. */
export interface PollNote {
  /** Seconds until the next poll. */
  wait: number
  since: string | null
  failure: FailureCode | null
  failure_detail: string | null
  failures: number
  is_heard: boolean
  has_vehicles: boolean
}

/** Records the result of a poll and when the next is due. */
export async function notePoll(tx: Tx, connectionId: string, note: PollNote): Promise<void> {
  const { wait, since, failure, failure_detail, failures, is_heard, has_vehicles } = note
  const values = [wait, since, failure, failures, is_heard, has_vehicles, failure_detail]
  await tx.query(finish, connectionId, ...values)
}

const hear = statement(
  'telematics.note_heard',
  'update telematics_connection set heard_at = now() where tenant_id = $1 and connection_id = $2',
)

/** Records that data was forwarded. */
export async function noteReceived(tx: Tx, connectionId: string): Promise<void> {
  await tx.query(hear, connectionId)
}

/** Stored data of a device. */
export interface SourceRow extends Omit<Reading, 'data'> {
  recorded_at: string | null
  doc: object | null
}

const saveRows = statement(
  'telematics.save_sources',
  `insert into telematics_source as old (tenant_id, connection_id, source_id, vin, plate, label, heard_at, recorded_at, doc)
   select $1::uuid, $2::text, s.source_id, s.vin, s.plate, s.label, case when s.doc is not null then now() end, s.recorded_at, s.doc
     from json_to_recordset($3::json) as s (source_id text, vin text, plate text, label text, recorded_at timestamptz, doc jsonb)
    order by s.source_id
   on conflict (tenant_id, connection_id, source_id) do update
      set vin = coalesce(excluded.vin, old.vin), plate = coalesce(excluded.plate, old.plate),
          label = coalesce(excluded.label, old.label), heard_at = coalesce(excluded.heard_at, old.heard_at),
          recorded_at = greatest(excluded.recorded_at, old.recorded_at),
          doc = case when excluded.doc is not null
                      and coalesce(excluded.recorded_at >= old.recorded_at, old.recorded_at is null)
                     then excluded.doc else old.doc end
   returning source_id, vin, plate, label, resource_id, is_chosen`,
)

/** A device after its data was stored. */
export interface KnownSource {
  source_id: string
  vin: string | null
  plate: string | null
  label: string | null
  resource_id: string | null
  is_chosen: boolean
}

/** Stores the identity and last data of devices. */
export async function saveSources(tx: Tx, connectionId: string, rows: readonly SourceRow[]): Promise<KnownSource[]> {
  if (rows.length === 0) return []
  return await tx.query<KnownSource>(saveRows, connectionId, JSON.stringify(rows))
}

const bind = statement(
  'telematics.bind_sources',
  `update telematics_source s set resource_id = b.resource_id
     from unnest($3::text[], $4::uuid[]) as b (source_id, resource_id)
    where s.tenant_id = $1 and s.connection_id = $2 and s.source_id = any ($3::text[]) and s.source_id = b.source_id
      and not s.is_chosen`,
)

/** Stores automatic matches of devices; manual assignments stay. */
export async function bindSources(
  tx: Tx,
  connectionId: string,
  found: readonly { source_id: string; resource_id: string | null }[],
): Promise<void> {
  if (found.length === 0) return
  const ids = found.map(({ source_id }) => source_id)
  await tx.query(
    bind,
    connectionId,
    ids,
    found.map(({ resource_id }) => resource_id),
  )
}

const choose = statement(
  'telematics.choose_vehicle',
  `update telematics_source set resource_id = $4, is_chosen = $4::uuid is not null
    where tenant_id = $1 and connection_id = $2 and source_id = $3
   returning doc, recorded_at is not null as is_position`,
)

/** Last data of a device, and whether it is a position. */
export interface Chosen {
  doc: object | null
  is_position: boolean
}

/** Assigns a device to a vehicle manually. Returns its last data; undefined if the device does not exist. */
export async function chooseVehicle(
  tx: Tx,
  chosen: { connectionId: string; sourceId: string; resourceId: string | null },
): Promise<Chosen | undefined> {
  const { connectionId, sourceId, resourceId } = chosen
  const [row] = await tx.query<Chosen>(choose, connectionId, sourceId, resourceId)
  return row
}

const renew = statement(
  'telematics.set_token',
  'update telematics_connection set token_digest = $3 where tenant_id = $1 and connection_id = $2 returning connection_id',
)

/** Stores the digest of a token. False if the connection does not exist. */
export async function saveToken(tx: Tx, connectionId: string, digest: Buffer): Promise<boolean> {
  return (await tx.query(renew, connectionId, digest)).length === 1
}
