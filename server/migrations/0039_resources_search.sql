-- For searches of resources by the beginning of a code or container number, and of archived resources.

create index resource_by_code on resource (tenant_id, code) where code is not null and not is_archived;
create index resource_by_container_number on resource (tenant_id, container_number)
  where container_number is not null and not is_archived;
create index resource_archived on resource (tenant_id, name_key) where is_archived;

-- The calendar shows the trips of all resources within a period.
create index trip_resource_by_time on trip_resource (tenant_id, ends_at, starts_at) where ends_at is not null;
