-- Answers of road engines, stored so that a route is requested once for all processes, even after a restart.

create table road (
  tenant_id uuid not null,
  -- Kind of the engine, and a digest of its address and profile: another engine finds other routes.
  engine text not null,
  -- Latitude and longitude with four decimals, so that points within ten metres are the same place.
  from_place text not null,
  to_place text not null,
  distance_km double precision not null,
  driving_minutes integer not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engine, from_place, to_place)
);
comment on table road is
  'Distance and driving time between two places from a road engine. Requested again after 180 days.';
create index road_by_age on road (tenant_id, found_at);
select own_by_tenant('road');

-- Deleted when the engine responds again.
create table road_failure (
  tenant_id uuid primary key,
  engine text not null,
  kind text not null,
  failure text not null,
  since_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);
comment on table road_failure is 'Failure of the road engine of a tenant: the reason, its start and the last request.';
select own_by_tenant('road_failure');

-- Null: unknown, for values of earlier versions.
alter table trip_stop add column mileage_is_estimated boolean;
