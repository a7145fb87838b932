-- What the search of everything looks through: one narrow row for each record that people look for, written by a loop that
-- follows the audit trail, so that those who write records need not know it.

create table search_entry (
  tenant_id uuid not null,
  kind text not null check (kind in ('order', 'trip', 'company', 'resource', 'location', 'document', 'invoice')),
  record_id uuid not null,
  -- Words of what people call it, each between blanks, in letters and digits only.
  title_key text not null,
  -- The same of everything it is found by; begins with the title.
  key text not null,
  -- Of two that fit equally the nearest in time comes first; null when it has no time.
  at timestamptz,
  -- In use no longer: lists find it, the search of everything does not.
  is_archived boolean not null default false,
  primary key (tenant_id, kind, record_id)
);
comment on table search_entry is 'What records are found by.';
select own_by_tenant('search_entry');

create table search_progress (
  tenant_id uuid primary key,
  -- How far in the audit trail changes were followed.
  trail bigint not null,
  -- The kind whose records are written for the first time, null when all are.
  filling text,
  -- The last one of them that was written.
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table search_progress is 'How far the search follows the changes of a tenant.';
select own_by_tenant('search_progress');
select list_in_directory('search_progress');

create table search_due (
  tenant_id uuid not null,
  kind text not null,
  record_id uuid not null,
  primary key (tenant_id, kind, record_id)
);
comment on table search_due is 'Records to be written again, because something that is named in them is called otherwise now.';
select own_by_tenant('search_due');
select list_in_directory('search_due');
select list_in_directory('audit_head');

create function tenants_with_search_due() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t
      left join search_progress p on p.tenant_id = t.tenant_id
      left join audit_head h on h.tenant_id = t.tenant_id
     where t.is_active
       and (p.tenant_id is null or p.filling is not null or h.sequence > p.trail
            or exists (select from search_due d where d.tenant_id = t.tenant_id))
  $$;
alter function tenants_with_search_due() owner to cartage_directory;
revoke all on function tenants_with_search_due() from public;
grant execute on function tenants_with_search_due() to cartage_worker;
