-- Locations of stops. The same name and address is the same location, however often it is uploaded.

create table location (
  tenant_id uuid not null references tenant,
  location_id uuid not null default gen_random_uuid(),
  -- SHA-256 of the normalised name, address, postal code, city and country (locations/rules.ts).
  match_key bytea not null,
  name text,
  address text,
  address_second_line text,
  postal_code text,
  city text,
  state text,
  country text,
  code text,
  external_id text,
  description text,
  latitude double precision,
  longitude double precision,
  created_at timestamptz not null default now(),
  unique (tenant_id, match_key)
);
comment on table location is 'A location of the tenant, matched by its normalised name and address.';
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table location add primary key (tenant_id, location_id);
select own_by_tenant('location');
