-- Counts the rows of all tenants, so that a backup can verify that it is complete.

-- The role cartage_directory may read every row, but only inside its own functions, where it is the current user. Its
-- members, such as the owner, see no more than before.
create function let_directory_count(table_name text) returns void
  language plpgsql
  as $$
begin
  execute format(
    'create policy counting on %I for select to cartage_directory using ((select current_user) = ''cartage_directory'')',
    table_name
  );
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
  execute format(
    'create policy own_tenant on %I for all using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))',
    table_name
  );
  execute format('grant select, insert, update, delete on %I to cartage_app, cartage_worker', table_name);
  perform let_directory_count(table_name);
end
$$;

do $$
declare
  behind text;
begin
  for behind in
    select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid
     where p.polname = 'own_tenant' and c.relnamespace = 'public'::regnamespace order by 1
  loop
    perform let_directory_count(behind);
  end loop;
end
$$;

-- Number of rows of a table, of all tenants together. It returns no contents.
create function count_all_rows(table_name text) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  count bigint;
begin
  execute format('select count(*) from public.%I', table_name) into count;
  return count;
end
$$;
alter function count_all_rows(text) owner to cartage_directory;
revoke all on function count_all_rows(text) from public;
grant execute on function count_all_rows(text) to cartage_worker;
