-- Opening hours, coordinates and time zones of locations; archiving and merging.

-- Created again below, so that the indexes for the look-ups of every upload stay the newest.
alter table location drop constraint location_tenant_id_match_key_key;
alter table location drop constraint location_pkey;

alter table location
  add column display_name text,
  -- OSM syntax, validated when it is written.
  add column opening_hours text,
  -- IANA name of the time zone at the coordinates.
  add column time_zone text,
  -- Source of latitude and longitude. Null until the loop `locations` has handled the row, within seconds.
  add column coordinate_source text check (coordinate_source in ('GIVEN', 'ESTIMATE', 'UNKNOWN')),
  -- The location that replaces this one. It is never merged itself, so one step leads to it. The row stays for records
  -- that refer to it and for uploads that match its key. Not a foreign key: locations are never deleted.
  add column merged_into uuid check (merged_into <> location_id),
  add column is_archived boolean not null default false,
  add column updated_at timestamptz not null default now(),
  -- Name and town for searches, without accents and case. Written by the loop `locations` and by edits of users, so
  -- that an upload that creates a location does not write to these indexes.
  add column search_name text collate "C",
  add column search_city text collate "C",
  -- Prefixes that fit into an index.
  add column code_key text generated always as (left(code, 100)) stored,
  add column external_key text generated always as (left(external_id, 100)) stored;

-- Searches by prefix use a range of an index in byte order. They need columns, because row security rules out an index
-- over an expression such as lower(name): lower() is not leakproof.
create index location_by_name on location (tenant_id, search_name) where search_name is not null;
create index location_by_city on location (tenant_id, search_city) where search_city is not null;
create index location_by_code on location (tenant_id, code_key) where code_key is not null;
create index location_by_external_id on location (tenant_id, external_key) where external_key is not null;
create index location_retired on location (tenant_id, location_id) where is_archived or merged_into is not null;
create index location_merged on location (tenant_id, merged_into) where merged_into is not null;
-- Nearly always empty, because rows leave it within seconds.
create index location_to_place on location (tenant_id, location_id) where coordinate_source is null;
alter table location add unique (tenant_id, match_key);
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table location add primary key (tenant_id, location_id);
select list_in_directory('location');

-- Tenants that have a location to handle. Two index probes per tenant.
create function tenants_with_locations_to_place() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    with recursive found as (
      (select tenant_id from location where coordinate_source is null order by tenant_id limit 1)
      union all
      select (select l.tenant_id from location l
               where l.coordinate_source is null and l.tenant_id > found.tenant_id order by l.tenant_id limit 1)
        from found where found.tenant_id is not null
    )
    select f.tenant_id from found f where f.tenant_id is not null
  $$;
alter function tenants_with_locations_to_place() owner to cartage_directory;
revoke all on function tenants_with_locations_to_place() from public;
grant execute on function tenants_with_locations_to_place() to cartage_worker;
