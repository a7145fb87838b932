-- Copies one order of each tenant under new keys: rows that look like real ones, made fast.
create or replace function fill_orders(each_tenant integer) returns void language plpgsql as $$
begin
  create temporary table copy_of on commit drop as
    select o.tenant_id, o.order_id as from_id, gen_random_uuid() as to_id, 'F-' || gen_random_uuid() as identifier
      from tenant t
      cross join lateral (select * from transport_order where tenant_id = t.tenant_id limit 1) o
      cross join generate_series(1, each_tenant);
  insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id, customer_reference_number, version, event_sequence, doc)
    select o.tenant_id, c.to_id, c.identifier, c.identifier, o.status, o.company_id, o.customer_reference_number, 1, 1, o.doc
      from copy_of c join transport_order o on o.tenant_id = c.tenant_id and o.order_id = c.from_id;
  insert into order_stop (tenant_id, stop_id, order_id, role, consignment_id, sequence, activity, activity_label, location_id)
    select s.tenant_id, gen_random_uuid(), c.to_id, s.role, s.consignment_id, s.sequence, s.activity, s.activity_label, s.location_id
      from copy_of c join order_stop s on s.tenant_id = c.tenant_id and s.order_id = c.from_id;
  insert into order_lane (tenant_id, order_identifier, last_number) select tenant_id, identifier, 1 from copy_of;
  drop table copy_of;
end
$$;
