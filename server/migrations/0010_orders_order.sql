-- Orders and their stops. What planning changes has a column or a row of its own; what only uploads change is in doc.
-- No foreign key to tenant on these busy tables: each row would lock the one tenant row that all of them share.

create table transport_order (
  tenant_id uuid not null,
  order_id uuid not null,
  -- Compared byte for byte (reliability design 2.3).
  order_identifier text collate "C" not null,
  order_number text not null,
  status text not null
    check (status in ('QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED')),
  -- A hold stands beside the status: it ends where it began.
  is_blocked boolean not null default false,
  block_reason text,
  company_id uuid not null,
  customer_reference_number text,
  version integer not null default 1,
  event_sequence integer not null default 0,
  -- Hash of the CREATE that made the order: its late repeat changes nothing, whatever came between.
  create_hash bytea,
  -- Hash of the upload applied last: its repeat changes nothing.
  last_hash bytea,
  -- The upload in canonical spelling, with the ids of consignments, stops, goods and what is in them.
  doc jsonb not null,
  created_by_user text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  check (is_blocked or block_reason is null)
);
comment on table transport_order is 'A transport order. Called transport_order because order is a reserved word.';
create index transport_order_by_company on transport_order (tenant_id, company_id);
alter table transport_order add unique (tenant_id, order_identifier);
-- Last, because among indexes that cost the same the planner takes the newest: look-ups by id are the most frequent.
alter table transport_order add primary key (tenant_id, order_id);
select own_by_tenant('transport_order');

create table order_stop (
  tenant_id uuid not null,
  stop_id uuid not null,
  order_id uuid not null,
  role text not null check (role in ('SETUP', 'PICKUP', 'DELIVERY', 'STANDALONE', 'TEARDOWN')),
  -- Set for pickup, delivery and standalone stops.
  consignment_id uuid,
  -- Place in the order from 1, without gaps.
  sequence integer not null,
  activity text,
  activity_label text not null,
  -- Of a location, which is never deleted. Not a foreign key: each stop would lock a row that many orders share.
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
comment on table order_stop is 'What an order asks for at one place. Planned and actual times belong to trips.';
create index order_stop_by_order on order_stop (tenant_id, order_id, sequence);
select own_by_tenant('order_stop');

-- Numbers for people. Gaps are allowed: an upload that fails may have taken one.
create table order_counter (
  tenant_id uuid primary key,
  last_number bigint not null default 0
);
comment on table order_counter is 'The last order number given out in the tenant.';
select own_by_tenant('order_counter');
