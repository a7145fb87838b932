import type { EventType } from '@cartage/contract/events/endpoints'
import { answered, ofMany, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { byRow } from '../db/tenants/combine.ts'
import { joinTexts } from '../db/texts.ts'

/** One event of one entity, ready to be logged and sent. */
export interface NewEvent {
  event_id: string
  entity_type: string
  entity_id: string
  /** Number within the entity from 1, taken under the entity's row lock. */
  sequence: number
  /** Subscriptions select events by it. */
  type: EventType
  /** The outbound body, JSON text; endpoints get exactly these bytes. */
  payload: string
}

// `tenant` is outside row security, so its predicate is the other way round: the test that removes `tenant_id = $1`
// must not affect it.
const newEvents = `with stored as (
     insert into event (tenant_id, event_id, entity_type, entity_id, sequence, epoch, type, payload)
     select $1::uuid, e.event_id, e.entity_type, e.entity_id, e.sequence, t.epoch, e.type, e.payload
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::text[], string_to_array($7, E'\\x1e'))
            as e (event_id, entity_type, entity_id, sequence, type, payload)
       join tenant t on $1 = t.tenant_id
     returning event_id, recorded_at
   )
   insert into event_unsealed (tenant_id, recorded_at, event_id) select $1::uuid, recorded_at, event_id from stored`

const insertEventRows = ofMany(
  statement('events.insert_events', newEvents, answered(newEvents)),
  `with stored as (
     insert into event (tenant_id, event_id, entity_type, entity_id, sequence, epoch, type, payload)
     select t.tenant_id, e.event_id, e.entity_type, e.entity_id, e.sequence, t.epoch, e.type, e.payload
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::text[], string_to_array($7, E'\\x1e'))
            as e (tenant_id, event_id, entity_type, entity_id, sequence, type, payload)
       join tenant t on t.tenant_id = e.tenant_id
     returning tenant_id, event_id, recorded_at
   )
   insert into event_unsealed (tenant_id, recorded_at, event_id) select tenant_id, recorded_at, event_id from stored`,
  byRow(7),
)

/** Stores events and queues them for a position in the log. One statement, however many there are. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.query(
    insertEventRows,
    events.map((event) => event.event_id),
    events.map((event) => event.entity_type),
    events.map((event) => event.entity_id),
    events.map((event) => event.sequence),
    events.map((event) => event.type),
    joinTexts(events.map((event) => event.payload)),
  )
}

/** An event for one endpoint: it is outside the log, so subscriptions cannot select its type. */
export type DirectedEvent = Omit<NewEvent, 'type'> & { type: string }

const insertOutside = statement(
  'events.insert_outside_log',
  `insert into event (tenant_id, event_id, entity_type, entity_id, sequence, epoch, type, payload)
   select $1::uuid, e.event_id, e.entity_type, e.entity_id, e.sequence, t.epoch, e.type, e.payload
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::integer[], $6::text[], string_to_array($7, E'\\x1e'))
          as e (event_id, entity_type, entity_id, sequence, type, payload)
     join tenant t on $1 = t.tenant_id
   returning tenant_id`,
)

/** Stores events that never get a position in the log for clients. */
export async function insertDirectedEvents(tx: Tx, events: readonly DirectedEvent[]): Promise<void> {
  await tx.query(
    insertOutside,
    events.map((event) => event.event_id),
    events.map((event) => event.entity_type),
    events.map((event) => event.entity_id),
    events.map((event) => event.sequence),
    events.map((event) => event.type),
    joinTexts(events.map((event) => event.payload)),
  )
}
