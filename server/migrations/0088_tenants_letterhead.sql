-- Logo and colour on the papers and documents of a tenant. Also its name, which is edited on a screen.

create table tenant_logo (
  tenant_id uuid not null references tenant,
  logo_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  -- In pixels.
  width integer not null,
  height integer not null,
  bytes bytea not null check (octet_length(bytes) <= 524288),
  created_at timestamptz not null default now(),
  primary key (tenant_id, logo_id)
);
comment on table tenant_logo is
  'Current and former logos of a tenant: a finalised document keeps the logo with which it was drawn.';
select own_by_tenant('tenant_logo');

alter table tenant_setting
  add column logo_id uuid,
  add column brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  add foreign key (tenant_id, logo_id) references tenant_logo (tenant_id, logo_id);

-- The name is a column of tenant, to which no serving role may write.
create function set_tenant_name(one_tenant uuid, new_name text) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$ update tenant set name = new_name where tenant_id = one_tenant returning true $$;
revoke all on function set_tenant_name(uuid, text) from public;
grant execute on function set_tenant_name(uuid, text) to cartage_worker;
