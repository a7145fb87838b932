-- What has happened, once and for ever: written in the transaction of the change, pulled by clients, pushed to receivers.

create table event (
  tenant_id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  entity_type text not null,
  entity_id uuid not null,
  -- Number within the entity from 1, taken under the entity's row lock, so that it rises in commit order.
  sequence integer not null check (sequence > 0),
  epoch integer not null,
  type text not null,
  -- The clock, not the transaction's start: a transaction that waited for the entity's lock comes later.
  recorded_at timestamptz not null default clock_timestamp(),
  -- Text, not jsonb: receivers get these very bytes and the signature covers them.
  payload text not null,
  primary key (tenant_id, event_id),
  unique (tenant_id, entity_type, entity_id, epoch, sequence)
);
comment on table event is 'One thing that happened to one order, stop, trip and so on, with its outbound payload.';
select own_by_tenant('event');

create table event_unsealed (
  tenant_id uuid not null,
  recorded_at timestamptz not null,
  event_id uuid not null,
  primary key (tenant_id, recorded_at, event_id)
);
comment on table event_unsealed is 'Events that have no position yet. Narrow, and its rows go away, so that looking for work stays cheap.';
select own_by_tenant('event_unsealed');
select list_in_directory('event_unsealed');

create table event_head (
  tenant_id uuid primary key,
  last_position bigint not null default 0
);
comment on table event_head is 'Last position given in the log of a tenant. Its row lock makes sealing one at a time.';
select own_by_tenant('event_head');

create table event_position (
  tenant_id uuid not null,
  position bigint not null check (position > 0),
  event_id uuid not null,
  primary key (tenant_id, position)
);
comment on table event_position is
  'The log in the order clients read it. Commits become visible out of order, so positions are given to committed events only.';
select own_by_tenant('event_position');

-- The tenants that have events without a position. One index probe per tenant, however many rows there are.
create function tenants_with_unsealed_events() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    with recursive found as (
      (select tenant_id from event_unsealed order by tenant_id limit 1)
      union all
      select (select u.tenant_id from event_unsealed u where u.tenant_id > found.tenant_id order by u.tenant_id limit 1)
        from found where found.tenant_id is not null
    )
    select tenant_id from found where tenant_id is not null
  $$;
alter function tenants_with_unsealed_events() owner to cartage_directory;
revoke all on function tenants_with_unsealed_events() from public;
grant execute on function tenants_with_unsealed_events() to cartage_worker;
