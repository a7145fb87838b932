-- A worker may do the work of several tenants in one transaction (decision 0095). It names them for that transaction, and sees
-- their rows and no others, on the tables that such work needs.

create function current_tenants() returns uuid[]
  language sql stable parallel safe
  set search_path = public, pg_temp
  as $$ select nullif(current_setting('app.tenants', true), '')::uuid[] $$;
grant execute on function current_tenants() to public;

-- Where tables are spread over nodes each tenant has a transaction of its own: nothing is opened there.
create function let_worker_batch(table_name text) returns void
  language plpgsql
  as $$
begin
  if is_distributed() then return; end if;
  execute format('create policy of_batch on %I for all to cartage_worker using (%2$s) with check (%2$s)', table_name,
                 'tenant_id = any ((select current_tenants())::uuid[])');
end
$$;

-- Applying uploads.
select let_worker_batch(name) from unnest(array[
  'order_upload', 'upload_pending', 'upload_outcome', 'inbox_item', 'order_counter', 'transport_order', 'order_stop', 'trip_stop',
  'company', 'location', 'tenant_setting', 'transport_service', 'service_level', 'import_configuration', 'packaging_type',
  'custom_activity', 'container_type', 'subscription', 'event', 'event_unsealed', 'delivery_pending', 'rate_version', 'charge',
  'rating_arrival', 'audit_head', 'audit_record'
]) as name;
