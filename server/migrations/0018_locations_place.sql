-- What a location is beyond its address: opening hours, where on the map, which time zone; archive and merge.

-- Looked up again below, so that the look-ups of every upload stay the newest indexes.
alter table location drop constraint location_tenant_id_match_key_key;
alter table location drop constraint location_pkey;

alter table location
  add column display_name text,
  -- OSM syntax, checked when it is written.
  add column opening_hours text,
  -- Of the coordinates, an IANA name.
  add column time_zone text,
  -- Where latitude and longitude come from; null until the loop `locations` has looked at the row, within seconds.
  add column coordinate_source text check (coordinate_source in ('GIVEN', 'ESTIMATE', 'UNKNOWN')),
  -- The location that took this one's place: always one that is not merged itself, so one step leads there. The row
  -- stays for what refers to it and for uploads that match its key. Not a foreign key: locations are never deleted.
  add column merged_into uuid check (merged_into <> location_id),
  add column is_archived boolean not null default false,
  add column updated_at timestamptz not null default now(),
  -- Name and town as they are searched for, without accents and case; written by the loop `locations` and by people's
  -- changes, so that an upload that makes a location writes no index of theirs.
  add column search_name text collate "C",
  add column search_city text collate "C",
  -- As much of a text of any length as an index can hold.
  add column code_key text generated always as (left(code, 100)) stored,
  add column external_key text generated always as (left(external_id, 100)) stored;

-- Searching finds what begins with a text: a range of an index in byte order. Columns of their own, because behind row
-- security no index over an expression such as lower(name) is used: lower() is not leakproof.
create index location_by_name on location (tenant_id, search_name) where search_name is not null;
create index location_by_city on location (tenant_id, search_city) where search_city is not null;
create index location_by_code on location (tenant_id, code_key) where code_key is not null;
create index location_by_external_id on location (tenant_id, external_key) where external_key is not null;
create index location_retired on location (tenant_id, location_id) where is_archived or merged_into is not null;
create index location_merged on location (tenant_id, merged_into) where merged_into is not null;
-- Nearly always empty: rows leave it within seconds.
create index location_to_place on location (tenant_id, location_id) where coordinate_source is null;
alter table location add unique (tenant_id, match_key);
-- Last, because among indexes that cost the same the planner takes the newest: look-ups by id are the most frequent.
alter table location add primary key (tenant_id, location_id);
select list_in_directory('location');

-- The tenants that have a location to be looked at: two index probes per tenant.
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
