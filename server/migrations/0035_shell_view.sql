-- Saved views: the address of a list under a name, for one user or for all.

create table saved_view (
  tenant_id uuid not null,
  saved_view_id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The list, for example orders.
  screen text not null,
  name text not null,
  -- Query string of the address.
  search text not null,
  -- All users of the tenant see it. Only its creator changes it.
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, saved_view_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
comment on table saved_view is 'The filters and sorting of a list, saved under a name.';
create index saved_view_by_screen on saved_view (tenant_id, screen, created_at);
select own_by_tenant('saved_view');
