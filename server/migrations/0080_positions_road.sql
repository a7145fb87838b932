-- What road engines answered, so that a way is asked for once, by all processes and across restarts.

create table road (
  tenant_id uuid not null,
  -- Kind of the engine and a digest of its address and profile: another engine has other roads.
  engine text not null,
  -- Latitude and longitude with four decimals: ten metres are the same place.
  from_place text not null,
  to_place text not null,
  distance_km double precision not null,
  driving_minutes integer not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, engine, from_place, to_place)
);
comment on table road is 'Distance and driving time between two places, as a road engine answered; asked for again after 180 days.';
create index road_by_age on road (tenant_id, found_at);
select own_by_tenant('road');

-- An engine that gives no answer. The row goes when it answers again.
create table road_failure (
  tenant_id uuid primary key,
  engine text not null,
  kind text not null,
  failure text not null,
  since_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);
comment on table road_failure is 'The road engine of the tenant gives no answer: why, since when, and when it was asked last.';
select own_by_tenant('road_failure');

-- Whether the way to a stop was measured by an engine; what was kept before was not, or no one knows.
alter table trip_stop add column mileage_is_estimated boolean;
