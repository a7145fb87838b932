-- Outdated dispatches: since when the last message differs from the record, and when to compare them without a change.

alter table dispatch
  -- Since when the dispatch is outdated. Null while the partner has the current state.
  add column differs_since timestamptz,
  -- When to compare again without a known change. Null once no change can follow. Existing dispatches are compared at
  -- once.
  add column look_at timestamptz default now();
alter table dispatch alter column look_at drop default;
create index dispatch_to_look_at on dispatch (tenant_id, look_at) where look_at is not null;
create index dispatch_differing on dispatch (tenant_id, trip_id) where differs_since is not null;

-- Minutes that a partner keeps an outdated trip while it is a draft again. Null: until it is confirmed.
alter table tenant_setting add column dispatch_draft_minutes integer default 30 check (dispatch_draft_minutes >= 0);

select list_in_directory('dispatch');
create function tenants_with_dispatches_to_look_at() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t where exists (
      select from dispatch d where d.tenant_id = t.tenant_id and d.look_at is not null and d.look_at <= now()
    )
  $$;
alter function tenants_with_dispatches_to_look_at() owner to cartage_directory;
revoke all on function tenants_with_dispatches_to_look_at() from public;
grant execute on function tenants_with_dispatches_to_look_at() to cartage_worker;
