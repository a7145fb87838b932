import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { Tally, UsageNotes } from './rules.ts'

// Rows in the order of the key, so that two processes that count the same minute do not wait for each other in a circle.
const addMinutes = statement(
  'usage.add_minutes',
  `insert into usage_minute as u (tenant_id, category, minute, client_id, is_refused, requests)
   select $1::uuid, n.category, to_timestamp(n.at / 1000), n.name, n.is_refused, n.requests
     from unnest($2::text[], $3::float8[], $4::text[], $5::boolean[], $6::integer[])
          as n (category, at, name, is_refused, requests)
    order by n.category, n.at, n.name, n.is_refused
   on conflict (tenant_id, category, minute, client_id, is_refused) do update set requests = u.requests + excluded.requests`,
)
const addPaths = statement(
  'usage.add_paths',
  `insert into usage_path as u (tenant_id, category, hour, operation, is_refused, requests)
   select $1::uuid, n.category, to_timestamp(n.at / 1000), n.name, n.is_refused, n.requests
     from unnest($2::text[], $3::float8[], $4::text[], $5::boolean[], $6::integer[])
          as n (category, at, name, is_refused, requests)
    order by n.category, n.at, n.name, n.is_refused
   on conflict (tenant_id, category, hour, operation, is_refused) do update set requests = u.requests + excluded.requests`,
)
const addRefusals = statement(
  'usage.insert_refusals',
  `insert into usage_refusal (tenant_id, category, refused_at, client_id, method, path, retry_after_s)
   select $1::uuid, n.category, to_timestamp(n.at / 1000), n.client_id, n.method, n.path, n.retry_after_s
     from unnest($2::text[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::integer[])
          as n (category, at, client_id, method, path, retry_after_s)`,
)

/** Adds what was counted to what is there. */
export async function addUsage(tx: Tx, { minutes, paths, refusals }: UsageNotes): Promise<void> {
  await Promise.all([
    tx.query(addMinutes, ...columnsOf([...minutes.values()])),
    tx.query(addPaths, ...columnsOf([...paths.values()])),
    refusals.length > 0 &&
      tx.query(
        addRefusals,
        refusals.map((one) => one.category),
        refusals.map((one) => one.at),
        refusals.map((one) => one.clientId),
        refusals.map((one) => one.method),
        refusals.map((one) => one.path),
        refusals.map((one) => one.retryAfter),
      ),
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
