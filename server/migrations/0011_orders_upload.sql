-- Accepted uploads. The row itself is the queue, so no second store can disagree with it. These busy tables have no
-- foreign key to tenant: each insert would lock the tenant row that all of them share.

-- One upload queue per order_identifier. Its uploads are applied in the order of lane_number.
create table order_lane (
  tenant_id uuid not null,
  order_identifier text collate "C" not null,
  last_number integer not null,
  primary key (tenant_id, order_identifier)
);
comment on table order_lane is 'Counter of the uploads of one order_identifier. Its row lock decides their order.';
select own_by_tenant('order_lane');

create table order_upload (
  tenant_id uuid not null,
  upload_id uuid not null,
  order_identifier text collate "C" not null,
  lane_number integer not null,
  operation text not null check (operation in ('CREATE', 'UPDATE', 'DELETE')),
  -- The canonical upload with sorted members, from which body_hash is computed (SHA-256).
  body text not null,
  body_hash bytea not null,
  status text not null default 'IN_PROGRESS' check (status in ('IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED')),
  order_id uuid,
  errors jsonb,
  warnings jsonb,
  source text not null check (source in ('API', 'WEBHOOK', 'SCREEN')),
  -- For a caller with the role CUSTOMER: the only company it may act for.
  company_id uuid,
  idempotency_key text collate "C",
  accepted_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table order_upload is 'An accepted upload and its result.';
create index order_upload_by_time on order_upload (tenant_id, accepted_at);
create unique index order_upload_by_key on order_upload (tenant_id, idempotency_key)
  where idempotency_key is not null;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table order_upload add primary key (tenant_id, upload_id);
select own_by_tenant('order_upload');

-- Narrow, and empty when no upload waits. Accepting inserts here and locks no row, so it never waits for applying.
create table upload_pending (
  tenant_id uuid not null,
  order_identifier text collate "C" not null,
  lane_number integer not null,
  upload_id uuid not null,
  operation text not null,
  ready_at timestamptz not null default now(),
  attempts integer not null default 0,
  primary key (tenant_id, order_identifier, lane_number)
);
comment on table upload_pending is
  'Uploads that are not applied yet. The row is deleted in the transaction that applies it.';
create index upload_pending_by_time on upload_pending (tenant_id, ready_at);
select own_by_tenant('upload_pending');
select list_in_directory('upload_pending');

-- Stores uploads of several tenants in one call: one round trip and one commit for all waiting uploads. Called with the
-- caller's rights, so the row security of each tenant applies; the items of a tenant must be adjacent.
-- Pending uploads cannot change the facts of a verdict: a cancelled order stays cancelled, and an order is inserted in
-- the commit that deletes its pending upload. The row lock of the upload queue decides the numbers.
-- The bodies are one text, separated by U+001E, a character that JSON text cannot contain. An array would have to
-- escape every quote.
create function accept_uploads(
  tenants uuid[], upload_ids uuid[], identifiers text[], operations text[], bodies text, hashes bytea[], sources text[],
  companies uuid[], keys text[]
) returns table (upload_id uuid, verdict text, order_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  body_list constant text[] := string_to_array(bodies, E'\x1e');
  one record;
begin
  for one in
    select t.tenant_id, min(t.item) as first, max(t.item) as last
      from unnest(tenants) with ordinality as t (tenant_id, item) group by t.tenant_id order by t.tenant_id
  loop
    perform set_config('app.tenant', one.tenant_id::text, true);
    return query
    with input as (
      select * from unnest(
          upload_ids[one.first:one.last], identifiers[one.first:one.last], operations[one.first:one.last],
          body_list[one.first:one.last], hashes[one.first:one.last], sources[one.first:one.last],
          companies[one.first:one.last], keys[one.first:one.last]
        ) with ordinality
        as i (upload_id, order_identifier, operation, body, body_hash, source, company_id, idempotency_key, item)
    ), judged as (
      select i.*, o.order_id,
             case
               when o.company_id <> i.company_id then 'taken'
               when o.status = 'CANCELLED' and i.operation <> 'DELETE' then 'cancelled'
               when o.order_id is null and i.operation = 'DELETE'
                and not exists (select from upload_pending p
                                 where p.tenant_id = one.tenant_id and p.order_identifier = i.order_identifier
                                   and p.operation <> 'DELETE')
                and not exists (select from input e
                                 where e.order_identifier = i.order_identifier and e.item < i.item
                                   and e.operation <> 'DELETE')
               then 'unknown'
               else 'accepted'
             end as verdict
        from input i
        left join transport_order o
          on o.tenant_id = one.tenant_id and o.order_identifier = any(identifiers[one.first:one.last])
         and o.order_identifier = i.order_identifier
    ), accepted as (
      select j.*, row_number() over (partition by order_identifier order by item) as place,
             count(*) over (partition by order_identifier) as places
        from judged j where verdict = 'accepted'
    ), lanes as (
      insert into order_lane (tenant_id, order_identifier, last_number)
      select one.tenant_id, a.order_identifier, count(*) from accepted a
       group by a.order_identifier order by a.order_identifier collate "C"
      on conflict (tenant_id, order_identifier)
        do update set last_number = order_lane.last_number + excluded.last_number
      returning order_identifier, last_number
    ), numbered as (
      select a.*, l.last_number - a.places + a.place as lane_number
        from accepted a join lanes l on l.order_identifier = a.order_identifier
    ), stored as (
      insert into order_upload (tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash,
                                order_id, source, company_id, idempotency_key)
      select one.tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash,
             case when operation <> 'CREATE' then order_id end, source, company_id, idempotency_key
        from numbered
    ), pending as (
      insert into upload_pending (tenant_id, order_identifier, lane_number, upload_id, operation)
      select one.tenant_id, order_identifier, lane_number, upload_id, operation from numbered
    )
    select upload_id, verdict, order_id from judged order by item;
  end loop;
end
$$;
revoke all on function accept_uploads(uuid[], uuid[], text[], text[], text, bytea[], text[], uuid[], text[]) from public;
grant execute on function accept_uploads(uuid[], uuid[], text[], text[], text, bytea[], text[], uuid[], text[])
  to cartage_app, cartage_worker;

-- Tenants that have due uploads. Steps from tenant to tenant over the index and returns only ids.
create function tenants_with_uploads() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
  with recursive tenants as (
    (select tenant_id, ready_at from upload_pending order by tenant_id, ready_at limit 1)
    union all
    select next.tenant_id, next.ready_at
      from tenants
      cross join lateral (
        select tenant_id, ready_at from upload_pending
         where upload_pending.tenant_id > tenants.tenant_id
         order by tenant_id, ready_at limit 1
      ) next
  )
  select tenant_id from tenants where ready_at <= now()
$$;
alter function tenants_with_uploads() owner to cartage_directory;
revoke all on function tenants_with_uploads() from public;
grant execute on function tenants_with_uploads() to cartage_worker;
