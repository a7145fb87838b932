-- Settings of a tenant, and the reference data that orders refer to by code or by name (ORD-10, ORD-11, GOOD-1).

-- Tenants are created by the operator. The function runs as the owner of `tenant`, so that no serving role may write to
-- it.
create function create_tenant(new_id uuid, new_slug text, new_name text, new_time_zone text) returns uuid
  language sql security definer set search_path = public, pg_temp
  as $$ insert into tenant (tenant_id, slug, name, time_zone)
       values (new_id, new_slug, new_name, new_time_zone) returning tenant_id $$;
revoke all on function create_tenant(uuid, text, text, text) from public;
grant execute on function create_tenant(uuid, text, text, text) to cartage_worker;

-- Deactivates or reactivates a whole tenant. Its clients, users and webhooks are refused from the next request.
create function set_tenant_active(one_tenant uuid, active boolean) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$ update tenant set is_active = active where tenant_id = one_tenant returning true $$;
revoke all on function set_tenant_active(uuid, boolean) from public;
grant execute on function set_tenant_active(uuid, boolean) to cartage_worker;

-- Installation settings are written by operator commands, which run as the worker.
grant insert, update on operator_setting to cartage_worker;

create table tenant_setting (
  tenant_id uuid primary key references tenant,
  -- Null: the default limits. {"general": [...], "token": [...]}: windows of the tenant; an empty list: no limit.
  rate_limits jsonb,
  create_missing_companies boolean not null default false,
  locale text not null default 'en',
  currency text not null default 'EUR',
  -- Incremented by every change, so that processes notice that their cached settings are old.
  version integer not null default 1
);
comment on table tenant_setting is 'One row per tenant: request limits, defaults and import behaviour.';
select own_by_tenant('tenant_setting');
select list_in_directory('tenant_setting');

create table transport_service (
  tenant_id uuid not null references tenant,
  transport_service_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  is_archived boolean not null default false,
  primary key (tenant_id, transport_service_id),
  unique (tenant_id, code)
);
comment on table transport_service is 'Services that the tenant sells. Every order refers to one.';
select own_by_tenant('transport_service');

create table service_level (
  tenant_id uuid not null references tenant,
  service_level_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  is_archived boolean not null default false,
  primary key (tenant_id, service_level_id),
  unique (tenant_id, code)
);
comment on table service_level is 'Promises of the tenant about transport, such as express.';
select own_by_tenant('service_level');

create table import_configuration (
  tenant_id uuid not null references tenant,
  import_configuration_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  -- Null: the setting of the tenant applies.
  create_missing_companies boolean,
  is_archived boolean not null default false,
  primary key (tenant_id, import_configuration_id),
  unique (tenant_id, code)
);
comment on table import_configuration is
  'Settings for reading orders of one source. An order may refer to one by code.';
select own_by_tenant('import_configuration');

create table packaging_type (
  tenant_id uuid not null references tenant,
  packaging_type_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  export_alias text,
  -- [{"code", "name", "height_m", "length_m", "width_m", "weight_kg", "loading_meters", "pallet_spaces"}]
  sizes jsonb not null default '[]',
  is_archived boolean not null default false,
  primary key (tenant_id, packaging_type_id),
  unique (tenant_id, code)
);
comment on table packaging_type is 'Pallets, boxes and drums. Found by code, or by name with the code of a size.';
select own_by_tenant('packaging_type');

create table custom_activity (
  tenant_id uuid not null references tenant,
  custom_activity_id uuid not null default gen_random_uuid(),
  code text not null,
  label text not null,
  is_archived boolean not null default false,
  primary key (tenant_id, custom_activity_id),
  unique (tenant_id, code)
);
comment on table custom_activity is 'Stop activities that the tenant defined, such as cleaning or weighing.';
select own_by_tenant('custom_activity');

create table container_type (
  tenant_id uuid not null references tenant,
  container_type_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  -- Size and type code of ISO 6346, for example 45G1.
  iso_code text,
  is_archived boolean not null default false,
  primary key (tenant_id, container_type_id),
  unique (tenant_id, code)
);
comment on table container_type is 'Kinds of containers.';
select own_by_tenant('container_type');
