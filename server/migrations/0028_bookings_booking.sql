-- Bookings for a trip: a time slot at a location, and a main leg by ferry, train or barge.

create table location_booking (
  tenant_id uuid not null,
  location_booking_id uuid not null default gen_random_uuid(),
  -- No foreign key: planning may delete a trip that was never dispatched, and a booking must not prevent it.
  trip_id uuid not null,
  -- Location of the slot and of its stops.
  location_id uuid not null,
  -- Booked for one stop, or for all stops of a group.
  stop_id uuid,
  stop_group_id uuid,
  -- Shown to users. The location may report on the booking by this name (LB-2).
  name text not null,
  scenario text not null check (scenario in ('INBOUND', 'OUTBOUND', 'INBOUND_OUTBOUND')),
  status text not null default 'TO_REQUEST' check (status in ('TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED')),
  -- When the reported status was reached. Null until it is reported.
  reported_at timestamptz,
  -- Reference of the location.
  booking_reference text,
  requested_start_at timestamptz,
  requested_end_at timestamptz,
  confirmed_start_at timestamptz,
  confirmed_end_at timestamptz,
  note text not null default '',
  -- Reported steps, oldest first: [{event_time, ok, type, remark}].
  execution_statuses jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((stop_id is null) <> (stop_group_id is null)),
  check (requested_start_at <= requested_end_at),
  check (confirmed_start_at <= confirmed_end_at),
  foreign key (tenant_id, location_id) references location (tenant_id, location_id)
);
comment on table location_booking is 'A time slot at a location, for a stop or a stop group of a trip (LB-1).';
create index location_booking_by_trip on location_booking (tenant_id, trip_id);
create index location_booking_by_name on location_booking (tenant_id, name);
create index location_booking_by_reference on location_booking (tenant_id, booking_reference)
  where booking_reference is not null;
alter table location_booking add primary key (tenant_id, location_booking_id);
select own_by_tenant('location_booking');

create table intermodal_booking (
  tenant_id uuid not null,
  intermodal_booking_id uuid not null default gen_random_uuid(),
  -- No foreign key, as above.
  trip_id uuid not null,
  name text not null,
  -- Our account at the carrier. It selects the destination of the booking.
  account_code text,
  status text not null default 'TO_REQUEST' check (status in ('TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED')),
  reported_at timestamptz,
  -- Reference of the carrier.
  booking_reference text,
  departure_reference_number text,
  arrival_reference_number text,
  start_location_id uuid not null,
  end_location_id uuid not null,
  departs_at timestamptz,
  arrives_at timestamptz,
  -- Resources that are transported.
  trailer_id uuid,
  container_id uuid,
  vehicle_id uuid,
  -- Carrier, route, dimensions, customs, temperatures …: members of the message that no rule depends on.
  details jsonb not null default '{}',
  execution_statuses jsonb not null default '[]',
  -- Finalised by the carrier: nothing more is sent.
  skip_dispatch boolean not null default false,
  -- Reason why the carrier could not book it: {error_type, error_message}. Null once it could.
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (departs_at <= arrives_at),
  foreign key (tenant_id, start_location_id) references location (tenant_id, location_id),
  foreign key (tenant_id, end_location_id) references location (tenant_id, location_id),
  foreign key (tenant_id, trailer_id) references resource (tenant_id, resource_id),
  foreign key (tenant_id, container_id) references resource (tenant_id, resource_id),
  foreign key (tenant_id, vehicle_id) references resource (tenant_id, resource_id)
);
comment on table intermodal_booking is 'A main leg by ferry, train or barge, booked with a carrier (IM-1).';
create index intermodal_booking_by_trip on intermodal_booking (tenant_id, trip_id);
create index intermodal_booking_by_name on intermodal_booking (tenant_id, name);
create index intermodal_booking_by_reference on intermodal_booking (tenant_id, booking_reference)
  where booking_reference is not null;
alter table intermodal_booking add primary key (tenant_id, intermodal_booking_id);
select own_by_tenant('intermodal_booking');

create table booking_report (
  tenant_id uuid not null,
  booking_report_id uuid not null default gen_random_uuid(),
  booking_type text not null check (booking_type in ('LOCATION', 'INTERMODAL')),
  booking_id uuid not null,
  event_at timestamptz not null,
  -- Null when only steps, references or a failure were reported.
  status text,
  -- The report as it was applied.
  content jsonb not null,
  -- Kind of webhook, or the user.
  source text not null,
  -- Whether the status changed. A report that arrived too late is kept as history.
  is_applied boolean not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, booking_report_id)
);
comment on table booking_report is 'Reports on a booking, applied or not.';
create index booking_report_by_booking on booking_report (tenant_id, booking_id, event_at);
select own_by_tenant('booking_report');
