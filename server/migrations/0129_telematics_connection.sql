-- Sources of positions besides webhooks: rFMS, which is polled, and Traccar, which is polled or forwards. Also the last
-- data of each of their devices, and its vehicle.

create table telematics_connection (
  tenant_id uuid not null references tenant,
  connection_id uuid not null,
  kind text not null check (kind in ('RFMS', 'TRACCAR')),
  name text not null,
  -- Null: positions are forwarded and nothing is polled.
  base_url text,
  sign_in text not null check (sign_in in ('NONE', 'BASIC', 'BEARER', 'CLIENT_CREDENTIALS')),
  user_name text,
  token_url text,
  -- Password, token or client secret, sealed by the vault. No operation returns it.
  secret_sealed bytea,
  -- Digest of the token of forwarded positions.
  token_digest bytea,
  interval_seconds integer not null check (interval_seconds between 30 and 86400),
  is_paused boolean not null default false,
  -- Data that the other system received before this time, by its clock, have already been read.
  since text,
  vehicles_read_at timestamptz,
  due_at timestamptz not null default now(),
  polled_at timestamptz,
  heard_at timestamptz,
  failure text,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, connection_id)
);
comment on table telematics_connection is 'Services that provide positions of vehicles.';
create index telematics_connection_due on telematics_connection (tenant_id, due_at) where base_url is not null and not is_paused;
select own_by_tenant('telematics_connection');
select list_in_directory('telematics_connection');

create table telematics_source (
  tenant_id uuid not null,
  -- A connection, or the client id of webhook credentials.
  connection_id text not null,
  -- Id in the other system: a VIN, the id of a device, or an id in a webhook.
  source_id text not null,
  vin text,
  plate text,
  label text,
  resource_id uuid,
  -- A user chose the vehicle, which overrides any match.
  is_chosen boolean not null default false,
  heard_at timestamptz,
  recorded_at timestamptz,
  -- Its last data, as interpreted.
  doc jsonb,
  primary key (tenant_id, connection_id, source_id)
);
comment on table telematics_source is 'Devices and vehicles of a connection, with their last data and their resource.';
create index telematics_source_by_resource on telematics_source (tenant_id, resource_id) where resource_id is not null;
select own_by_tenant('telematics_source');

create function tenants_with_telematics_due() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select distinct c.tenant_id from telematics_connection c
     where c.base_url is not null and not c.is_paused and c.due_at <= now()
  $$;
alter function tenants_with_telematics_due() owner to cartage_directory;
revoke all on function tenants_with_telematics_due() from public;
grant execute on function tenants_with_telematics_due() to cartage_worker;
