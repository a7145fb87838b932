-- The living world of a tenant that holds the sample world: its clock, its speed, and how far it was reported.

create table sample_simulation (
  tenant_id uuid primary key references tenant,
  seed integer not null,
  scenarios text[] not null default '{}',
  -- A server drives it in its loop, or a command in a terminal; never both.
  driven_by text not null check (driven_by in ('SERVER', 'COMMAND')),
  speed integer not null check (speed between 1 and 600),
  is_paused boolean not null default false,
  -- What the clock showed when it was set, and when that was.
  clock_at timestamptz not null,
  set_at timestamptz not null,
  -- Everything the world did until here was accepted.
  reported_until timestamptz not null,
  -- Days up to this one have their orders and trips.
  planned_until date,
  -- Address that reports are sent to.
  url text not null,
  -- Credentials of those who report, sealed.
  access_sealed bytea not null,
  sent bigint not null default 0,
  rejected bigint not null default 0,
  -- The last things that happened, newest first, and the trips that wait with the reason.
  latest jsonb not null default '[]',
  waiting jsonb not null default '[]',
  -- Why reports are not accepted now, and when the next attempt is due.
  failure text,
  failures integer not null default 0,
  due_at timestamptz not null default now(),
  -- A process that drives it says so again and again; after a kill another takes over.
  lease_until timestamptz,
  lease_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table sample_simulation is 'The living world of a tenant: its clock, its speed, and how far it was reported.';
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
