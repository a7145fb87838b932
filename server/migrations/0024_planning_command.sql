-- Planning commands, with the images that undo and redo write back.

create table planning_command (
  tenant_id uuid not null,
  command_id uuid not null,
  kind text not null,
  -- In words, with the names of that time: trips and orders may be renamed later.
  summary text not null,
  -- Undo and redo apply to the commands of one user.
  actor_kind text not null,
  actor_id text,
  -- Its trips and the holds it changed, before and after: {"trips": [], "holds": []}.
  before jsonb not null,
  after jsonb not null,
  -- The warnings that were overridden, and the reason.
  override_reason text,
  overridden jsonb not null default '[]',
  -- Set again when the command is redone: the last command done is the first to be undone.
  done_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by_kind text,
  undone_by_id text,
  created_at timestamptz not null default clock_timestamp()
);
comment on table planning_command is 'A planning command that was carried out, and whether it was undone.';
create index planning_command_by_time on planning_command (tenant_id, created_at, command_id);
create index planning_command_by_actor on planning_command (tenant_id, actor_kind, actor_id, created_at);
create index planning_command_done on planning_command (tenant_id, actor_kind, actor_id, done_at)
  where undone_at is null;
create index planning_command_undone on planning_command (tenant_id, actor_kind, actor_id, undone_at)
  where undone_at is not null;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table planning_command add primary key (tenant_id, command_id);
select own_by_tenant('planning_command');

-- No foreign key to trip: undoing the command may have deleted the trip.
create table planning_command_trip (
  tenant_id uuid not null,
  trip_id uuid not null,
  command_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, trip_id, command_id),
  foreign key (tenant_id, command_id) references planning_command (tenant_id, command_id)
);
comment on table planning_command_trip is 'Trips of a command, for the history of a trip.';
create index planning_command_trip_by_command on planning_command_trip (tenant_id, command_id);
create index planning_command_trip_by_time on planning_command_trip (tenant_id, trip_id, created_at, command_id);
select own_by_tenant('planning_command_trip');
