-- Simulation of a tenant with sample data: its clock, its speed, and how far it has been reported.

create table sample_simulation (
  tenant_id uuid primary key references tenant,
  seed integer not null,
  scenarios text[] not null default '{}',
  -- Run by the loop of a server or by a command in a terminal, never by both.
  driven_by text not null check (driven_by in ('SERVER', 'COMMAND')),
  speed integer not null check (speed between 1 and 600),
  is_paused boolean not null default false,
  -- Time of the simulated clock when it was set, and the real time of that moment.
  clock_at timestamptz not null,
  set_at timestamptz not null,
  -- All simulated events up to this time were accepted.
  reported_until timestamptz not null,
  -- Orders and trips exist for the days up to this one.
  planned_until date,
  -- Address to which reports are sent.
  url text not null,
  -- Credentials for reports, sealed by the vault.
  access_sealed bytea not null,
  sent bigint not null default 0,
  rejected bigint not null default 0,
  -- Latest events, newest first, and waiting trips with their reasons.
  latest jsonb not null default '[]',
  waiting jsonb not null default '[]',
  -- Reason why reports are not accepted at present, and time of the next attempt.
  failure text,
  failures integer not null default 0,
  due_at timestamptz not null default now(),
  -- Extended by a heartbeat of the process that runs it. After a crash another process takes over.
  lease_until timestamptz,
  lease_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table sample_simulation is 'Simulation of a tenant: its clock, its speed, and how far it has been reported.';
select own_by_tenant('sample_simulation');
select list_in_directory('sample_simulation');

create function tenants_with_simulations() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    select s.tenant_id from sample_simulation s
     where s.driven_by = 'SERVER' and not s.is_paused and s.due_at <= now() and coalesce(s.lease_until <= now(), true)
     order by s.tenant_id
  $$;
alter function tenants_with_simulations() owner to cartage_directory;
revoke all on function tenants_with_simulations() from public;
grant execute on function tenants_with_simulations() to cartage_worker;
