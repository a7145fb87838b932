import { callOnce } from '../../db/call.ts'
import { poolSpansNodes } from '../../db/nodes.ts'
import type { Database } from '../../db/open.ts'
import { answered, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { type History, type RateWindow, ranksNeeded, type Ticket } from '../rate-limit.rules.ts'
import type { Stretch } from './block.rules.ts'

/** Key of an admission log: a tenant's requests of one kind, or those of one credential. */
export interface CounterKey {
  readonly tenantId: string
  readonly category: string
}

/** A returned block with its admissions. */
export interface Returned extends CounterKey {
  /** Number of the newest admission when it was lent, so a block is returned only once. */
  readonly base: number
  readonly admitted: readonly number[]
  readonly tickets: readonly Ticket[]
  /** Number of admissions to keep. */
  readonly length: number
}

/** A counter while this transaction has it locked. */
export interface CounterState {
  readonly number: number
  readonly tickets: Ticket[]
  readonly history: History
  /** Number of admissions in each window. */
  readonly used: readonly number[]
  readonly now: number
  /** True if the database clock was set back, so earlier counts are void. */
  readonly isAhead: boolean
  /** The process that has a block of it, and its number of permits. */
  readonly holderId: string | null
  readonly lent: number
  readonly requestedBy: string | null
  readonly apartUntil: number
}

/** Counter changes of a judged request. */
export interface Counted {
  readonly number: number
  readonly at: number
  readonly tickets: readonly Ticket[]
  readonly length: number
  readonly requestedBy: string
  readonly apartUntil: number
  /** Permits lent to the requesting process; 0 for none. */
  readonly lent: number
}

/** One counter, locked. */
export interface LockedCounter {
  /** Locks the counter and reads it. */
  read(windows: readonly RateWindow[]): Promise<CounterState>
  /** End of a process's last heartbeat period; 0 for an unknown one. */
  aliveUntil(holderId: string): Promise<number>
  /** Counts all permits of a block that can no longer be returned as used at this time. */
  forfeit(state: CounterState, at: number): Promise<void>
  count(counted: Counted): Promise<void>
  keepTickets(tickets: readonly Ticket[]): Promise<void>
  /** Reads parts of the log. */
  stretches(wanted: readonly { first: number; last: number }[]): Promise<Stretch[]>
}

/** Storage of the counters, shared by all processes. */
export interface CounterStore {
  /**
   * Works on one counter in its own transaction.
   * @param returned a block of it to return first
   */
  inTurn<T>(
    key: CounterKey,
    processId: string,
    returned: Returned | undefined,
    work: (counter: LockedCounter) => Promise<T>,
  ): Promise<T>
  /** Returns blocks of any tenants. */
  giveBack(processId: string, returned: readonly Returned[]): Promise<void>
  /** Heartbeat of this process, valid for so many milliseconds. Returns the counters that other processes need. */
  stayAlive(processId: string, forMs: number): Promise<{ wanted: CounterKey[]; now: number }>
  /** Reports that this process has no blocks any more. */
  leave(processId: string): Promise<void>
  /** Asks a process to return its block of a counter. */
  askBack(holderId: string, key: CounterKey): Promise<void>
  /**
   * Whether blocks can be lent: not where tables are spread over nodes, because statements across tenants do not run
   * there.
   */
  canLend(): Promise<boolean>
}

// A crash may lose the last moment of counting, which admits a few more requests; nothing else is lost.
const lockHead = statement(
  'http.lock_rate_head',
  `select h.last_number::float8 as number, h.tickets, h.holder_id, h.lent, h.asked_by,
          h.apart_until_ms::float8 as apart_until, set_config('synchronous_commit', 'off', true)
     from rate_head h where h.tenant_id = $1 and h.category = $2 for update`,
)

const addHead = statement(
  'http.insert_rate_head',
  'insert into rate_head (tenant_id, category) values ($1, $2) on conflict (tenant_id, category) do nothing',
)

// A separate statement after the lock, so that it sees the writes of the previous lock holder. Each look-up uses the
// key, even before the table has statistics, when a join would scan all admissions for each rank. Times increase with
// numbers, so window edges are found by binary search: 13 look-ups for 7,200 admissions.
const readHistory = statement(
  'http.read_rate_history',
  `with recursive clock as materialized (
     select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, h.last_number
       from (select) as always left join rate_head h on h.tenant_id = $1 and h.category = $2
   ), search (place, since, fewest, most) as (
     select w.place, c.now - w.seconds * 1000, 0::bigint, w.requests
       from clock c cross join unnest($4::bigint[], $5::bigint[]) with ordinality as w (seconds, requests, place)
      union all
     select s.place, s.since, case when half.is_inside then half.rank else s.fewest end,
            case when half.is_inside then s.most else half.rank - 1 end
       from search s cross join clock c cross join lateral (
         select (s.fewest + s.most + 1) / 2 as rank,
                exists (select from rate_admission a
                         where a.tenant_id = $1 and a.category = $2 and a.at_ms > s.since
                           and a.number = c.last_number - (s.fewest + s.most + 1) / 2 + 1) as is_inside
       ) half
      where s.fewest < s.most
   )
   select c.now::float8 as now,
          (select coalesce(json_agg(s.fewest order by s.place), '[]') from search s where s.fewest = s.most) as used,
          (select json_object_agg(wanted.rank, (
             select a.at_ms from rate_admission a
              where a.tenant_id = $1 and a.category = $2 and a.number = c.last_number - wanted.rank + 1))
             from unnest($3::bigint[]) as wanted (rank)) as times
     from clock c`,
)

const admit = statement(
  'http.insert_rate_admission',
  `with head as (
     update rate_head set last_number = $3::bigint, tickets = $4::jsonb, asked_by = $7::uuid, apart_until_ms = $8::bigint,
                          holder_id = case when $9::integer > 0 then $7::uuid end, lent = $9::integer
      where tenant_id = $1 and category = $2
   ), gone as (
     delete from rate_admission where tenant_id = $1 and category = $2 and number <= $6::bigint
   )
   insert into rate_admission (tenant_id, category, number, at_ms) values ($1, $2, $3::bigint, $5::bigint)`,
)

const keepTickets = statement(
  'http.update_rate_tickets',
  'update rate_head set tickets = $3::jsonb where tenant_id = $1 and category = $2',
)

const readHolder = statement(
  'http.read_rate_holder',
  'select alive_until_ms::float8 as alive_until from rate_holder where holder_id = $2 and $1::uuid is not null',
)

const forfeit = statement(
  'http.forfeit_rate_block',
  `with head as (
     update rate_head set last_number = $4::bigint, holder_id = null, lent = 0 where tenant_id = $1 and category = $2
   )
   ${answered(`insert into rate_admission (tenant_id, category, number, at_ms)
     select $1::uuid, $2, n.number, $5::bigint from generate_series($3::bigint, $4::bigint) as n (number)`)}`,
)

const readStretches = statement(
  'http.read_rate_stretches',
  `select s.first::float8 as wanted, (
            select json_build_object('first', min(a.number), 'times', json_agg(a.at_ms order by a.number))
              from rate_admission a
             where a.tenant_id = $1 and a.category = $2 and a.number between s.first and s.last
          ) as found
     from unnest($3::bigint[], $4::bigint[]) as s (first, last)`,
)

const closeOne = statement(
  'http.close_rate_block',
  `select close_rate_blocks($2, array[$1::uuid], array[$3], array[$4::bigint], array[$5::json], array[$6::json], array[$7::integer])`,
)

const closeMany = statement('http.close_rate_blocks', 'select close_rate_blocks($2, $1, $3, $4, $5, $6, $7)')

const clock = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const stayAlive = {
  name: 'http.stay_rate_holder',
  text: `update rate_holder h set alive_until_ms = ${clock} + $2::bigint, wanted = '{}'
           from (select holder_id, wanted from rate_holder where holder_id = $1 for update) was
          where h.holder_id = was.holder_id
      returning was.wanted, ${clock}::float8 as now`,
}
const addHolder = {
  name: 'http.insert_rate_holder',
  text: `with gone as (delete from rate_holder where alive_until_ms < ${clock} - 3600000)
         insert into rate_holder (holder_id, alive_until_ms) values ($1, ${clock} + $2::bigint)
      returning wanted, ${clock}::float8 as now`,
}
const removeHolder = { name: 'http.delete_rate_holder', text: 'delete from rate_holder where holder_id = $1' }
const addWanted = {
  name: 'http.want_rate_block',
  text: 'update rate_holder set wanted = wanted || $2::text where holder_id = $1 and not $2 = any(wanted)',
}

/**
 * The counters in the database. Work shared by tenants uses the connections of loops, because requests may occupy all
 * others.
 */
export function createCounterStore(db: Database): CounterStore {
  return {
    inTurn: (key, processId, returned, work) =>
      db.asTenant(key.tenantId, (tx) => {
        const closing = returned && tx.query(closeOne, processId, ...closed(returned))
        closing?.catch(() => {})
        return Promise.all([work(lockedCounter(tx, key)), closing]).then(([result]) => result)
      }),
    async giveBack(processId, returned) {
      const rows = returned.toSorted(byKey)
      const [categories, bases, admitted, tickets, lengths] = [0, 1, 2, 3, 4].map((at) =>
        rows.map((row) => closed(row)[at]),
      )
      const scope = { ...db.scope, pool: db.worker }
      const tenants = rows.map(({ tenantId }) => tenantId)
      await callOnce(scope, closeMany, [tenants, processId, categories, bases, admitted, tickets, lengths])
    },
    async stayAlive(processId, forMs) {
      const values = [processId, forMs]
      const [known] = (await db.worker.query<Presence>({ ...stayAlive, values })).rows
      const { wanted, now } = known ?? (await db.worker.query<Presence>({ ...addHolder, values })).rows[0]!
      return { wanted: wanted.map(keyOf), now }
    },
    async leave(processId) {
      await db.worker.query({ ...removeHolder, values: [processId] })
    },
    async askBack(holderId, key) {
      await db.shared.query({ ...addWanted, values: [holderId, nameOf(key)] })
    },
    canLend: async () => !(await poolSpansNodes(db.shared)),
  }
}

interface Presence {
  wanted: string[]
  now: number
}

/** A counter as one text. Tenant ids contain no spaces. */
export function nameOf({ tenantId, category }: CounterKey): string {
  return `${tenantId} ${category}`
}

function keyOf(name: string): CounterKey {
  const end = name.indexOf(' ')
  return { tenantId: name.slice(0, end), category: name.slice(end + 1) }
}

/** Common lock order for transactions with several counters. */
function byKey(one: CounterKey, other: CounterKey): number {
  return nameOf(one) < nameOf(other) ? -1 : 1
}

function closed({ category, base, admitted, tickets, length }: Returned): [string, number, string, string, number] {
  return [category, base, JSON.stringify(admitted), JSON.stringify(tickets), length]
}

interface Head {
  number: number
  tickets: Ticket[]
  holder_id: string | null
  lent: number
  asked_by: string | null
  apart_until: number
}

function lockedCounter(tx: Tx, { category }: CounterKey): LockedCounter {
  return {
    read: (windows) => readState(tx, category, windows),
    async aliveUntil(holderId) {
      const [row] = await tx.query<{ alive_until: number }>(readHolder, holderId)
      return row?.alive_until ?? 0
    },
    async forfeit({ number, lent }, at) {
      await tx.query(forfeit, category, number + 1, number + lent, at)
    },
    async count({ number, at, tickets, length, requestedBy, apartUntil, lent }) {
      const kept = JSON.stringify(tickets)
      await tx.query(admit, category, number, kept, at, number - length, requestedBy, apartUntil, lent)
    },
    async keepTickets(tickets) {
      await tx.query(keepTickets, category, JSON.stringify(tickets))
    },
    async stretches(wanted) {
      const bounds = [wanted.map(({ first }) => first), wanted.map(({ last }) => last)]
      const rows = await tx.query<{ found: { first: number | null; times: number[] } }>(
        readStretches,
        category,
        ...bounds,
      )
      return rows.flatMap(({ found }) => (found.first === null ? [] : [{ first: found.first, times: found.times }]))
    },
  }
}

const clockStepMs = 60_000

async function readState(tx: Tx, category: string, windows: readonly RateWindow[]): Promise<CounterState> {
  const ask = () =>
    Promise.all([
      tx.query<Head>(lockHead, category),
      tx.query<{ now: number; used: number[]; times: Record<string, number | null> }>(
        readHistory,
        category,
        ranksNeeded(windows),
        windows.map(({ seconds }) => seconds),
        windows.map(({ requests }) => requests),
      ),
    ])
  let [[head], [read]] = await ask()
  if (head === undefined) {
    await tx.query(addHead, category)
    ;[[head], [read]] = await ask()
  }
  const { now, times } = read!
  // After the database clock was set back, all requests would be refused until it has caught up, so counting restarts.
  const isAhead = (times[1] ?? 0) > now + clockStepMs
  const { number, holder_id: holderId, lent, asked_by: requestedBy, apart_until: apartUntil, tickets } = head!
  return {
    ...{ number, holderId, lent, requestedBy, apartUntil, now, isAhead },
    tickets: isAhead ? [] : tickets,
    history: isAhead ? () => undefined : (rank) => times[rank] ?? undefined,
    used: isAhead ? windows.map(() => 0) : read!.used,
  }
}
