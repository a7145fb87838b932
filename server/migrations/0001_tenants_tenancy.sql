-- Roles, the tenant, and forced row security, a second separation of tenants (reliability design 2.13).
-- The role names are created by db/roles.ts, because a role belongs to the whole cluster and may already exist.

create table tenant (
  tenant_id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  time_zone text not null default 'Europe/Brussels',
  is_active boolean not null default true,
  -- Increased when the database is restored from a backup, because the sequence numbers of lost events are used again.
  epoch integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table tenant is
  'A haulier. Created by the operator; every other record of a tenant refers to it by tenant_id.';
grant select on tenant to cartage_app, cartage_worker, cartage_directory;

create table operator_setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
comment on table operator_setting is 'Settings of the whole installation.';
grant select on operator_setting to cartage_app, cartage_worker;

-- The tenant of the running transaction. After set_config(..., true) the setting is '' for the rest of the connection,
-- hence nullif: without a tenant a query finds no rows and raises no error.
create function current_tenant() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;

-- Enables row security on a table of tenants. Every migration that creates such a table calls it last.
create function own_by_tenant(table_name text) returns void
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
end
$$;

-- Lets functions that run as cartage_directory read the rows of all tenants. No other role may.
create function list_in_directory(table_name text) returns void
  language plpgsql
  as $$
begin
  execute format('create policy directory on %I for select to cartage_directory using (true)', table_name);
  execute format('grant select on %I to cartage_directory', table_name);
end
$$;
