-- Roles, the tenant, and the second wall between tenants: forced row security (reliability design 2.13).
-- The role names are created by db/roles.ts, because a role belongs to the whole cluster and may already exist.

create table tenant (
  tenant_id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  time_zone text not null default 'Europe/Brussels',
  is_active boolean not null default true,
  -- Rises when the database is restored from a backup, because sequence numbers of lost events are used again.
  epoch integer not null default 1,
  created_at timestamptz not null default now()
);
comment on table tenant is 'A haulier. Owned by the operator; everything else hangs on tenant_id.';
grant select on tenant to cartage_app, cartage_worker, cartage_directory;

create table operator_setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
comment on table operator_setting is 'Settings of the installation, not of one tenant.';
grant select on operator_setting to cartage_app, cartage_worker;

-- The tenant of the running transaction. A setting made with set_config(..., true) reads back as '' later on
-- the same connection, hence nullif: unset means no rows, never an error.
create function current_tenant() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '')::uuid $$;

-- Puts a tenant table behind the wall. Every migration that creates a tenant table ends with it.
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

-- Lets the definer functions below see which tenant a row belongs to, and nothing else may use it.
create function list_in_directory(table_name text) returns void
  language plpgsql
  as $$
begin
  execute format('create policy directory on %I for select to cartage_directory using (true)', table_name);
  execute format('grant select on %I to cartage_directory', table_name);
end
$$;
