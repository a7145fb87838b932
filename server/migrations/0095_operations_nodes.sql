-- Tables can be spread over the nodes of Citus, by tenant (decision 0079). What a single PostgreSQL does not need is decided
-- here by looking, never by a setting.

-- Whether the tables of this database are spread over nodes.
create function is_distributed() returns boolean
  language plpgsql stable set search_path = public, pg_catalog, pg_temp
  as $$
declare
  found_one boolean;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return false;
  end if;
  execute 'select exists (select from pg_catalog.pg_dist_partition where partmethod = ''h'')' into found_one;
  return found_one;
end
$$;

-- Foreign keys that `cartage distribute` has taken off until both tables are spread. Empty before and after.
create table key_set_aside (
  table_name text not null,
  name text not null,
  definition text not null,
  primary key (table_name, name)
);
comment on table key_set_aside is 'Foreign keys that wait to be put back while the tables are being distributed.';
grant select on key_set_aside to cartage_app, cartage_worker;

-- What a connection has to know: spread or not, which tables of tenants were left on one node, and whether the work of
-- distributing was cut off.
create function distribution_state(out is_distributed boolean, out local_tables text[], out is_unfinished boolean)
  language plpgsql stable set search_path = public, pg_catalog, pg_temp
  as $$
begin
  is_distributed := is_distributed();
  local_tables := '{}';
  is_unfinished := exists (select from key_set_aside);
  if is_distributed then
    execute $look$
      select array(
        select c.relname::text from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
           and not exists (select from pg_catalog.pg_dist_partition d where d.logicalrelid = c.oid)
         order by 1)
    $look$ into local_tables;
  end if;
end
$$;

-- Puts a new table next to the other rows of its tenant. Nothing on a single PostgreSQL.
create function distribute_by_tenant(table_name text) returns void
  language plpgsql set search_path = public, pg_catalog, pg_temp
  as $$
begin
  if is_distributed() then
    execute format('select create_distributed_table(%L, ''tenant_id'', colocate_with => ''transport_order'')', table_name);
  end if;
end
$$;

-- What a policy says of a tenant. One PostgreSQL asks once for each statement; Citus carries no sub-select to the nodes, and
-- asks once for each scan.
create function tenant_condition() returns text
  language sql stable
  as $$ select case when is_distributed() then 'tenant_id = current_tenant()' else 'tenant_id = (select current_tenant())' end $$;

create function counting_condition() returns text
  language sql stable
  as $$ select case when is_distributed() then 'current_user' else '(select current_user)' end || ' = ''cartage_directory''' $$;

create or replace function let_directory_count(table_name text) returns void
  language plpgsql
  as $$
begin
  execute format('create policy counting on %I for select to cartage_directory using (%s)', table_name, counting_condition());
  execute format('grant select (tenant_id) on %I to cartage_directory', table_name);
end
$$;

-- Puts a tenant table behind the wall. Every migration that creates a tenant table ends with it.
create or replace function own_by_tenant(table_name text) returns void
  language plpgsql
  as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy own_tenant on %I for all using (%s) with check (%s)',
                 table_name, tenant_condition(), tenant_condition());
  execute format('grant select, insert, update, delete on %I to cartage_app, cartage_worker', table_name);
  perform let_directory_count(table_name);
  perform distribute_by_tenant(table_name);
end
$$;

-- A destination forgets an endpoint that is removed. Citus knows no `on delete set null (column)`; a trigger does the same.
alter table dispatch_destination drop constraint dispatch_destination_tenant_id_subscription_id_fkey;
alter table dispatch_destination
  add constraint dispatch_destination_tenant_id_subscription_id_fkey
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, subscription_id);
create function forget_subscription() returns trigger
  language plpgsql
  as $$
begin
  update dispatch_destination set subscription_id = null
   where tenant_id = old.tenant_id and subscription_id = old.subscription_id;
  return old;
end
$$;
create trigger forget_subscription before delete on subscription
  for each row execute function forget_subscription();
