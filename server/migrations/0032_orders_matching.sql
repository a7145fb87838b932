-- Matching of orders and stops in webhooks by number and references instead of ids (SU-3, PU-1).

-- Only the look-ups by these members repeat the condition, so no other query can choose these indexes. A text longer
-- than an index can hold is compared as well, but no look-up uses it.
create index transport_order_by_number on transport_order (tenant_id, order_number)
  where length(order_number) <= 255;
create index transport_order_by_reference on transport_order (tenant_id, customer_reference_number)
  where length(customer_reference_number) <= 255;
create index order_stop_by_reference on order_stop (tenant_id, reference_number)
  where length(reference_number) <= 255;

-- A preview, off by default (IM-1).
alter table tenant_setting add column intermodal_status boolean not null default false;

-- Copied from the consignment of the stop in the document of the order.
alter table order_stop add column consignment_reference text;
create index order_stop_by_consignment_reference on order_stop (tenant_id, consignment_reference)
  where length(consignment_reference) <= 255;

-- The owner can fill the rows of every tenant only while row security does not apply to it.
alter table order_stop no force row level security;
alter table transport_order no force row level security;
update order_stop s
   set consignment_reference = c.value ->> 'consignment_reference_number'
  from transport_order o
 cross join lateral json_array_elements(o.doc -> 'consignments') c
 where o.tenant_id = s.tenant_id and o.order_id = s.order_id
   and (c.value ->> 'id')::uuid = s.consignment_id
   and c.value ->> 'consignment_reference_number' is not null;
alter table order_stop force row level security;
alter table transport_order force row level security;
