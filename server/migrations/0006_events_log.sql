-- Events. They are written once, in the transaction of the change. Clients read them, and webhook endpoints receive
-- them.

create table event (
  tenant_id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  entity_type text not null,
  entity_id uuid not null,
  -- Number within the entity from 1. Taken under the row lock of the entity, so that it ascends in the order of
  -- commits.
  sequence integer not null check (sequence > 0),
  epoch integer not null,
  type text not null,
  -- Clock time, not the start of the transaction: a transaction that waited for the lock of the entity gets a later
  -- time.
  recorded_at timestamptz not null default clock_timestamp(),
  -- Text, not jsonb: endpoints receive exactly these bytes, and the signature covers them.
  payload text not null,
  primary key (tenant_id, event_id),
  unique (tenant_id, entity_type, entity_id, epoch, sequence)
);
comment on table event is 'A change of one order, stop, trip or other entity, with its outbound payload.';
select own_by_tenant('event');

create table event_unsealed (
  tenant_id uuid not null,
  recorded_at timestamptz not null,
  event_id uuid not null,
  primary key (tenant_id, recorded_at, event_id)
);
comment on table event_unsealed is
  'Events without a log position. Rows are narrow and soon deleted, so that looking for work stays cheap.';
select own_by_tenant('event_unsealed');
select list_in_directory('event_unsealed');

create table event_head (
  tenant_id uuid primary key,
  last_position bigint not null default 0
);
comment on table event_head is
  'Last position assigned in the log of a tenant. Its row lock lets one process at a time assign positions.';
select own_by_tenant('event_head');

create table event_position (
  tenant_id uuid not null,
  position bigint not null check (position > 0),
  event_id uuid not null,
  primary key (tenant_id, position)
);
comment on table event_position is
  'The log in the order in which clients read it. Only committed events get positions, as commits appear out of order.';
select own_by_tenant('event_position');

-- Tenants that have events without a position. One index probe per tenant, whatever the number of rows.
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
