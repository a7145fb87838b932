-- Requests of carriers and customers to the office on the pages of their links: another price for a trip, a change or
-- the cancellation of an order. A request is open until a user decides or the same caller sends another one (DOOR-14,
-- DOOR-15).
create table door_request (
  tenant_id uuid not null,
  door_request_id uuid not null,
  kind text not null check (kind in ('OFFER', 'CHANGE', 'CANCEL')),
  -- OPEN, then the decision. REPLACED by a later request of the same kind.
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'REPLACED')),
  -- The link that was used, and its carrier or customer.
  door_link_id uuid not null,
  company_id uuid not null,
  -- The trip may be deleted after it was withdrawn; the request stays.
  trip_id uuid,
  order_id uuid,
  -- The price that the carrier requests for the whole trip.
  amount numeric(19, 4),
  currency text,
  text text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- Reply of the office.
  answer text,
  check (case kind when 'OFFER' then num_nonnulls(trip_id, amount, currency) = 3 and order_id is null
              else order_id is not null and num_nonnulls(trip_id, amount, currency) = 0 end),
  primary key (tenant_id, door_request_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table door_request is 'Requests of carriers and customers to the office on the pages of their links.';
create index door_request_open on door_request (tenant_id, requested_at) where state = 'OPEN';
create index door_request_by_trip on door_request (tenant_id, trip_id) where trip_id is not null;
create index door_request_by_order on door_request (tenant_id, order_id) where order_id is not null;
create index door_request_by_company on door_request (tenant_id, company_id);
select own_by_tenant('door_request');

-- Whether the page of a carrier shows the price of the trip.
alter table door_link add column shows_price boolean not null default false;
