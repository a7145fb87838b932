-- Open planning boards of users, with the selected and dragged records. Rows expire half a minute after the last
-- report. All processes share them, and losing them does no harm.

create table planning_presence (
  tenant_id uuid not null,
  -- Chosen by the page, because a user may have several boards open.
  presence_id uuid not null,
  user_id uuid not null,
  order_ids uuid[] not null default '{}',
  trip_ids uuid[] not null default '{}',
  is_dragging boolean not null default false,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, presence_id)
);
comment on table planning_presence is 'Open planning boards, with the records selected on each.';
select own_by_tenant('planning_presence');
