-- Dispatches of trips and bookings: their destinations, and every message with its differences.

create table dispatch_destination (
  tenant_id uuid not null,
  dispatch_destination_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('SUBCO', 'FLEET', 'INTERMODAL', 'LOCATION_BOOKING')),
  name text not null,
  -- The partner of the destination. All null: for every partner that has no destination of its own.
  subcontractor_id uuid,
  location_id uuid,
  account_code text,
  -- Its channel. Null when the webhook endpoint was removed.
  subscription_id uuid,
  -- Trips that are moved to this partner from another one are dispatched without confirmation.
  is_automatic boolean not null default false,
  -- Public page for following a consignment. {consignment_id} is replaced by its id.
  tracking_link text,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (subcontractor_id is null or kind = 'SUBCO'),
  check (location_id is null or kind = 'LOCATION_BOOKING'),
  check (account_code is null or kind in ('INTERMODAL', 'FLEET')),
  primary key (tenant_id, dispatch_destination_id),
  foreign key (tenant_id, subcontractor_id) references company (tenant_id, company_id),
  foreign key (tenant_id, location_id) references location (tenant_id, location_id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, subscription_id)
    on delete set null (subscription_id)
);
comment on table dispatch_destination is 'A partner that trips or bookings are dispatched to, and its channel.';
-- Restores and removals find rows by their references.
create index dispatch_destination_by_subscription on dispatch_destination (tenant_id, subscription_id);
select own_by_tenant('dispatch_destination');

create table dispatch (
  tenant_id uuid not null,
  dispatch_id uuid not null default gen_random_uuid(),
  subject_type text not null check (subject_type in ('TRIP', 'LOCATION_BOOKING', 'INTERMODAL_BOOKING')),
  subject_id uuid not null,
  -- The trip itself, or the trip of the booking. It may be deleted after it was withdrawn; its messages stay.
  trip_id uuid not null,
  dispatch_destination_id uuid not null,
  -- The carrier of the trip when it was dispatched. Null for our own resources and for bookings.
  partner_id uuid,
  -- Number of the last message, and its operation.
  revision integer not null check (revision > 0),
  operation text not null check (operation in ('CREATE', 'UPDATE', 'CANCEL')),
  -- The partner has the record, so changes have to be sent.
  is_open boolean not null,
  -- Reason why the current state cannot be sent. Null when it was sent.
  trouble text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One row per destination, so that withdrawing and dispatching again stay in order.
  unique (tenant_id, subject_id, dispatch_destination_id),
  foreign key (tenant_id, dispatch_destination_id)
    references dispatch_destination (tenant_id, dispatch_destination_id)
);
comment on table dispatch is 'A trip or booking as it was last sent to one destination.';
-- With one destination at a time.
create unique index dispatch_open on dispatch (tenant_id, subject_id) where is_open;
create index dispatch_by_trip on dispatch (tenant_id, trip_id);
alter table dispatch add primary key (tenant_id, dispatch_id);
select own_by_tenant('dispatch');

create table dispatch_revision (
  tenant_id uuid not null,
  dispatch_id uuid not null,
  revision integer not null check (revision > 0),
  operation text not null check (operation in ('CREATE', 'UPDATE', 'CANCEL')),
  -- The message without its envelope, as text: it is compared as it was sent.
  payload json not null,
  -- Changes since the previous message: [{path, before, after}].
  difference json not null,
  -- The event of the message. Its id is the webhook-id of every attempt.
  event_id uuid not null,
  made_by json not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, dispatch_id, revision),
  foreign key (tenant_id, dispatch_id) references dispatch (tenant_id, dispatch_id)
);
comment on table dispatch_revision is 'Messages to a partner and their differences.';
select own_by_tenant('dispatch_revision');
