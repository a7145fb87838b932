-- Resources (drivers, vehicles, trailers and containers), resource groups, and allocations.

create table resource (
  tenant_id uuid not null references tenant,
  resource_id uuid not null default gen_random_uuid(),
  -- Every type of the interface. Only the eight types with a kind object can be created through it.
  resource_type text not null
    check (resource_type in ('CHASSIS', 'COMPARTMENT', 'CONTAINER', 'DRIVER', 'FERRY', 'FULL_TRAILER', 'HANDLING',
                             'RIGID', 'SUBCONTRACTOR', 'TRACTOR', 'TRAILER', 'TRAIN', 'VAN')),
  name text not null,
  -- The name in lower case, for searches. It is a column, because row security rules out an index over an expression
  -- such as lower(name): lower() is not leakproof.
  name_key text,
  code text,
  -- Never null: empty when it is left out (RES-2).
  external_id text not null default '',
  note text not null default '',
  locale text,
  license_plate text,
  -- The plate without case, spaces and punctuation: `1-ABC-234` is `1abc 234`.
  license_plate_key text,
  container_number text,
  start_stop_location_id uuid,
  subcontractor_id uuid,
  billing_entity_id uuid,
  -- The other members of the kind object, with decimals as text.
  properties jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  integrations jsonb,
  -- Source whose list contains the record. Null for a record that was created one by one.
  source text,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, start_stop_location_id) references location (tenant_id, location_id),
  foreign key (tenant_id, subcontractor_id) references company (tenant_id, company_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table resource is
  'A driver, vehicle, trailer or container that can be assigned to a trip. Archived ones stay readable by id.';

-- Lists are read in the order of creation, which never changes, so that each row appears once (PAGE-3).
create index resource_by_creation on resource (tenant_id, created_at, resource_id) where not is_archived;
create index resource_by_type on resource (tenant_id, resource_type, created_at, resource_id) where not is_archived;
create index resource_by_external_id on resource (tenant_id, external_id, created_at, resource_id)
  where not is_archived;
-- For a few recent changes (RES-12). For many changes the planner uses the order of creation above.
create index resource_by_change on resource (tenant_id, resource_type, updated_at) where not is_archived;
create index resource_by_name on resource (tenant_id, name_key) where not is_archived;
create index resource_by_license_plate on resource (tenant_id, license_plate_key)
  where not is_archived and license_plate_key is not null;
create index resource_by_subcontractor on resource (tenant_id, subcontractor_id) where subcontractor_id is not null;
-- A source uses an external id once, and finds the record by it even after it was archived.
create unique index resource_by_source on resource (tenant_id, source, external_id) where source is not null;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table resource add primary key (tenant_id, resource_id);
select own_by_tenant('resource');

create table resource_extra (
  tenant_id uuid not null,
  resource_id uuid not null,
  extra_id uuid not null,
  -- Position in the received list, from 1.
  position integer not null,
  primary key (tenant_id, resource_id, extra_id),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id),
  foreign key (tenant_id, extra_id) references extra (tenant_id, extra_id)
);
comment on table resource_extra is 'Equipment and abilities of a resource (RES-9).';
create index resource_extra_by_extra on resource_extra (tenant_id, extra_id);
select own_by_tenant('resource_extra');

create table resource_group (
  tenant_id uuid not null references tenant,
  resource_group_id uuid not null default gen_random_uuid(),
  -- Neither name nor code is unique (RES-7).
  name text not null,
  code text,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, resource_group_id)
);
comment on table resource_group is 'Resources that are planned together. Archived groups are not shown.';
create index resource_group_by_creation on resource_group (tenant_id, created_at, resource_group_id)
  where not is_archived;
select own_by_tenant('resource_group');

-- A resource is in a group directly (FIXED), as part of a combination such as tractor, trailer and driver (COMBINED:
-- one row per member, with one combination_id), or in turns (ROTATING: one row per turn, with one rotation_id).
create table resource_allocation (
  tenant_id uuid not null,
  resource_allocation_id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('FIXED', 'COMBINED', 'ROTATING')),
  resource_id uuid not null,
  resource_group_id uuid not null,
  -- Both days are included. Null: without start, without end.
  starts_on date,
  ends_on date,
  combination_id uuid,
  rotation_id uuid,
  -- The turns of a rotation follow each other in this order and start again after the last.
  turn integer,
  turn_days integer,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, resource_allocation_id),
  foreign key (tenant_id, resource_id) references resource (tenant_id, resource_id),
  foreign key (tenant_id, resource_group_id) references resource_group (tenant_id, resource_group_id),
  check (starts_on <= ends_on),
  check ((kind = 'COMBINED') = (combination_id is not null)),
  check ((kind = 'ROTATING') = (rotation_id is not null and turn is not null and turn_days is not null)),
  check (turn >= 1 and turn_days >= 1),
  -- A rotation needs the day on which its first turn begins.
  check (kind <> 'ROTATING' or starts_on is not null)
);
comment on table resource_allocation is
  'Allocations of resources to groups: the reason and the days (RES-3, RES-5, RES-13).';
create index resource_allocation_by_resource on resource_allocation (tenant_id, resource_id) where not is_archived;
create index resource_allocation_by_group on resource_allocation (tenant_id, resource_group_id)
  where not is_archived;
create index resource_allocation_by_combination on resource_allocation (tenant_id, combination_id)
  where combination_id is not null;
create index resource_allocation_by_rotation on resource_allocation (tenant_id, rotation_id)
  where rotation_id is not null;
select own_by_tenant('resource_allocation');
