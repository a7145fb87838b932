-- Jobs to queue when a record changes. A message to a partner contains data of orders, resources, companies and
-- locations, and each of them may change without the trip. The columns are the same as in the queued job.

create table follower (
  tenant_id uuid not null,
  record_id uuid not null,
  -- The record that the job compares again: the dispatch.
  follower_id uuid not null,
  kind text not null,
  payload jsonb not null,
  serial_key text not null,
  primary key (tenant_id, record_id, follower_id)
);
comment on table follower is 'Jobs that are queued when a record changes.';
create index follower_by_follower on follower (tenant_id, follower_id, record_id);
select own_by_tenant('follower');
