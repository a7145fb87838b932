-- Periods in which a resource cannot be planned.

create table unavailability (
  tenant_id uuid not null,
  unavailability_id uuid not null default gen_random_uuid(),
  resource_id uuid not null,
  start_at timestamptz not null,
  -- Null: the end is unknown (UNAV-5). The range is half-open.
  end_at timestamptz,
  -- end_at, or infinity while the end is unknown. It is a column, because row security rules out an index over an
  -- expression such as coalesce(end_at, 'infinity'), which is not marked leakproof.
  until_at timestamptz not null,
  -- Without a check: the contract has the list, and it may grow (COMPAT-4).
  reason text not null,
  description text not null default '',
  -- Free text that refers to a record of another system. It need not be unique (UNAV-7).
  external_id text,
  -- Its first 100 characters for searches, because a longer text may not fit into an index. A column for the reason of
  -- until_at.
  external_key text,
  -- Source whose list contains the record. Null for a record that was created one by one.
  source text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (until_at = coalesce(end_at, 'infinity') and until_at >= start_at),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id)
);
comment on table unavailability is 'A period in which a resource cannot be planned. Deleted permanently.';

-- The list of a resource is read in the order of creation, which never changes, so that each row appears once.
create index unavailability_by_resource on unavailability (tenant_id, resource_id, created_at, unavailability_id);
-- Periods within a range of time, of all resources. Ended periods are skipped, whatever their number.
create index unavailability_by_end on unavailability (tenant_id, until_at, start_at);
-- Records of one source.
create index unavailability_by_source on unavailability (tenant_id, source, external_key) where source is not null;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table unavailability add primary key (tenant_id, unavailability_id);
select own_by_tenant('unavailability');
