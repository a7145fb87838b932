-- Copies the orders of a tenant with new keys up to a number, for a realistic list.
create or replace function fill_list(slug_of text, wanted integer) returns void language plpgsql as $$
declare
  the_tenant uuid := (select tenant_id from tenant where slug = slug_of);
  there integer := (select count(*) from transport_order where tenant_id = the_tenant);
begin
  -- Foreign keys are not checked: copies of matching rows match as well.
  perform set_config('session_replication_role', 'replica', true);
  create temporary table source_order on commit drop as
    select row_number() over (order by created_at, order_id) - 1 as place, o.order_id,
           (select array_agg(s.stop_id order by s.stop_id) from order_stop s
             where s.tenant_id = o.tenant_id and s.order_id = o.order_id) as stop_ids
      from transport_order o where o.tenant_id = the_tenant;
  create temporary table copy_order on commit drop as
    select n, new_list_id() as to_id, s.order_id as from_id, s.stop_ids,
           array(select new_list_id() from generate_subscripts(s.stop_ids, 1) where n > 0) as new_ids
      from generate_series(there + 1, wanted) n join source_order s on s.place = n % there
     order by n;
  -- Without statistics, the joins below would be planned for a few rows.
  analyze source_order, copy_order;
  insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, is_blocked, block_reason,
                               company_id, customer_reference_number, version, event_sequence, doc, pickup_on,
                               delivery_on, container_number, container_scenario, is_adr, is_tempered, created_at,
                               updated_at)
    select o.tenant_id, c.to_id, 'COPY-' || c.n, 'C' || lpad(c.n::text, 7, '0'), o.status, o.is_blocked, o.block_reason,
           o.company_id, 'PO ' || c.n, 1, 1, with_other_ids(o.doc::text, c.stop_ids, c.new_ids)::json,
           o.pickup_on - (c.n % 400), o.delivery_on - (c.n % 400), o.container_number, o.container_scenario, o.is_adr,
           o.is_tempered, o.created_at - make_interval(mins => c.n), o.updated_at - make_interval(mins => c.n)
      from copy_order c join transport_order o on o.tenant_id = the_tenant and o.order_id = c.from_id;
  insert into order_stop (tenant_id, stop_id, order_id, role, consignment_id, sequence, activity, activity_label,
                          location_id, requested_date, window_start, window_end, reference_number, status)
    select s.tenant_id, m.new_id, c.to_id, s.role, s.consignment_id, s.sequence, s.activity, s.activity_label,
           s.location_id, s.requested_date - (c.n % 400), s.window_start, s.window_end, s.reference_number, s.status
      from copy_order c
      cross join lateral unnest(c.stop_ids, c.new_ids) as m (old_id, new_id)
      join order_stop s on s.tenant_id = the_tenant and s.stop_id = m.old_id;
  drop table source_order, copy_order;
end
$$;

create or replace function with_other_ids(doc text, before uuid[], after uuid[]) returns text language plpgsql as $$
begin
  for at in 1 .. array_length(before, 1) loop
    doc := replace(doc, before[at]::text, after[at]::text);
  end loop;
  return doc;
end
$$;

-- Ascends with time like the ids of the server (new-id.ts), so that rows created together are adjacent in the indexes.
create or replace function new_list_id() returns uuid language sql volatile as $$
  select (lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0')
          || substr(gen_random_uuid()::text, 9))::uuid
$$;
