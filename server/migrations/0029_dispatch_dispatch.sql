-- Trips and bookings handed to others: to whom, and every message with what it changed.

create table dispatch_destination (
  tenant_id uuid not null,
  dispatch_destination_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('SUBCO', 'FLEET', 'INTERMODAL', 'LOCATION_BOOKING')),
  name text not null,
  -- Which partner it is for; all of them null: for every partner that has no destination of its own.
  subcontractor_id uuid,
  location_id uuid,
  account_code text,
  -- How it is reached. A receiver that was removed leaves a destination without a channel.
  subscription_id uuid,
  -- Trips that come to this partner while they are with another are handed over without asking.
  is_automatic boolean not null default false,
  -- Page where everybody can follow a consignment; {consignment_id} stands for its id.
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
comment on table dispatch_destination is 'A partner that trips or bookings are handed to, and the channel for it.';
-- Restoring and removing look for rows by what they refer to.
create index dispatch_destination_by_subscription on dispatch_destination (tenant_id, subscription_id);
select own_by_tenant('dispatch_destination');

create table dispatch (
  tenant_id uuid not null,
  dispatch_id uuid not null default gen_random_uuid(),
  subject_type text not null check (subject_type in ('TRIP', 'LOCATION_BOOKING', 'INTERMODAL_BOOKING')),
  subject_id uuid not null,
  -- The trip itself, or the one the booking belongs to. It may be gone once it was taken back; what was said stays.
  trip_id uuid not null,
  dispatch_destination_id uuid not null,
  -- The company the trip was with when it was handed over; null for our own resources and for bookings.
  partner_id uuid,
  -- Number of the last message, and what it did.
  revision integer not null check (revision > 0),
  operation text not null check (operation in ('CREATE', 'UPDATE', 'CANCEL')),
  -- The partner has it: changes have to follow.
  is_open boolean not null,
  -- Why the present state cannot be told; null when it was.
  trouble text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One line for each partner, so that taking back and handing over again stay in order.
  unique (tenant_id, subject_id, dispatch_destination_id),
  foreign key (tenant_id, dispatch_destination_id)
    references dispatch_destination (tenant_id, dispatch_destination_id)
);
comment on table dispatch is 'A trip or booking as it stands with one partner.';
-- With one partner at a time.
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
  -- What changed since the message before: [{path, before, after}].
  difference json not null,
  -- The event that carries it: its id is the webhook-id of every try.
  event_id uuid not null,
  made_by json not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, dispatch_id, revision),
  foreign key (tenant_id, dispatch_id) references dispatch (tenant_id, dispatch_id)
);
comment on table dispatch_revision is 'Every message to a partner: what it said and what that changed.';
select own_by_tenant('dispatch_revision');
