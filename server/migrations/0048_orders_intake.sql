-- Accepted uploads stay visible until they are done: their sender, notes and cause of failure, and an inbox item for
-- each upload that ended in ERROR.

-- Kind and public id of the client, credentials or user. Null for uploads accepted before this migration.
alter table order_upload
  add column sent_by_kind text,
  add column sent_by text collate "C",
  add column request_id text,
  -- Warnings found on acceptance, and members sent in another spelling. Null for most uploads.
  add column notes json;

-- Orders from a spreadsheet get a source of their own, apart from the form.
alter table order_upload drop constraint order_upload_source_check;
alter table order_upload no force row level security;
update order_upload set source = 'IMPORT' where source = 'SCREEN' and idempotency_key like 'import %';
alter table order_upload force row level security;
alter table order_upload
  add constraint order_upload_source_check check (source in ('API', 'WEBHOOK', 'SCREEN', 'IMPORT'));

-- Number of the attempt to apply it: a user may run a failed upload again.
alter table upload_pending add column run integer not null default 1;
alter table upload_outcome
  add column run integer not null default 1,
  -- Cause of an ERROR: its first reason without variable parts, so that uploads with the same reason are found
  -- together.
  add column cause text;
-- The conditions keep look-ups by id from using these indexes (see 0047).
create index upload_outcome_by_order on upload_outcome (tenant_id, order_id, upload_id) where order_id is not null;
create index upload_outcome_not_done on upload_outcome (tenant_id, finished_at, upload_id) where status <> 'COMPLETED';

-- As in 0040, with the sender and the notes.
drop function accept_uploads(uuid[], uuid[], text[], text[], text, bytea[], text[], uuid[], text[]);
create function accept_uploads(
  tenants uuid[], upload_ids uuid[], identifiers text[], operations text[], bodies text, hashes bytea[], sources text[],
  companies uuid[], keys text[], sender_kinds text[] default null, senders text[] default null,
  notes json[] default null, requests text[] default null
) returns table (upload_id uuid, verdict text, order_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  texts text[] := string_to_array(bodies, E'\x1e');
  low integer := 1;
  high integer;
  count integer := cardinality(tenants);
  base bigint;
begin
  -- Locks all queues of the call in the same order as other calls, so that two calls cannot deadlock.
  perform pg_advisory_xact_lock(lane.key) from (
    select distinct hashtextextended(i.identifier, ('x' || substr(i.tenant::text, 1, 8))::bit(32)::integer) as key
      from unnest(tenants, identifiers) as i (tenant, identifier) order by 1
  ) as lane;
  base := floor(extract(epoch from clock_timestamp()) * 1000000);
  while low <= count loop
    high := low;
    while high < count and tenants[high + 1] = tenants[low] loop
      high := high + 1;
    end loop;
    perform set_config('app.tenant', tenants[low]::text, true);
    return query
      with item as materialized (
        select i.*, known.order_id, case
            when known.company_id <> i.company_id then 'taken'
            when known.status = 'CANCELLED' and i.operation <> 'DELETE' then 'cancelled'
            when known.order_id is null and i.operation = 'DELETE' and not exists (
              select from upload_pending p
               where p.tenant_id = tenants[low] and p.order_identifier = i.order_identifier and p.operation <> 'DELETE'
            ) and not exists (
              select from unnest(identifiers[low:high], operations[low:high]) with ordinality
                       as e (order_identifier, operation, place)
               where e.place < i.place and e.order_identifier = i.order_identifier and e.operation <> 'DELETE'
            ) then 'unknown'
            else 'accepted'
          end as verdict
          from unnest(upload_ids[low:high], identifiers[low:high], operations[low:high], texts[low:high],
                      hashes[low:high], sources[low:high], companies[low:high], keys[low:high],
                      sender_kinds[low:high], senders[low:high], notes[low:high],
                      requests[low:high]) with ordinality
                 as i (upload_id, order_identifier, operation, body, body_hash, source, company_id, idempotency_key,
                       sent_by_kind, sent_by, notes, request_id, place)
          -- The order by makes the planner use the index of identifiers: on an empty table the primary key would cost
          -- the same.
          left join lateral (
            select * from (
              select t.order_id, t.company_id, t.status, t.order_identifier from transport_order t
               where t.tenant_id = tenants[low] and t.order_identifier >= i.order_identifier
               order by t.order_identifier limit 1
            ) t where t.order_identifier = i.order_identifier
          ) known on true
      ), numbered as materialized (
        select item.*, greatest(base, waits.lane_number) + item.place as lane_number
          from item
          left join lateral (
            select p.lane_number from upload_pending p
             where p.tenant_id = tenants[low] and p.order_identifier = item.order_identifier
             order by p.order_identifier desc, p.lane_number desc limit 1
          ) waits on true
         where item.verdict = 'accepted'
      ), stored as (
        insert into order_upload (tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash,
                                  order_id, source, company_id, idempotency_key, sent_by_kind, sent_by, notes,
                                  request_id)
          select tenants[low], n.upload_id, n.order_identifier, n.lane_number, n.operation, n.body, n.body_hash,
                 case when n.operation <> 'CREATE' then n.order_id end, n.source, n.company_id, n.idempotency_key,
                 n.sent_by_kind, n.sent_by, n.notes, n.request_id
            from numbered n
      ), waiting as (
        insert into upload_pending (tenant_id, order_identifier, lane_number, upload_id, operation)
          select tenants[low], n.order_identifier, n.lane_number, n.upload_id, n.operation from numbered n
      )
      select item.upload_id, item.verdict, item.order_id from item order by item.place;
    low := high + 1;
  end loop;
end
$$;
revoke all on function accept_uploads(
  uuid[], uuid[], text[], text[], text, bytea[], text[], uuid[], text[], text[], text[], json[], text[]) from public;
grant execute on function accept_uploads(
  uuid[], uuid[], text[], text[], text, bytea[], text[], uuid[], text[], text[], text[], json[], text[])
  to cartage_app, cartage_worker;
