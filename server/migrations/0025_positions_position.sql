-- Telematics: positions and measurements of resources in weekly partitions, the last values, positions to publish, and
-- arrivals and departures proposed from positions.

alter table tenant_setting add column positions jsonb not null default
  '{"send_events": true, "geofence": "OFF", "geofence_radius_m": 300, "geofence_dwell_minutes": 3, "road_engine": null}';

-- For the ids that other systems use for resources, which a process caches for some seconds.
create index resource_integrated on resource (tenant_id, resource_id) where integrations is not null and not is_archived;

create table position_sample (
  tenant_id uuid not null,
  -- No foreign key: resources are never deleted, and the check would cost more than the row.
  resource_id uuid not null,
  recorded_at timestamptz not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- Includes the instant: a sample that is received again is the same sample.
  primary key (tenant_id, resource_id, recorded_at)
) partition by range (recorded_at);
comment on table position_sample is 'Positions of resources, partitioned by week. Old weeks are dropped.';
select own_by_tenant('position_sample');

create table telemetry_sample (
  tenant_id uuid not null,
  resource_id uuid not null,
  kind text not null check (kind in ('TEMPERATURE', 'TACHOGRAPH', 'FUEL', 'MILEAGE', 'WEIGHT')),
  recorded_at timestamptz not null,
  -- As it was received, without its timestamp.
  doc jsonb not null,
  primary key (tenant_id, resource_id, kind, recorded_at)
) partition by range (recorded_at);
comment on table telemetry_sample is 'Other measurements of resources, partitioned by week. Old weeks are dropped.';
select own_by_tenant('telemetry_sample');

create table resource_state (
  tenant_id uuid not null,
  resource_id uuid not null,
  kind text not null check (kind in ('POSITION', 'TEMPERATURE', 'TACHOGRAPH', 'FUEL', 'MILEAGE', 'WEIGHT')),
  -- Of the newest sample. A late sample changes nothing.
  recorded_at timestamptz not null,
  doc jsonb not null,
  changed_at timestamptz not null default clock_timestamp(),
  -- For the kind POSITION: number and time of the last event of the resource.
  event_sequence integer not null default 0,
  event_at timestamptz,
  primary key (tenant_id, resource_id, kind)
)
-- No changed column is in an index, so an update stays in its page while there is room.
with (fillfactor = 60);
comment on table resource_state is 'The newest sample of each kind, per resource.';
select own_by_tenant('resource_state');

create table position_outbox (
  tenant_id uuid not null,
  resource_id uuid not null,
  recorded_at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  -- Positions of a resource that sends often are published in batches.
  due_at timestamptz not null default now(),
  primary key (tenant_id, resource_id, recorded_at)
);
comment on table position_outbox is 'Positions to publish. Narrow, and its rows are deleted within seconds.';
create index position_outbox_due on position_outbox (tenant_id, due_at);
select own_by_tenant('position_outbox');
select list_in_directory('position_outbox');

create table location_fence (
  tenant_id uuid not null,
  location_id uuid not null,
  radius_m integer not null check (radius_m between 25 and 20000),
  primary key (tenant_id, location_id),
  foreign key (tenant_id, location_id) references location (tenant_id, location_id)
);
comment on table location_fence is 'Radius of the fence of a location that does not use the default of the tenant.';
select own_by_tenant('location_fence');

create table stop_proposal (
  tenant_id uuid not null,
  stop_id uuid not null,
  kind text not null check (kind in ('ARRIVAL', 'DEPARTURE')),
  -- No foreign key: the trip may be deleted, and the decision stays.
  trip_id uuid not null,
  resource_id uuid not null,
  happened_at timestamptz not null,
  state text not null check (state in ('OPEN', 'ACCEPTED', 'DISMISSED')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (tenant_id, stop_id, kind)
);
comment on table stop_proposal is
  'An arrival or departure derived from positions, for a planner to accept, or already applied.';
create index stop_proposal_open on stop_proposal (tenant_id, created_at, stop_id, kind) where state = 'OPEN';
create index stop_proposal_by_trip on stop_proposal (tenant_id, trip_id);
select own_by_tenant('stop_proposal');

-- Creates the weekly partitions of both sample tables for a range of days, with row security. They are attached, not
-- created in place, so that writers are not blocked.
create function make_position_weeks(first_day date, last_day date) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s'
  -- The bounds of a week do not depend on the time zone of the session.
  set timezone = 'UTC'
  as $$
declare
  monday date;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(7240110043);
  for monday in
    select day::date from generate_series(date_trunc('week', first_day::timestamp), last_day::timestamp, '7 days') as day
  loop
    foreach parent in array array['position_sample', 'telemetry_sample'] loop
      part := parent || '_' || to_char(monday, 'YYYYMMDD');
      continue when to_regclass('public.' || part) is not null;
      execute format('create table %I (like %I including all)', part, parent);
      perform own_by_tenant(part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                     parent, part, monday::timestamptz, (monday + 7)::timestamptz);
    end loop;
  end loop;
end
$$;
revoke all on function make_position_weeks(date, date) from public;
grant execute on function make_position_weeks(date, date) to cartage_worker;

-- Drops the weeks that ended on or before a day; for a day within the last week, a week ago is used. Returns their
-- number.
create function drop_position_weeks(before_day date) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' set timezone = 'UTC'
  as $$
declare
  part text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7240110043);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('position_sample'::regclass, 'telemetry_sample'::regclass)
       and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= least(before_day, current_date - 7)
     order by c.relname
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
revoke all on function drop_position_weeks(date) from public;
grant execute on function drop_position_weeks(date) to cartage_worker;

select make_position_weeks((now() - interval '100 days')::date, (now() + interval '28 days')::date);

-- Tenants that have positions to publish now. Two index probes per tenant.
create function tenants_with_positions_to_send() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    with recursive found as (
      (select tenant_id from position_outbox order by tenant_id limit 1)
      union all
      select (select o.tenant_id from position_outbox o where o.tenant_id > found.tenant_id order by o.tenant_id limit 1)
        from found where found.tenant_id is not null
    )
    select f.tenant_id from found f where exists (
      select from position_outbox o where o.tenant_id = f.tenant_id and o.due_at <= now()
    )
  $$;
alter function tenants_with_positions_to_send() owner to cartage_directory;
revoke all on function tenants_with_positions_to_send() from public;
grant execute on function tenants_with_positions_to_send() to cartage_worker;
