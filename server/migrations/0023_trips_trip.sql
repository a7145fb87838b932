-- Trips: their stops in sequence, their resources and their progress. The requests of orders stay in order_stop.

create table trip (
  tenant_id uuid not null,
  trip_id uuid not null default gen_random_uuid(),
  -- Shown to users. From the number range `trip`, or from the optimiser.
  name text not null,
  -- Identifier of the optimiser that imported it, compared byte for byte (TRIP-1, TRIP-2).
  trip_identifier text collate "C",
  status text not null default 'CREATED'
    check (status in ('CREATED', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  planning_group_id uuid,
  -- The carrier of the trip. Null for our own resources.
  subcontractor_id uuid,
  -- Dispatched to another system, so changes and the end of the trip have to be sent as well (DISP-1).
  is_dispatched boolean not null default false,
  note text not null default '',
  custom_fields jsonb not null default '{}',
  -- First planned start and last planned end of its stops. Null while it has none.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Along its stops, from the configured distance source. Null until it is estimated.
  distance_km double precision,
  version integer not null default 1,
  event_sequence integer not null default 0,
  planned_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, planning_group_id) references planning_group (tenant_id, planning_group_id),
  foreign key (tenant_id, subcontractor_id) references company (tenant_id, company_id)
);
comment on table trip is
  'Stops of several orders and stops of the trip itself, in sequence, with the resources that carry them.';
create unique index trip_by_identifier on trip (tenant_id, trip_identifier) where trip_identifier is not null;
create index trip_by_name on trip (tenant_id, name);
create index trip_by_time on trip (tenant_id, ends_at, starts_at) where status <> 'CANCELLED';
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table trip add primary key (tenant_id, trip_id);
select own_by_tenant('trip');

create table trip_stop (
  tenant_id uuid not null,
  -- For stops of orders the id of the order stop, so that it stays the same on any trip. Other kinds have their own id.
  stop_id uuid not null default gen_random_uuid(),
  trip_id uuid not null,
  -- Position on the trip, from 1 without gaps.
  sequence integer not null check (sequence > 0),
  kind text not null check (kind in ('ORDER', 'STANDALONE', 'TRANSFER_DROP', 'TRANSFER_PICKUP')),
  -- Of ORDER stops and both sides of a transfer.
  order_id uuid,
  -- Neighbouring stops with the same activity at the same location share a group.
  stop_group_id uuid not null,
  -- Locations are never deleted.
  location_id uuid not null,
  activity text,
  activity_label text not null,
  planned_start_at timestamptz,
  planned_end_at timestamptz,
  fixed_timestamp_type text check (fixed_timestamp_type in ('ENFORCED_TIMEWINDOW', 'SET_BY_USER', 'CALCULATED')),
  eta_start_at timestamptz,
  eta_end_at timestamptz,
  actual_start_at timestamptz,
  actual_end_at timestamptz,
  status text not null default 'TO_PLAN'
    check (status in ('TO_PLAN', 'PLANNED', 'DISPATCHED', 'ROUTE_TO_STOP', 'AT_STOP', 'COMPLETED', 'CANCELLED')),
  -- When the status was reached. A report of an earlier time does not move it back.
  status_at timestamptz,
  -- From the previous stop.
  mileage_km double precision,
  reference_number text,
  note text not null default '',
  custom_fields jsonb not null default '{}',
  event_sequence integer not null default 0,
  check (planned_start_at <= planned_end_at),
  check ((kind = 'STANDALONE') = (order_id is null)),
  foreign key (tenant_id, trip_id) references trip (tenant_id, trip_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id)
);
comment on table trip_stop is 'A stop as planned and driven. Every planned stop belongs to one trip.';
create index trip_stop_by_trip on trip_stop (tenant_id, trip_id, sequence);
create index trip_stop_by_order on trip_stop (tenant_id, order_id) where order_id is not null;
create index trip_stop_by_group on trip_stop (tenant_id, stop_group_id);
alter table trip_stop add primary key (tenant_id, stop_id);
select own_by_tenant('trip_stop');

create table trip_resource (
  tenant_id uuid not null,
  trip_id uuid not null,
  resource_id uuid not null,
  -- Position in the list, from 1.
  position integer not null check (position > 0),
  -- For this trip only, in place of the name of the resource.
  name text,
  license_plate text,
  container_number text,
  -- Copies from the trip, so that the trips of a resource within a period are one range of an index.
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (tenant_id, trip_id, resource_id),
  foreign key (tenant_id, trip_id) references trip (tenant_id, trip_id),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table trip_resource is 'Resources of a trip: driver, vehicle, trailer, chassis, container, carrier.';
create index trip_resource_by_resource on trip_resource (tenant_id, resource_id, ends_at);
select own_by_tenant('trip_resource');

create table stop_report (
  tenant_id uuid not null,
  stop_report_id uuid not null default gen_random_uuid(),
  stop_id uuid not null,
  -- Null when only an estimate or data were reported.
  status text check (status in ('AT_STOP', 'COMPLETED')),
  event_at timestamptz not null,
  eta_start_at timestamptz,
  eta_end_at timestamptz,
  -- Kind of webhook, user or geofence.
  source text not null,
  -- Whether the stop changed. A report that arrived too late is kept as history.
  is_applied boolean not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, stop_report_id)
);
comment on table stop_report is 'Status updates of a stop, applied or not.';
create index stop_report_by_stop on stop_report (tenant_id, stop_id, event_at);
select own_by_tenant('stop_report');

-- Undoing a planning command deletes trips and stops, and redoing it creates them again with the same ids. Receivers
-- order the events of an entity by sequence, so it must not restart.
create table trip_sequence (
  tenant_id uuid not null,
  -- A trip, or a stop of a trip.
  entity_id uuid not null,
  event_sequence integer not null,
  primary key (tenant_id, entity_id)
);
comment on table trip_sequence is
  'Number of the last event of deleted trips and stops, from which they continue when they return.';
select own_by_tenant('trip_sequence');

-- Names for trips while no number range is set up. Gaps are allowed.
create table trip_counter (
  tenant_id uuid primary key,
  last_number bigint not null default 0
);
comment on table trip_counter is 'The last trip number assigned in the tenant.';
select own_by_tenant('trip_counter');

-- ST-11: whether the resources of a trip are published when it is dispatched, instead of when it is planned.
alter table tenant_setting add column resource_events_at_dispatch boolean not null default false;
