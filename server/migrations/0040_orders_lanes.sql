-- Makes accepting an upload cheaper: an upload queue is an advisory lock and a time instead of a counter row.

-- Microseconds since 1970. Greater than any waiting number of the queue, even if a clock was set back. Numbers of a
-- queue ascend in the order of commits, because its lock is held until the commit.
alter table order_upload alter column lane_number type bigint;
alter table upload_pending alter column lane_number type bigint;
comment on column order_upload.lane_number is 'Uploads of one order_identifier are applied in ascending order of it.';
drop table order_lane;

-- Judges and stores all uploads of a tenant with one statement, so that uploads that arrive together share the cost of
-- opening it. As before, each part runs under the row security of its tenant, and the items of a tenant are adjacent.
-- Pending uploads cannot change the facts of a verdict: a cancelled order stays cancelled, and an order is inserted in
-- the commit that deletes its pending upload.
create or replace function accept_uploads(
  tenants uuid[], upload_ids uuid[], identifiers text[], operations text[], bodies text, hashes bytea[], sources text[],
  companies uuid[], keys text[]
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
                      hashes[low:high], sources[low:high], companies[low:high], keys[low:high]) with ordinality
                 as i (upload_id, order_identifier, operation, body, body_hash, source, company_id, idempotency_key, place)
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
                                  order_id, source, company_id, idempotency_key)
          select tenants[low], n.upload_id, n.order_identifier, n.lane_number, n.operation, n.body, n.body_hash,
                 case when n.operation <> 'CREATE' then n.order_id end, n.source, n.company_id, n.idempotency_key
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
