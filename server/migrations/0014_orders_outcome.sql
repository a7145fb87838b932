-- Makes an upload cheaper: its row is written once, and texts of a few kilobytes are not compressed.
-- The result of an upload has its own row, because an update would copy the whole body to change four small columns.

create table upload_outcome (
  tenant_id uuid not null,
  upload_id uuid not null,
  status text not null check (status in ('COMPLETED', 'ERROR', 'SKIPPED')),
  -- The order of the upload, whichever upload created it. Null when the caller may not see one.
  order_id uuid,
  errors json,
  warnings json,
  finished_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, upload_id)
);
comment on table upload_outcome is 'Result of an upload. An upload without a row is IN_PROGRESS.';
select own_by_tenant('upload_outcome');

-- The owner can move the rows of every tenant only while row security does not apply to it.
alter table order_upload no force row level security;
alter table upload_outcome no force row level security;
insert into upload_outcome (tenant_id, upload_id, status, order_id, errors, warnings, finished_at)
  select tenant_id, upload_id, status, order_id, errors, warnings, coalesce(finished_at, accepted_at)
    from order_upload where status <> 'IN_PROGRESS';
alter table order_upload force row level security;
alter table upload_outcome force row level security;
alter table order_upload
  drop column status,
  drop column errors,
  drop column warnings,
  drop column finished_at;
comment on table order_upload is 'An accepted upload. Written once.';
comment on column order_upload.order_id is 'The order that had this identifier when the upload was accepted.';

-- Compressing a text costs more than writing it, so only a row that does not fit into a page is compressed.
alter table order_upload set (toast_tuple_target = 8160);
alter table event set (toast_tuple_target = 8160);
alter table transport_order set (toast_tuple_target = 8160);

-- The document is written and read as a whole. As json its text is validated and stored; as jsonb it would be parsed
-- into parts and assembled again each time.
alter table transport_order alter column doc type json using doc::json;

-- Judges each upload with plain statements. One statement for all of them would be opened once per tenant, and opening
-- it costs more than its rows. As before, each part runs under the row security of its tenant, and the items of a
-- tenant are adjacent. They are in ascending order of their identifiers, so that two calls cannot deadlock.
create or replace function accept_uploads(
  tenants uuid[], upload_ids uuid[], identifiers text[], operations text[], bodies text, hashes bytea[], sources text[],
  companies uuid[], keys text[]
) returns table (upload_id uuid, verdict text, order_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  one record;
  known record;
  wall uuid;
  lane integer;
begin
  for one in
    select * from unnest(
        tenants, upload_ids, identifiers, operations, string_to_array(bodies, E'\x1e'), hashes, sources, companies, keys
      ) as i (tenant_id, upload_id, order_identifier, operation, body, body_hash, source, company_id, idempotency_key)
  loop
    if wall is distinct from one.tenant_id then
      wall := one.tenant_id;
      perform set_config('app.tenant', wall::text, true);
    end if;
    -- The order by makes the planner use the index of identifiers: on an empty table the primary key would cost the
    -- same.
    select o.order_id, o.company_id, o.status into known
      from (select * from transport_order t
             where t.tenant_id = wall and t.order_identifier >= one.order_identifier
             order by t.order_identifier limit 1) o
     where o.order_identifier = one.order_identifier;
    upload_id := one.upload_id;
    order_id := known.order_id;
    verdict := case
      when known.company_id <> one.company_id then 'taken'
      when known.status = 'CANCELLED' and one.operation <> 'DELETE' then 'cancelled'
      when known.order_id is null and one.operation = 'DELETE' and not exists (
        select from upload_pending p
         where p.tenant_id = wall and p.order_identifier = one.order_identifier and p.operation <> 'DELETE'
      ) then 'unknown'
      else 'accepted'
    end;
    if verdict = 'accepted' then
      insert into order_lane as l (tenant_id, order_identifier, last_number)
        values (wall, one.order_identifier, 1)
        on conflict (tenant_id, order_identifier) do update set last_number = l.last_number + 1
        returning l.last_number into lane;
      insert into order_upload (tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash,
                                order_id, source, company_id, idempotency_key)
        values (wall, one.upload_id, one.order_identifier, lane, one.operation, one.body, one.body_hash,
                case when one.operation <> 'CREATE' then known.order_id end, one.source, one.company_id,
                one.idempotency_key);
      insert into upload_pending (tenant_id, order_identifier, lane_number, upload_id, operation)
        values (wall, one.order_identifier, lane, one.upload_id, one.operation);
    end if;
    return next;
  end loop;
end
$$;
