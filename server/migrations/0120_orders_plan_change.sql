-- External changes of orders on a trip, until planning applied them or a user has seen them.
create table order_plan_change (
  tenant_id uuid not null,
  change_id uuid not null,
  order_id uuid not null,
  trip_id uuid not null,
  -- Before and after, one entry per stop or good.
  changes jsonb not null,
  -- After the order was locked, so that every later planning command has seen the change.
  happened_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz,
  seen_by_kind text,
  seen_by text collate "C",
  primary key (tenant_id, change_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id),
  check ((seen_at is null) = (seen_by_kind is null))
);
comment on table order_plan_change is 'External changes of orders on trips, for a planner to check.';
create index order_plan_change_by_order on order_plan_change (tenant_id, order_id);
create index order_plan_change_open on order_plan_change (tenant_id, happened_at, change_id) where seen_at is null;
select own_by_tenant('order_plan_change');
