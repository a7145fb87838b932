-- Index of the global search: one narrow row per searchable record. A loop follows the audit trail and writes it, so
-- that the code that changes records does not depend on it.

create table search_entry (
  tenant_id uuid not null,
  kind text not null check (kind in ('order', 'trip', 'company', 'resource', 'location', 'document', 'invoice')),
  record_id uuid not null,
  -- Words of the title, letters and digits only, separated and enclosed by spaces.
  title_key text not null,
  -- The same for all search terms. Begins with the title.
  key text not null,
  -- Among equal matches the nearest in time comes first. Null for a record without a time.
  at timestamptz,
  -- Archived: shown in lists, but not in the global search.
  is_archived boolean not null default false,
  primary key (tenant_id, kind, record_id)
);
comment on table search_entry is 'Search terms of records.';
select own_by_tenant('search_entry');

create table search_progress (
  tenant_id uuid primary key,
  -- Number of the last audit entry that was followed.
  trail bigint not null,
  -- The kind whose records are being written for the first time. Null once all are.
  filling text,
  -- Its last written record.
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table search_progress is 'Progress of the search index of a tenant.';
select own_by_tenant('search_progress');
select list_in_directory('search_progress');

create table search_due (
  tenant_id uuid not null,
  kind text not null,
  record_id uuid not null,
  primary key (tenant_id, kind, record_id)
);
comment on table search_due is 'Records to index again, because the name of a related record changed.';
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
