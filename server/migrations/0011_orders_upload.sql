-- Accepted uploads. The row itself is the queue: there is no second store that could disagree with it.
-- No foreign key to tenant on these busy tables: each row would lock the one tenant row that all of them share.

-- One lane per order_identifier: uploads of one order are applied in the order of their lane numbers.
create table order_lane (
  tenant_id uuid not null,
  order_identifier text collate "C" not null,
  last_number integer not null,
  primary key (tenant_id, order_identifier)
);
comment on table order_lane is 'Counts the uploads of one order_identifier; its row lock decides their order.';
select own_by_tenant('order_lane');

create table order_upload (
  tenant_id uuid not null,
  upload_id uuid not null,
  order_identifier text collate "C" not null,
  lane_number integer not null,
  operation text not null check (operation in ('CREATE', 'UPDATE', 'DELETE')),
  -- The canonical upload with sorted members: what body_hash is the SHA-256 of.
  body text not null,
  body_hash bytea not null,
  status text not null default 'IN_PROGRESS' check (status in ('IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED')),
  order_id uuid,
  errors jsonb,
  warnings jsonb,
  source text not null check (source in ('API', 'WEBHOOK', 'SCREEN')),
  -- The one company a caller with the role CUSTOMER may act for.
  company_id uuid,
  idempotency_key text collate "C",
  accepted_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table order_upload is 'What a caller sent and what became of it.';
create index order_upload_by_time on order_upload (tenant_id, accepted_at);
create unique index order_upload_by_key on order_upload (tenant_id, idempotency_key)
  where idempotency_key is not null;
-- Last, because among indexes that cost the same the planner takes the newest: look-ups by id are the most frequent.
alter table order_upload add primary key (tenant_id, upload_id);
select own_by_tenant('order_upload');

-- Narrow, and empty when nothing waits. Accepting inserts here and never locks a row, so it never waits for applying.
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
comment on table upload_pending is 'Uploads that wait to be applied; the row is deleted with the effect.';
create index upload_pending_by_time on upload_pending (tenant_id, ready_at);
select own_by_tenant('upload_pending');
select list_in_directory('upload_pending');

-- Which tenants have uploads that are due. Hops from tenant to tenant over the index and returns nothing but ids.
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
