-- What has to look again when a record changes: a message to a partner names orders, resources, companies and places, and
-- each of them may change without the trip. The job stands here as it is put in line.

create table follower (
  tenant_id uuid not null,
  record_id uuid not null,
  -- Whose job it is: the dispatch.
  follower_id uuid not null,
  kind text not null,
  payload jsonb not null,
  serial_key text not null,
  primary key (tenant_id, record_id, follower_id)
);
comment on table follower is 'Jobs that are put in line when a record changes.';
create index follower_by_follower on follower (tenant_id, follower_id, record_id);
select own_by_tenant('follower');
