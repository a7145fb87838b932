-- Background work for several tenants in one transaction runs in a role of its own (decision 0095). The transaction
-- sets the tenants, and the role sees only their rows, in the tables that such work needs.

create function current_tenants() returns uuid[]
  language sql stable parallel safe
  set search_path = public, pg_temp
  as $$ select nullif(current_setting('app.tenants', true), '')::uuid[] $$;
grant execute on function current_tenants() to public;

-- Reads the time zones of tenants, like the worker.
grant select on tenant to cartage_batch;

-- In a distributed database each tenant has a transaction of its own, so nothing is granted there.
create function let_batch(table_name text) returns void
  language plpgsql
  as $$
declare
  allowed text;
begin
  if is_distributed() then return; end if;
  -- A batch has the rights of the worker, which may not, for example, change an audit record.
  select string_agg(a.privilege_type, ', ') into strict allowed
    from pg_class c, aclexplode(c.relacl) a
   where c.oid = quote_ident(table_name)::regclass and a.grantee = 'cartage_worker'::regrole;
  execute format('grant %s on %I to cartage_batch', allowed, table_name);
  execute format('create policy of_batch on %I for all to cartage_batch using (%2$s) with check (%2$s)', table_name,
                 'tenant_id = any ((select current_tenants())::uuid[])');
end
$$;

-- Tables for applying uploads.
select let_batch(name) from unnest(array[
  'order_upload', 'upload_pending', 'upload_outcome', 'inbox_item', 'order_counter', 'transport_order', 'order_stop', 'trip_stop',
  'company', 'location', 'tenant_setting', 'transport_service', 'service_level', 'import_configuration', 'packaging_type',
  'custom_activity', 'container_type', 'subscription', 'event', 'event_unsealed', 'delivery_pending', 'rate_version', 'charge',
  'rating_arrival', 'audit_head', 'audit_record'
]) as name;
