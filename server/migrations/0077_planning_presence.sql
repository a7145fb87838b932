-- Who has the planning board open, and what is selected or dragged there. Rows live for half a minute after the last report;
-- they are shared by all processes, and losing them loses nothing.

create table planning_presence (
  tenant_id uuid not null,
  -- Chosen by the page: a person may have several boards open.
  presence_id uuid not null,
  user_id uuid not null,
  order_ids uuid[] not null default '{}',
  trip_ids uuid[] not null default '{}',
  is_dragging boolean not null default false,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, presence_id)
);
comment on table planning_presence is 'Planning boards that are open, with what is selected on each.';
select own_by_tenant('planning_presence');
