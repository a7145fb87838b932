import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const insertKey = statement(
  'messages.insert_key',
  `insert into message_key (tenant_id, credential_id, digest, message_id) values ($1, $2, $3, $4)
   on conflict (tenant_id, credential_id, digest) do nothing returning message_id`,
)

/**
 * Claims a key for a credential. Waits for a parallel message that claimed it and has not finished.
 * @returns false when it is already claimed
 */
export async function claimKey(tx: Tx, credentialId: string, digest: Buffer, messageId: string): Promise<boolean> {
  return (await tx.query(insertKey, credentialId, digest, messageId)).length > 0
}

const deleteKey = statement(
  'messages.delete_key',
  'delete from message_key where tenant_id = $1 and credential_id = $2 and digest = $3',
)

/** Releases a key that this transaction claimed. */
export async function releaseKey(tx: Tx, credentialId: string, digest: Buffer): Promise<void> {
  await tx.query(deleteKey, credentialId, digest)
}

/** A message to store. */
export interface NewMessage {
  message_id: string
  kind: string
  credential_id: string
  request_id: string
  duration_ms: number
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: Buffer | null
  body_bytes: number
  /** In hexadecimal. */
  body_sha256: string
  status: number
  result: 'OK' | 'ERRORS' | 'REFUSED'
  answer: unknown
  replay_of: string | null
  /** The resulting upload; null for other kinds and for rejected messages. */
  upload_id: string | null
  /** Nothing of it was applied, so it does not use up its key (INB-7). */
  had_no_effect: boolean
  /** The body may be left out unless the tenant wants those of positions stored. */
  may_leave_out: boolean
}

const addMessage = statement(
  'messages.insert_message',
  `insert into message (tenant_id, message_id, kind, credential_id, request_id, duration_ms, query, headers, body,
                        body_bytes, body_sha256, status, answer, replay_of, result, upload_id, had_no_effect)
   select $1::uuid, $2, $3, $4, $5, $6, $7::json, $8::json,
          case when $15::boolean and not coalesce(setting.keeps, false) then null else $9::bytea end,
          $10, decode($11, 'hex'), $12, $13::json, $14, $16, $17, $18
     from (
       select (select (s.messages ->> 'keep_position_messages')::boolean from tenant_setting s
                where s.tenant_id = $1) as keeps
     ) setting
   returning tenant_id`,
)
const addMentions = statement(
  'messages.insert_mentions',
  `insert into message_mention (tenant_id, value, message_id, entity_type)
   select $1, given.value, $2, given.entity_type
     from unnest($3::text[], $4::text[]) as given (value, entity_type)
   on conflict do nothing
   returning tenant_id`,
)

/** A search term of a message: an id with its kind of record, or a word. */
export interface Mention {
  value: string
  entity_type: string
}

/** Stores a message and its search terms. */
export async function insertMessage(tx: Tx, message: NewMessage, mentions: readonly Mention[]): Promise<void> {
  const kept = tx.query(
    addMessage,
    message.message_id,
    message.kind,
    message.credential_id,
    message.request_id,
    message.duration_ms,
    JSON.stringify(message.query),
    JSON.stringify(message.headers),
    message.body,
    message.body_bytes,
    message.body_sha256,
    message.status,
    JSON.stringify(message.answer ?? null),
    message.replay_of,
    message.may_leave_out,
    message.result,
    message.upload_id,
    message.had_no_effect,
  )
  if (mentions.length === 0) return void (await kept)
  const [values, types] = [mentions.map((one) => one.value), mentions.map((one) => one.entity_type)]
  await Promise.all([kept, tx.query(addMentions, message.message_id, values, types)])
}

const noteRepeat = statement(
  'messages.note_repeat',
  `update message m set repeats = m.repeats + 1
     from message_key k
    where k.tenant_id = $1 and k.credential_id = $2 and k.digest = $3 and m.tenant_id = $1 and m.message_id = k.message_id
   returning m.message_id, m.answer, encode(m.body_sha256, 'hex') as body_sha256, m.had_no_effect as "isWithoutEffect"`,
)
const selectKey = statement(
  'messages.find_key',
  'select message_id from message_key where tenant_id = $1 and credential_id = $2 and digest = $3',
)

/** The first response under a key. */
export interface FirstAnswer {
  answer: unknown
  /** Hash of the first body, in hexadecimal; null when the message is no longer stored. */
  body_sha256: string | null
  /** Absent when the message is no longer stored. */
  message_id?: string
  /** Nothing of it was applied, so it is retried. */
  isWithoutEffect?: boolean
}

const moveKey = statement(
  'messages.take_key',
  `with earlier as (
     select k.message_id from message_key k join message m on m.tenant_id = $1 and m.message_id = k.message_id
      where k.tenant_id = $1 and k.credential_id = $2 and k.digest = $3 and m.had_no_effect
        for update of k
   )
   update message_key k set message_id = $4, received_at = now() from earlier
    where k.tenant_id = $1 and k.credential_id = $2 and k.digest = $3
   returning earlier.message_id`,
)

/**
 * Takes over the key of a message that had no effect. Waits for a parallel message that does the same.
 * @returns the id of that message; undefined when the key belongs to a message that had an effect
 */
export async function takeKey(
  tx: Tx,
  credentialId: string,
  digest: Buffer,
  messageId: string,
): Promise<string | undefined> {
  return (await tx.query<{ message_id: string }>(moveKey, credentialId, digest, messageId))[0]?.message_id
}

/** Counts a repeat and returns the first response; undefined when the key is new. */
export async function repeatOf(tx: Tx, credentialId: string, digest: Buffer): Promise<FirstAnswer | undefined> {
  const known = await tx.query(selectKey, credentialId, digest)
  if (known.length === 0) return undefined
  const [first] = await tx.query<FirstAnswer>(noteRepeat, credentialId, digest)
  return first ?? { answer: null, body_sha256: null }
}

const deleteMentionRows = statement(
  'messages.delete_mentions',
  'delete from message_mention where tenant_id = $1 and message_id = any ($2::uuid[])',
)
const deleteMessageRows = statement(
  'messages.delete_messages',
  'delete from message where tenant_id = $1 and message_id = any ($2::uuid[]) returning message_id',
)
const deleteKeyRows = statement(
  'messages.delete_keys',
  `delete from message_key k
    where k.tenant_id = $1 and (k.credential_id, k.digest) in (
      select o.credential_id, o.digest from message_key o
       where o.tenant_id = $1 and o.received_at < now() - make_interval(days => $2)
       order by o.received_at limit $3)
   returning digest`,
)

/**
 * Deletes messages and their search terms.
 * @returns the number of deleted messages
 */
export async function deleteMessages(tx: Tx, messageIds: readonly string[]): Promise<number> {
  const [gone] = await Promise.all([tx.query(deleteMessageRows, messageIds), tx.query(deleteMentionRows, messageIds)])
  return gone.length
}

/** Deletes keys older than `days` days; returns the number of deleted keys. */
export async function deleteKeys(tx: Tx, days: number, most: number): Promise<number> {
  return (await tx.query(deleteKeyRows, days, most)).length
}
