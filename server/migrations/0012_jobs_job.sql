-- The job queue. A job is queued in the transaction that causes it, runs at least once, and is deleted when it is done.

create table job (
  tenant_id uuid not null,
  job_id uuid not null default gen_random_uuid(),
  kind text not null,
  payload jsonb not null,
  -- Jobs with the same key run one after another in the order in which they were queued.
  serial_key text,
  created_at timestamptz not null default clock_timestamp(),
  ready_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  -- Failed at the last attempt. The row is kept to be shown, and can be run again.
  is_dead boolean not null default false,
  lease_token uuid,
  lease_until timestamptz,
  primary key (tenant_id, job_id)
);
comment on table job is
  'Queue of background work. Rows are narrow and deleted when they are done, so that claims stay cheap.';
create index job_ready on job (tenant_id, ready_at) where not is_dead;
create index job_serial on job (tenant_id, serial_key, created_at, job_id) where serial_key is not null and not is_dead;
select own_by_tenant('job');
select list_in_directory('job');

-- Tenants that have a due job. Two index probes per tenant.
create function tenants_with_jobs() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    with recursive found as (
      (select tenant_id from job where not is_dead order by tenant_id limit 1)
      union all
      select (select j.tenant_id from job j where not j.is_dead and j.tenant_id > found.tenant_id order by j.tenant_id limit 1)
        from found where found.tenant_id is not null
    )
    select f.tenant_id from found f where exists (
      select from job j where j.tenant_id = f.tenant_id and not j.is_dead and j.ready_at <= now()
         and coalesce(j.lease_until <= now(), true)
    )
  $$;
alter function tenants_with_jobs() owner to cartage_directory;
revoke all on function tenants_with_jobs() from public;
grant execute on function tenants_with_jobs() to cartage_worker;
