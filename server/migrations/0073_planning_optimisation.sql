-- Runs that suggest trips for chosen orders and combinations. The plan does not change until a planner accepts
-- suggested trips.

create table planning_optimisation (
  tenant_id uuid not null,
  optimisation_id uuid not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  -- {"order_ids": [], "combinations": [{"resource_ids": []}], "from_at", "to_at", "seed"}.
  request jsonb not null,
  -- From 0 to 1.
  progress double precision not null default 0,
  -- Once it is done: suggested trips, orders left out with their reasons, and figures of both plans.
  result jsonb,
  failure text,
  -- {"index of the suggested trip": "id of the trip"}.
  accepted jsonb not null default '{}',
  -- Extended by a heartbeat of the process that runs it. After a crash another process takes the run over.
  lease_until timestamptz,
  attempts integer not null default 0,
  created_by text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- By then the plan has changed too much, so nothing of the run can be accepted.
  expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
  primary key (tenant_id, optimisation_id),
  check ((status = 'DONE') = (result is not null)),
  check ((status = 'FAILED') = (failure is not null))
);
comment on table planning_optimisation is
  'Runs that suggest trips for orders and combinations, to compare with the plan and accept.';
create index planning_optimisation_by_creation on planning_optimisation (tenant_id, created_at desc, optimisation_id);
create index planning_optimisation_due on planning_optimisation (tenant_id, created_at)
  where status in ('QUEUED', 'RUNNING');
select own_by_tenant('planning_optimisation');
select list_in_directory('planning_optimisation');

create function tenants_with_optimisations() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    with recursive found as (
      (select tenant_id from planning_optimisation where status in ('QUEUED', 'RUNNING') order by tenant_id limit 1)
      union all
      select (select o.tenant_id from planning_optimisation o
               where o.status in ('QUEUED', 'RUNNING') and o.tenant_id > found.tenant_id order by o.tenant_id limit 1)
        from found where found.tenant_id is not null
    )
    select f.tenant_id from found f where exists (
      select from planning_optimisation o
       where o.tenant_id = f.tenant_id and o.status in ('QUEUED', 'RUNNING') and coalesce(o.lease_until <= now(), true)
    )
  $$;
alter function tenants_with_optimisations() owner to cartage_directory;
revoke all on function tenants_with_optimisations() from public;
grant execute on function tenants_with_optimisations() to cartage_worker;
