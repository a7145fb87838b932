-- Counts, restores and removes one whole tenant.

-- Number of rows of one tenant in a table, whatever the current tenant. It returns no contents.
create function count_rows_of_tenant(table_name text, one_tenant uuid) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  count bigint;
begin
  execute format('select count(*) from public.%I where tenant_id = $1', table_name) into count using one_tenant;
  return count;
end
$$;
alter function count_rows_of_tenant(text, uuid) owner to cartage_directory;
revoke all on function count_rows_of_tenant(text, uuid) from public;
grant execute on function count_rows_of_tenant(text, uuid) to cartage_worker, cartage_owner;

-- Whether the transaction restores or removes this whole tenant. Only the owner of the tables can: serving roles may
-- set the setting, but it has no effect for them.
create function moves_whole_tenant(one_tenant uuid) returns boolean
  language sql stable parallel safe
  as $$ select current_user = 'cartage_owner' and current_setting('app.whole_tenant', true) = one_tenant::text $$;

create or replace function keep_finalised_invoice() returns trigger
  language plpgsql
  as $$
begin
  if old.content_hash is null or (tg_op = 'DELETE' and moves_whole_tenant(old.tenant_id)) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a finalised document cannot be deleted' using errcode = 'restrict_violation';
  end if;
  if (new.kind, new.is_self_billed, new.billing_entity_id, new.company_id, new.name, new.external_name, new.number_range_id,
      new.number_scope, new.number_period, new.number_counted, new.date, new.booking_date, new.due_date, new.currency,
      new.adjustments, new.sum_lines, new.total_excl_tax, new.total_tax, new.total_incl_tax, new.accounting_currency,
      new.accounting_excl_tax, new.accounting_tax, new.content, new.content_hash, new.credited_invoice_id,
      new.finalised_at)
     is distinct from
     (old.kind, old.is_self_billed, old.billing_entity_id, old.company_id, old.name, old.external_name, old.number_range_id,
      old.number_scope, old.number_period, old.number_counted, old.date, old.booking_date, old.due_date, old.currency,
      old.adjustments, old.sum_lines, old.total_excl_tax, old.total_tax, old.total_incl_tax, old.accounting_currency,
      old.accounting_excl_tax, old.accounting_tax, old.content, old.content_hash, old.credited_invoice_id,
      old.finalised_at) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function keep_finalised_parts() returns trigger
  language plpgsql
  set enable_seqscan to 'off'
  as $$
begin
  if exists (select from (select distinct c.tenant_id, c.invoice_id from changed c) d
              where not moves_whole_tenant(d.tenant_id)
                and (select i.content_hash from invoice i
                      where i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id limit 1) is not null) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create or replace function keep_finalised_line_items() returns trigger
  language plpgsql
  set enable_seqscan to 'off'
  as $$
begin
  if exists (select from (
                select distinct c.tenant_id, (
                         select l.invoice_id from invoice_line l
                          where l.tenant_id = c.tenant_id and l.invoice_line_id = c.invoice_line_id limit 1) as invoice_id
                  from (select distinct p.tenant_id, p.invoice_line_id from changed p) c) d
              where not moves_whole_tenant(d.tenant_id)
                and (select i.content_hash from invoice i
                      where i.tenant_id = d.tenant_id and i.invoice_id = d.invoice_id limit 1) is not null) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create table removed_tenant (
  -- Not a reference, because the tenant no longer exists.
  removed_tenant_id uuid not null,
  removed_at timestamptz not null default now(),
  slug text not null,
  name text not null,
  -- Epoch of its events when it was removed. A restored tenant starts with a higher one, so that no position is used
  -- twice.
  epoch integer not null,
  -- Number of removed rows and documents.
  removed_rows bigint not null,
  removed_documents bigint not null,
  -- Last entry of its audit trail; null when there was none. Compared with an export that is restored.
  trail_sequence bigint,
  trail_hash bytea,
  primary key (removed_tenant_id, removed_at)
);
comment on table removed_tenant is 'Tenants that the operator removed, for the records of the installation.';
grant select on removed_tenant to cartage_worker;
