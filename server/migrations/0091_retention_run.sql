-- Retention of personal data per tenant, purges, and erased people.

-- In days. Null: no limit.
alter table tenant_setting add column retention jsonb not null default '{
  "positions_days": null,
  "messages_days": 90,
  "mails_days": 730,
  "order_contacts_days": 730,
  "documents_days": 3650,
  "people_days": 730,
  "audit_days": 3650
}';

create table retention_run (
  tenant_id uuid not null references tenant,
  run_id uuid not null,
  -- PURGE removes data older than the retention. PERSON erases one person.
  kind text not null check (kind in ('PURGE', 'PERSON')),
  -- Who requested it; `system` for the daily purge.
  by_kind text not null,
  by_id text,
  person_type text check (person_type in ('DRIVER', 'CONTACT', 'USER')),
  person_id uuid,
  -- {kind of data: rows} so far.
  counts jsonb not null default '{}',
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (tenant_id, run_id),
  check ((kind = 'PERSON') = (person_type is not null and person_id is not null))
);
comment on table retention_run is
  'Purges of a tenant and erasures of people: time, author and number of rows per kind of data.';
create index retention_run_by_time on retention_run (tenant_id, started_at desc, run_id desc);
-- One purge at a time.
create unique index retention_run_open on retention_run (tenant_id) where kind = 'PURGE' and finished_at is null;
select own_by_tenant('retention_run');
select list_in_directory('retention_run');

create table erased_person (
  tenant_id uuid not null references tenant,
  person_type text not null check (person_type in ('DRIVER', 'CONTACT', 'USER')),
  person_id uuid not null,
  erased_at timestamptz not null default now(),
  run_id uuid not null,
  primary key (tenant_id, person_type, person_id)
);
comment on table erased_person is 'People whose data was erased; their records and links stay.';
select own_by_tenant('erased_person');

create table erased_order (
  tenant_id uuid not null references tenant,
  order_id uuid not null,
  erased_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, order_id)
);
comment on table erased_order is 'Orders whose contact data was erased, so that they are not checked again.';
select own_by_tenant('erased_order');

-- True once its contacts were erased.
alter table order_upload add column is_erased boolean not null default false;

-- Messages to carriers contain contacts of stops and phone numbers of drivers.
alter table dispatch_revision add column is_erased boolean not null default false;
create index dispatch_revision_by_time on dispatch_revision (tenant_id, made_at) where not is_erased;

-- The trail stays a chain when its oldest entries are removed or a value is erased: it now starts after kept_after, and
-- erased_by is the later entry that vouches for an entry whose hashed values were erased.
alter table audit_head
  add column kept_after bigint not null default 0,
  add column kept_hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(kept_hash) = 32);
alter table audit_record add column erased_by uuid;
comment on table audit_record is
  'Entries of the audit trail. Never changed, but personal data are erased; removed only from the beginning.';

-- Removes the oldest entries of a trail, up to a maximum number, that are older than a year and than the retention of
-- the tenant. The conditions are here, so that no defect of the service can remove recent entries.
create function remove_old_audit(one_tenant uuid, most integer) returns table (removed bigint, kept_after bigint, kept_hash text)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  days integer;
  last_removed record;
  count bigint;
begin
  if one_tenant is distinct from current_tenant() then raise exception 'not the tenant of the transaction'; end if;
  select greatest((s.retention ->> 'audit_days')::integer, 365) into days from tenant_setting s
   where s.tenant_id = one_tenant and s.retention ->> 'audit_days' is not null;
  if days is null then return; end if;
  -- Locked first, as when an entry is appended.
  perform from audit_head h where h.tenant_id = one_tenant for update;
  select x.sequence, x.hash into last_removed
    from (select r.sequence, r.hash, r.at from audit_record r where r.tenant_id = one_tenant order by r.sequence limit most) x
   where x.at < now() - make_interval(days => days) order by x.sequence desc limit 1;
  if last_removed.sequence is null then return; end if;
  delete from audit_record r where r.tenant_id = one_tenant and r.sequence <= last_removed.sequence;
  get diagnostics count = row_count;
  update audit_head h set kept_after = last_removed.sequence, kept_hash = last_removed.hash where h.tenant_id = one_tenant;
  return query select count, last_removed.sequence::bigint, encode(last_removed.hash, 'hex');
end
$$;
revoke all on function remove_old_audit(uuid, integer) from public;
grant execute on function remove_old_audit(uuid, integer) to cartage_worker;

-- Replaces values of members of entries by a mark. The entry still shows who changed which member and when. Returns the
-- entries without an earlier erasure: the caller appends an entry that vouches for them.
create function erase_audit_values(one_tenant uuid, erasure uuid, sequences bigint[], members text[], mark text) returns setof bigint
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if one_tenant is distinct from current_tenant() then raise exception 'not the tenant of the transaction'; end if;
  return query
    with given as (
      select g.sequence, array_agg(g.member) as names from unnest(sequences, members) as g (sequence, member) group by g.sequence
    ), erased as (
      update audit_record r
         set erased_by = coalesce(r.erased_by, erasure),
             changes = (
               select json_object_agg(e.key, case when e.key <> all (g.names) then e.value else json_build_object(
                        'after', case when coalesce(json_typeof(e.value -> 'after'), 'null') <> 'null' then mark end,
                        'before', case when coalesce(json_typeof(e.value -> 'before'), 'null') <> 'null' then mark end) end)
                 from json_each(r.changes) as e)
        from given g where r.tenant_id = one_tenant and r.sequence = g.sequence
      returning r.sequence, r.erased_by
    )
    select e.sequence from erased e where e.erased_by = erasure order by e.sequence;
end
$$;
revoke all on function erase_audit_values(uuid, uuid, bigint[], text[], text) from public;
grant execute on function erase_audit_values(uuid, uuid, bigint[], text[], text) to cartage_worker;

-- Active tenants older than a day without a purge in the last day, and without a purge that runs, waits or failed.
create function tenants_with_purge_due() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.tenant_id from tenant t
     where t.is_active and t.created_at < now() - interval '1 day'
       and not exists (
         select from retention_run r
          where r.tenant_id = t.tenant_id and r.kind = 'PURGE' and r.started_at > now() - interval '1 day')
       and not exists (select from job j where j.tenant_id = t.tenant_id and j.kind = 'retention.purge')
  $$;
alter function tenants_with_purge_due() owner to cartage_directory;
revoke all on function tenants_with_purge_due() from public;
grant execute on function tenants_with_purge_due() to cartage_worker;
