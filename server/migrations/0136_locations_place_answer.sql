-- Answers of users about ambiguous names of towns, and locations that need an answer.
create table place_answer (
  tenant_id uuid not null references tenant (tenant_id),
  place_answer_id uuid not null default gen_random_uuid(),
  -- Town, beginning of the postal code and country, folded by `spelling` in cities.views.ts.
  spelling text not null check (octet_length(spelling) <= 1000),
  -- The customer to which the answer applies. Null: every customer without its own answer.
  company_id uuid,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  radius_km double precision not null check (radius_km > 0),
  answered_at timestamptz not null default now(),
  primary key (tenant_id, place_answer_id),
  unique nulls not distinct (tenant_id, spelling, company_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table place_answer is 'The town meant by an ambiguous spelling, per customer.';
select own_by_tenant('place_answer');

-- A column, because row security rules out an index over a member of a document.
alter table location add column is_unclear boolean not null default false;
comment on column location.is_unclear is 'It may be one of several towns, until a user decides.';
update location set is_unclear = true where estimate ->> 'source' = 'AMBIGUOUS';
create index location_unclear on location (tenant_id, location_id) where is_unclear;

-- Locations to request from a geocoder: nearly always empty, and always without a geocoder.
alter table location add column geocode_at timestamptz;
comment on column location.geocode_at is 'When the next geocoding request is due. Null: none.';
create index location_to_geocode on location (tenant_id, geocode_at) where geocode_at is not null;

create function tenants_with_locations_to_geocode() returns setof uuid
  language sql stable security definer set search_path = public
  as $$ select distinct l.tenant_id from location l where l.geocode_at is not null and l.geocode_at <= now() $$;
alter function tenants_with_locations_to_geocode() owner to cartage_directory;
revoke all on function tenants_with_locations_to_geocode() from public;
grant execute on function tenants_with_locations_to_geocode() to cartage_worker;
