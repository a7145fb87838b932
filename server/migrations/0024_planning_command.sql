-- Planning commands: who did what to the plan, and the images that undo and redo write back.

create table planning_command (
  tenant_id uuid not null,
  command_id uuid not null,
  kind text not null,
  -- In words, as it was then: trips and orders may be called otherwise later.
  summary text not null,
  -- Undo and redo go through the commands of one person.
  actor_kind text not null,
  actor_id text,
  -- The trips it touched and the holds it changed, before and after: {"trips": [], "holds": []}.
  before jsonb not null,
  after jsonb not null,
  -- The soft reasons it was carried out against, and why.
  override_reason text,
  overridden jsonb not null default '[]',
  -- Moves when the command is redone: the last one done is the first to be undone.
  done_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by_kind text,
  undone_by_id text,
  created_at timestamptz not null default clock_timestamp()
);
comment on table planning_command is 'A command of a planner that took effect, and whether it was undone.';
create index planning_command_by_time on planning_command (tenant_id, created_at, command_id);
create index planning_command_by_actor on planning_command (tenant_id, actor_kind, actor_id, created_at);
create index planning_command_done on planning_command (tenant_id, actor_kind, actor_id, done_at)
  where undone_at is null;
create index planning_command_undone on planning_command (tenant_id, actor_kind, actor_id, undone_at)
  where undone_at is not null;
-- Last, because among indexes that cost the same the planner takes the newest: look-ups by id are the most frequent.
alter table planning_command add primary key (tenant_id, command_id);
select own_by_tenant('planning_command');

-- No foreign key to trip: an undone command may have taken the trip away.
create table planning_command_trip (
  tenant_id uuid not null,
  trip_id uuid not null,
  command_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, trip_id, command_id),
  foreign key (tenant_id, command_id) references planning_command (tenant_id, command_id)
);
comment on table planning_command_trip is 'Which trips a command touched, to find what happened to a trip.';
create index planning_command_trip_by_command on planning_command_trip (tenant_id, command_id);
create index planning_command_trip_by_time on planning_command_trip (tenant_id, trip_id, created_at, command_id);
select own_by_tenant('planning_command_trip');
