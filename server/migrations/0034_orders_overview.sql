-- What lists of orders show, filter and sort by, beside the document: copies that are written with it.

alter table transport_order
  -- First pickup and last delivery as the order asks for them.
  add column pickup_on date,
  add column delivery_on date,
  add column container_number text,
  add column is_adr boolean not null default false,
  add column is_tempered boolean not null default false,
  -- As much of it as an index can hold, to find it by its beginning in byte order.
  add column container_key text collate "C" generated always as (left(container_number, 20)) stored;

-- Filling it needs to see the rows of every tenant; the owner may only while row security does not bind it.
alter table transport_order no force row level security;
update transport_order
   set pickup_on = (doc #>> '{consignments,0,pickup_stop,date}')::date,
       delivery_on = (doc #>> '{consignments,-1,delivery_stop,date}')::date,
       container_number = doc #>> '{container,container_number}',
       is_adr = doc::text like '%"adr":{%' or doc::text like '%"adr_type":"%',
       is_tempered = doc::text like '%temperature_degrees":%';
alter table transport_order force row level security;

-- Lists walk one of these and read no more rows than they show; orders made together stand by their number. The condition
-- is true of every row: only lists repeat it, so no look-up by id is ever planned over one of these.
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
