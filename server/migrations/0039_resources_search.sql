-- Resources as screens look for them: by what a code or a container number begins with, and among those out of use.

create index resource_by_code on resource (tenant_id, code) where code is not null and not is_archived;
create index resource_by_container_number on resource (tenant_id, container_number)
  where container_number is not null and not is_archived;
create index resource_archived on resource (tenant_id, name_key) where is_archived;

-- The calendar asks what is driven in a range of time, over all resources.
create index trip_resource_by_time on trip_resource (tenant_id, ends_at, starts_at) where ends_at is not null;
