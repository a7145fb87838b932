-- Callers of a suspended tenant get an error that states it, but only with correct credentials.

create function suspended_clients(wanted text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t
     where not t.is_active
       and t.tenant_id in (select c.tenant_id from api_client c where c.client_id = wanted and not c.is_removed
                           union all
                           select w.tenant_id from webhook_credential w where w.client_id = wanted and not w.is_removed)
  $$;
alter function suspended_clients(text) owner to cartage_directory;
revoke all on function suspended_clients(text) from public;
grant execute on function suspended_clients(text) to cartage_app;
