-- Bookings beside a trip: a time slot at a place, and a main leg by ferry, train or barge.

create table location_booking (
  tenant_id uuid not null,
  location_booking_id uuid not null default gen_random_uuid(),
  -- Of a trip. Planning may take a trip away that nobody else was told of, and must not fail over a booking.
  trip_id uuid not null,
  -- Where the slot is: that of its stops.
  location_id uuid not null,
  -- What it is for: one stop, or all stops of a group.
  stop_id uuid,
  stop_group_id uuid,
  -- For people; the other side may name the booking by it (LB-2).
  name text not null,
  scenario text not null check (scenario in ('INBOUND', 'OUTBOUND', 'INBOUND_OUTBOUND')),
  status text not null default 'TO_REQUEST' check (status in ('TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED')),
  -- When what the status says happened, as the other side last told; null until it did.
  reported_at timestamptz,
  -- What the other side calls it.
  booking_reference text,
  requested_start_at timestamptz,
  requested_end_at timestamptz,
  confirmed_start_at timestamptz,
  confirmed_end_at timestamptz,
  note text not null default '',
  -- Steps that were told, oldest first: [{event_time, ok, type, remark}].
  execution_statuses jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((stop_id is null) <> (stop_group_id is null)),
  check (requested_start_at <= requested_end_at),
  check (confirmed_start_at <= confirmed_end_at),
  foreign key (tenant_id, location_id) references location (tenant_id, location_id)
);
comment on table location_booking is 'A time slot at a place that a trip calls at (LB-1).';
create index location_booking_by_trip on location_booking (tenant_id, trip_id);
create index location_booking_by_name on location_booking (tenant_id, name);
create index location_booking_by_reference on location_booking (tenant_id, booking_reference)
  where booking_reference is not null;
alter table location_booking add primary key (tenant_id, location_booking_id);
select own_by_tenant('location_booking');

create table intermodal_booking (
  tenant_id uuid not null,
  intermodal_booking_id uuid not null default gen_random_uuid(),
  -- Of a trip, as above.
  trip_id uuid not null,
  name text not null,
  -- Account of ours at the carrier; it chooses where the booking is sent.
  account_code text,
  status text not null default 'TO_REQUEST' check (status in ('TO_REQUEST', 'REQUESTED', 'BOOKED', 'CANCELLED')),
  reported_at timestamptz,
  -- The carrier's own reference.
  booking_reference text,
  departure_reference_number text,
  arrival_reference_number text,
  start_location_id uuid not null,
  end_location_id uuid not null,
  departs_at timestamptz,
  arrives_at timestamptz,
  -- What goes along; each is a resource of the tenant.
  trailer_id uuid,
  container_id uuid,
  vehicle_id uuid,
  -- Carrier, route, dimensions, customs, temperatures …: members of the message that nothing decides about.
  details jsonb not null default '{}',
  execution_statuses jsonb not null default '[]',
  -- The carrier has finalised it: nothing more is sent.
  skip_dispatch boolean not null default false,
  -- Why the carrier could not do it: {error_type, error_message}; null once it could.
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
  -- Null when only steps, references or a failure were told.
  status text,
  -- What was told, as it was applied.
  content jsonb not null,
  -- Who told: the kind of webhook, or who did it by hand.
  source text not null,
  -- Whether the status moved; a report that came too late is kept as history.
  is_applied boolean not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, booking_report_id)
);
comment on table booking_report is 'What was told about a booking, applied or not: its history.';
create index booking_report_by_booking on booking_report (tenant_id, booking_id, event_at);
select own_by_tenant('booking_report');
