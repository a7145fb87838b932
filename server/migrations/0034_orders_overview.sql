-- Columns of order lists for display, filters and sorting: copies that are written with the document.

alter table transport_order
  -- First pickup and last delivery as requested by the order.
  add column pickup_on date,
  add column delivery_on date,
  add column container_number text,
  add column is_adr boolean not null default false,
  add column is_tempered boolean not null default false,
  -- Prefix that fits into an index in byte order, for searches.
  add column container_key text collate "C" generated always as (left(container_number, 20)) stored;

-- The owner can fill the rows of every tenant only while row security does not apply to it.
alter table transport_order no force row level security;
update transport_order
   set pickup_on = (doc #>> '{consignments,0,pickup_stop,date}')::date,
       delivery_on = (doc #>> '{consignments,-1,delivery_stop,date}')::date,
       container_number = doc #>> '{container,container_number}',
       is_adr = doc::text like '%"adr":{%' or doc::text like '%"adr_type":"%',
       is_tempered = doc::text like '%temperature_degrees":%';
alter table transport_order force row level security;

-- A list reads one of these and no more rows than it shows. Orders created together are sorted by number. The condition
-- is true for every row. Only lists repeat it, so no look-up by id is planned over one of these.
create index transport_order_newest on transport_order (tenant_id, created_at desc, order_number desc)
  where created_at > '-infinity';
create index transport_order_by_status on transport_order (tenant_id, status, created_at desc, order_number desc)
  where not is_blocked and created_at > '-infinity';
create index transport_order_blocked on transport_order (tenant_id, created_at desc, order_number desc)
  where is_blocked and created_at > '-infinity';
create index transport_order_by_pickup on transport_order (tenant_id, pickup_on, order_id)
  where created_at > '-infinity';
create index transport_order_by_container on transport_order (tenant_id, container_key)
  where container_key is not null;
