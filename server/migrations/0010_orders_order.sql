-- Orders and their stops. Data that planning changes have columns or rows; data that only uploads change are in doc.
-- These busy tables have no foreign key to tenant: each insert would lock the tenant row that all of them share.

create table transport_order (
  tenant_id uuid not null,
  order_id uuid not null,
  -- Compared byte for byte (reliability design 2.3).
  order_identifier text collate "C" not null,
  order_number text not null,
  status text not null
    check (status in ('QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED')),
  -- An order on hold keeps its status and continues from there when it is released.
  is_blocked boolean not null default false,
  block_reason text,
  company_id uuid not null,
  customer_reference_number text,
  version integer not null default 1,
  event_sequence integer not null default 0,
  -- Hash of the CREATE that created the order. When it arrives again, however late, it changes nothing.
  create_hash bytea,
  -- Hash of the last applied upload. When it arrives again, it changes nothing.
  last_hash bytea,
  -- The upload in canonical spelling, with the ids of consignments, stops, goods and their contents.
  doc jsonb not null,
  created_by_user text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  check (is_blocked or block_reason is null)
);
comment on table transport_order is 'An order. The name is transport_order because order is a reserved word.';
create index transport_order_by_company on transport_order (tenant_id, company_id);
alter table transport_order add unique (tenant_id, order_identifier);
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table transport_order add primary key (tenant_id, order_id);
select own_by_tenant('transport_order');

create table order_stop (
  tenant_id uuid not null,
  stop_id uuid not null,
  order_id uuid not null,
  role text not null check (role in ('SETUP', 'PICKUP', 'DELIVERY', 'STANDALONE', 'TEARDOWN')),
  -- Set for pickup, delivery and standalone stops.
  consignment_id uuid,
  -- Position in the order, from 1 without gaps.
  sequence integer not null,
  activity text,
  activity_label text not null,
  -- Locations are never deleted. Not a foreign key: each stop would lock a row that many orders share.
  location_id uuid not null,
  requested_date date,
  window_start time,
  window_end time,
  reference_number text,
  status text not null default 'TO_PLAN'
    check (status in ('TEMPLATE', 'BLOCKED', 'TO_PLAN', 'PLANNED', 'DISPATCHED', 'ROUTE_TO_STOP', 'AT_STOP',
                      'COMPLETED', 'CANCELLED', 'IGNORED')),
  primary key (tenant_id, stop_id),
  foreign key (tenant_id, order_id) references transport_order (tenant_id, order_id)
);
comment on table order_stop is 'A stop as the order requests it. Its planned and actual times are in trip_stop.';
create index order_stop_by_order on order_stop (tenant_id, order_id, sequence);
select own_by_tenant('order_stop');

-- Order numbers have gaps: a failed upload may have used one.
create table order_counter (
  tenant_id uuid primary key,
  last_number bigint not null default 0
);
comment on table order_counter is 'The last order number assigned in the tenant.';
select own_by_tenant('order_counter');
