import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { DoorRequestKind, DoorRequestState } from './rules.ts'

/** Subject of a request: a trip for its carrier, an order for its customer. */
export type RequestSubject = { trip_id: string } | { order_id: string }

/** A request to insert. */
export interface NewDoorRequest {
  door_request_id: string
  kind: DoorRequestKind
  door_link_id: string
  company_id: string
  trip_id: string | null
  order_id: string | null
  amount: string | null
  currency: string | null
  text: string | null
  requested_at: Date
}

/** A request, locked. */
export interface DoorRequestRow extends Omit<NewDoorRequest, 'requested_at'> {
  state: DoorRequestState
}

const members = `r.door_request_id, r.kind, r.door_link_id, r.company_id, r.trip_id, r.order_id, r.amount::text, r.currency, r.text,
          r.state`

const lock = statement(
  'doors.lock_request',
  `select ${members} from door_request r where r.tenant_id = $1 and r.door_request_id = $2 for update`,
)

/** A request, locked; undefined when it does not exist or has another subject. */
export async function requestForUpdate(
  tx: Tx,
  requestId: string,
  subject: RequestSubject,
): Promise<DoorRequestRow | undefined> {
  const [row] = await tx.query<DoorRequestRow>(lock, requestId)
  const isSame = 'trip_id' in subject ? row?.trip_id === subject.trip_id : row?.order_id === subject.order_id
  return isSame ? row : undefined
}

const lockOpen = statement(
  'doors.lock_open_requests',
  `select ${members} from door_request r
    where r.tenant_id = $1 and r.state = 'OPEN' and r.kind = $2 and r.company_id = $3
      and (r.trip_id = $4::uuid or r.order_id = $5::uuid)
    order by r.door_request_id for update`,
)

/** Open earlier requests of the same company, locked. */
export async function openRequestsForUpdate(
  tx: Tx,
  { kind, company_id, trip_id, order_id }: Pick<NewDoorRequest, 'kind' | 'company_id' | 'trip_id' | 'order_id'>,
): Promise<DoorRequestRow[]> {
  return await tx.query<DoorRequestRow>(lockOpen, kind, company_id, trip_id, order_id)
}

const insert = statement(
  'doors.insert_request',
  `insert into door_request (tenant_id, door_request_id, kind, door_link_id, company_id, trip_id, order_id, amount, currency,
                             text, requested_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9, $10, $11)`,
)

/** Inserts an open request. */
export async function insertRequest(tx: Tx, request: NewDoorRequest): Promise<void> {
  const { door_request_id, kind, door_link_id, company_id, trip_id, order_id, amount, currency, text } = request
  const given = [door_request_id, kind, door_link_id, company_id, trip_id, order_id, amount, currency, text]
  await tx.query(insert, ...given, request.requested_at)
}

const settle = statement(
  'doors.settle_requests',
  `update door_request set state = $3, decided_at = $4, decided_by = $5, answer = $6
    where tenant_id = $1 and door_request_id = any($2::uuid[])`,
)

/** Records the outcome of locked requests. */
export async function settleRequests(
  tx: Tx,
  ids: readonly string[],
  {
    state,
    at,
    by,
    answer,
  }: { state: Exclude<DoorRequestState, 'OPEN'>; at: Date; by: string | null; answer: string | null },
): Promise<void> {
  if (ids.length > 0) await tx.query(settle, ids, state, at, by, answer)
}
