-- When resources cannot be planned, and why.

create table unavailability (
  tenant_id uuid not null,
  unavailability_id uuid not null default gen_random_uuid(),
  resource_id uuid not null,
  start_at timestamptz not null,
  -- Null: nobody knows yet when it ends (UNAV-5). The range is half-open.
  end_at timestamptz,
  -- The same, or infinity while nobody knows. Behind row security no index over an expression such as
  -- coalesce(end_at, 'infinity') is used, because it is not known to be leakproof; so this is a column of its own.
  until_at timestamptz not null,
  -- Free here: the contract has the list, and it may grow (COMPAT-4).
  reason text not null,
  description text not null default '',
  -- Free text that links to another system; need not be unique (UNAV-7).
  external_id text,
  -- Its first 100 letters, to find it by: an index holds no longer text. A column for the same reason as until_at.
  external_key text,
  -- The list of another system that the record came with; null for one that was made one by one.
  source text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (until_at = coalesce(end_at, 'infinity') and until_at >= start_at),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table unavailability is 'A range of time in which a resource cannot be planned. Removed for good when deleted.';

-- The list of a resource walks in the order of creation, which never changes, so that each row comes once.
create index unavailability_by_resource on unavailability (tenant_id, resource_id, created_at, unavailability_id);
-- What lies in a range of time, over all resources: whatever has ended is passed by, however much of it there is.
create index unavailability_by_end on unavailability (tenant_id, until_at, start_at);
-- What a source has said.
create index unavailability_by_source on unavailability (tenant_id, source, external_key) where source is not null;
-- Last, because among indexes that cost the same the planner takes the newest: look-ups by id are the most frequent.
alter table unavailability add primary key (tenant_id, unavailability_id);
select own_by_tenant('unavailability');
