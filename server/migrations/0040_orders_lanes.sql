-- What accepting an upload costs, lowered once more: a lane is a lock and a time, not a row that counts.

-- Microseconds since 1970, above what waits in the lane should a clock have been set back. Those of a lane rise in the
-- order of its commits, because whoever takes one holds the lane's lock until it commits.
alter table order_upload alter column lane_number type bigint;
alter table upload_pending alter column lane_number type bigint;
comment on column order_upload.lane_number is 'Uploads of one order_identifier take effect in ascending order of it.';
drop table order_lane;

-- All uploads of a tenant are judged and stored by one statement, so that what a statement costs to open is shared by
-- those that came together. Everything else as it was: each part runs under its own tenant's wall, and the items of a
-- tenant stand together. The facts they are judged by cannot be changed by a pending upload: cancelled is final, and an
-- order appears in the same commit in which its pending upload disappears.
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
  -- All lanes of the call, in one order for everybody, so that two calls never wait in a circle.
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
          -- The order by keeps to the index of identifiers: planned on an empty table, the primary key would cost the same.
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
