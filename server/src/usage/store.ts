import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { mostRejectionsOfOne, type NotedRejection, type Tally, type UsageNotes } from './rules.ts'

// Rows in key order, so that two processes counting the same minute do not deadlock.
const addMinutes = statement(
  'usage.add_minutes',
  `insert into usage_minute as u (tenant_id, category, minute, client_id, is_refused, requests)
   select $1::uuid, n.category, to_timestamp(n.at / 1000), n.name, n.is_refused, n.requests
     from unnest($2::text[], $3::float8[], $4::text[], $5::boolean[], $6::integer[])
          as n (category, at, name, is_refused, requests)
    order by n.category, n.at, n.name, n.is_refused
   on conflict (tenant_id, category, minute, client_id, is_refused) do update set requests = u.requests + excluded.requests
   returning tenant_id`,
)
const addPaths = statement(
  'usage.add_paths',
  `insert into usage_path as u (tenant_id, category, hour, operation, is_refused, requests)
   select $1::uuid, n.category, to_timestamp(n.at / 1000), n.name, n.is_refused, n.requests
     from unnest($2::text[], $3::float8[], $4::text[], $5::boolean[], $6::integer[])
          as n (category, at, name, is_refused, requests)
    order by n.category, n.at, n.name, n.is_refused
   on conflict (tenant_id, category, hour, operation, is_refused) do update set requests = u.requests + excluded.requests
   returning tenant_id`,
)
const addRejections = statement(
  'usage.insert_refusals',
  `insert into usage_refusal
          (tenant_id, category, refused_at, client_id, method, path, retry_after_s, request_id, status, code, field)
   select $1::uuid, n.category, to_timestamp(n.at / 1000), n.client_id, n.method, n.path, n.retry_after_s, n.request_id,
          n.status, n.code, n.field
     from unnest($2::text[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::uuid[],
                 $9::integer[], $10::text[], $11::text[])
          as n (category, at, client_id, method, path, retry_after_s, request_id, status, code, field)
   returning tenant_id`,
)
// Skips rows that another process is removing.
const trimRejections = statement(
  'usage.delete_older_refusals',
  `delete from usage_refusal u
    where u.tenant_id = $1 and u.refusal_id = any (array(
      select k.refusal_id from usage_refusal k
       where k.tenant_id = $1 and k.refusal_id = any (array(
         select x.refusal_id from (
           select r.refusal_id, row_number() over (
                    partition by r.client_id, r.status = 429 order by r.refused_at desc, r.refusal_id) as place
             from usage_refusal r where r.tenant_id = $1 and r.client_id = any ($2::text[])) x
          where x.place > $3))
         for update skip locked))`,
)

/** Adds the counts to the stored ones, and keeps the latest refusals of each client. */
export async function addUsage(tx: Tx, { minutes, paths, refusals }: UsageNotes): Promise<void> {
  await Promise.all([
    minutes.size > 0 && tx.query(addMinutes, ...columnsOf([...minutes.values()])),
    paths.size > 0 && tx.query(addPaths, ...columnsOf([...paths.values()])),
    insertRejections(tx, [...refusals.values()].flat()),
  ])
}

async function insertRejections(tx: Tx, refused: readonly NotedRejection[]): Promise<void> {
  if (refused.length === 0) return
  const column = <Member extends keyof NotedRejection>(member: Member) => refused.map((one) => one[member])
  await Promise.all([
    tx.query(
      addRejections,
      column('category'),
      column('at'),
      column('clientId'),
      column('method'),
      column('path'),
      refused.map((one) => one.retryAfter ?? null),
      column('requestId'),
      column('status'),
      column('code'),
      column('field'),
    ),
    tx.query(trimRejections, [...new Set(column('clientId'))], mostRejectionsOfOne),
  ])
}

function columnsOf(tallies: readonly Tally[]): unknown[] {
  return [
    tallies.map((one) => one.category),
    tallies.map((one) => one.from),
    tallies.map((one) => one.name),
    tallies.map((one) => one.isRefused),
    tallies.map((one) => one.requests),
  ]
}
