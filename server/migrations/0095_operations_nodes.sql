-- Tables can be distributed over the nodes of Citus by tenant (decision 0079). Functions inspect the database to find
-- out whether it is distributed; there is no setting.

-- Whether the tables of this database are distributed over nodes.
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

-- Foreign keys that `cartage distribute` dropped until both tables are distributed. Empty before and after.
create table key_set_aside (
  table_name text not null,
  name text not null,
  definition text not null,
  primary key (table_name, name)
);
comment on table key_set_aside is 'Foreign keys to create again while the tables are being distributed.';
grant select on key_set_aside to cartage_app, cartage_worker;

-- State for a connection: whether the database is distributed, which tables of tenants are still on one node, and
-- whether distributing was interrupted.
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

-- Places a new table next to the other rows of its tenant. Does nothing on a single PostgreSQL.
create function distribute_by_tenant(table_name text) returns void
  language plpgsql set search_path = public, pg_catalog, pg_temp
  as $$
begin
  if is_distributed() then
    execute format('select create_distributed_table(%L, ''tenant_id'', colocate_with => ''transport_order'')', table_name);
  end if;
end
$$;

-- Condition of a policy on the tenant. A single PostgreSQL evaluates the sub-select once per statement. Citus sends no
-- sub-select to the nodes and evaluates the function once per scan.
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

-- Enables row security on a table of tenants. Every migration that creates such a table calls it last.
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

-- Removing an endpoint clears it in its destinations. Citus does not support `on delete set null (column)`; a trigger
-- does the same.
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
