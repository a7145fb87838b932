-- Copies one order of each tenant with new keys, to create many realistic rows quickly.
create or replace function with_new_ids(doc text, before uuid[], after uuid[]) returns text language plpgsql as $$
begin
  for at in 1 .. array_length(before, 1) loop
    doc := replace(doc, before[at]::text, after[at]::text);
  end loop;
  return doc;
end
$$;

create or replace function fill_orders(each_tenant integer) returns void language plpgsql as $$
begin
  create temporary table copy_of on commit drop as
    select o.tenant_id, o.order_id as from_id, gen_random_uuid() as to_id, 'F-' || gen_random_uuid() as identifier
      from tenant t
      cross join lateral (select * from transport_order where tenant_id = t.tenant_id limit 1) o
      cross join generate_series(1, each_tenant);
  create temporary table copy_of_stop on commit drop as
    select c.tenant_id, c.to_id, s.stop_id as from_stop_id, gen_random_uuid() as to_stop_id
      from copy_of c join order_stop s on s.tenant_id = c.tenant_id and s.order_id = c.from_id;
  insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, company_id, customer_reference_number, version, event_sequence, doc)
    select o.tenant_id, c.to_id, c.identifier, c.identifier, o.status, o.company_id, o.customer_reference_number, 1, 1,
           with_new_ids(o.doc::text, m.before, m.after)::json
      from copy_of c
      join transport_order o on o.tenant_id = c.tenant_id and o.order_id = c.from_id
      join (select to_id, array_agg(from_stop_id) as before, array_agg(to_stop_id) as after from copy_of_stop group by to_id) m
        on m.to_id = c.to_id;
  insert into order_stop (tenant_id, stop_id, order_id, role, consignment_id, sequence, activity, activity_label, location_id)
    select s.tenant_id, m.to_stop_id, m.to_id, s.role, s.consignment_id, s.sequence, s.activity, s.activity_label, s.location_id
      from copy_of_stop m join order_stop s on s.tenant_id = m.tenant_id and s.stop_id = m.from_stop_id;
  drop table copy_of, copy_of_stop;
end
$$;
