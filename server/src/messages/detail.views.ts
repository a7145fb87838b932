import type { MessageDetail } from '@cartage/contract/messages/app/record'
import { isUuid, uuidPattern } from '@cartage/contract/uuid'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { inColumns, outColumns } from './list.views.ts'

/** Columns of an incoming message for running it again. */
export interface StoredMessage {
  message_id: string
  kind: string
  credential_id: string
  request_id: string
  query: Record<string, string>
  headers: Record<string, string>
  body: Buffer | null
  body_bytes: number
  body_sha256: string
  status: number
  answer: unknown
}

const selectMessage = statement(
  'messages.find_message',
  `select message_id, kind, credential_id, request_id, query, headers, body, body_bytes,
          encode(body_sha256, 'hex') as body_sha256, status, answer
     from message where tenant_id = $1 and message_id = $2`,
)
const selectIn = statement(
  'messages.show_in',
  `select ${inColumns}, m.query, m.headers, m.body, m.body_bytes, encode(m.body_sha256, 'hex') as body_sha256, m.answer,
          m.mapping,
          array(select json_build_object('entity_type', t.entity_type, 'entity_id', t.value)
                  from message_mention t
                 where t.tenant_id = $1 and t.message_id = m.message_id and t.entity_type <> 'word'
                 order by t.entity_type, t.value) as records,
          array(select i.inbox_item_id::text from inbox_item i
                 where i.tenant_id = $1 and (i.message_id = m.message_id or i.upload_id = m.upload_id)
                 order by i.path) as inbox_item_ids
     from message m where m.tenant_id = $1 and m.message_id = $2`,
)
const selectOut = statement(
  'messages.show_out',
  `select ${outColumns}, a.request_headers, a.response_headers, a.response_body, a.failure, e.payload,
          e.entity_type, e.entity_id, encode(sha256(convert_to(e.payload, 'UTF8')), 'hex') as body_sha256,
          octet_length(e.payload) as body_bytes, x.content as file
     from delivery_attempt a
     join event e on e.tenant_id = $1 and e.event_id = a.event_id
     left join subscription s on s.tenant_id = $1 and s.subscription_id = a.subscription_id
     left join edi_interchange x
       on x.tenant_id = $1 and x.event_id = a.event_id and x.subscription_id = a.subscription_id
    where a.tenant_id = $1 and a.event_id = $2 and a.subscription_id = $3
      and a.attempted_at = to_timestamp($4::bigint / 1000000) + make_interval(secs => ($4::bigint % 1000000) / 1000000.0)`,
)

/** An incoming message with its body; undefined when there is none with this id. */
export async function findStoredMessage(tx: Tx, messageId: string): Promise<StoredMessage | undefined> {
  const [row] = await tx.query<StoredMessage>(selectMessage, messageId)
  return row
}

type Row = Omit<MessageDetail, 'request' | 'answer'> & { [column: string]: unknown }

const outId = new RegExp(`^(${uuidPattern})\\.(${uuidPattern})\\.(\\d{1,18})$`, 'i')

/** A message of either direction with both sides; undefined when there is none with this id. */
export async function findMessage(tx: Tx, id: string): Promise<MessageDetail | undefined> {
  if (isUuid(id)) return await findIn(tx, id)
  const [, eventId, subscriptionId, micros] = outId.exec(id) ?? []
  if (eventId === undefined) return undefined
  const [row] = await tx.query<Row>(selectOut, eventId, subscriptionId, micros)
  return row && outDetail(row)
}

async function findIn(tx: Tx, id: string): Promise<MessageDetail | undefined> {
  const [row] = await tx.query<Row>(selectIn, id)
  if (!row) return undefined
  const { query, headers, body, body_bytes, body_sha256, answer, ...summary } = row
  return {
    ...summary,
    request: { query, headers, body_bytes, body_sha256, ...shownBody(body as Buffer | null) },
    answer: { headers: {}, body: JSON.stringify(answer), is_base64: false, failure: null },
  } as MessageDetail
}

function outDetail(row: Row): MessageDetail {
  const { request_headers, response_headers, response_body, failure, payload, file, ...rest } = row
  const { entity_type, entity_id, body_bytes, body_sha256, ...summary } = rest
  const body = file ? shownBody(file as Buffer) : { body: payload, is_base64: false }
  return {
    ...summary,
    mapping: 'default',
    records: [{ entity_type, entity_id }],
    inbox_item_ids: [],
    request: { query: {}, headers: request_headers, body_bytes, body_sha256, ...body },
    answer: { headers: response_headers, body: response_body, is_base64: false, failure },
  } as MessageDetail
}

/** Bytes as text if possible, else as base64. */
function shownBody(body: Buffer | null): { body: string | null; is_base64: boolean } {
  if (body === null) return { body: null, is_base64: false }
  const text = body.toString('utf8')
  const isText = !text.includes('\ufffd') && !text.includes('\0')
  return { body: isText ? text : body.toString('base64'), is_base64: !isText }
}
