-- Lines, line items and taxes of a finalised document never change. Checked once per statement instead of once per row,
-- because a run of invoices writes tens of thousands of rows.
drop trigger keep_finalised on invoice_line;
drop trigger keep_finalised on invoice_tax;
drop trigger keep_finalised on invoice_line_item;
drop function keep_finalised_part();

create function keep_finalised_parts() returns trigger
  language plpgsql
  as $$
begin
  if exists (select from changed c
               join invoice i on i.tenant_id = c.tenant_id and i.invoice_id = c.invoice_id
              where i.content_hash is not null) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create function keep_finalised_line_items() returns trigger
  language plpgsql
  as $$
begin
  if exists (select from changed c
               join invoice_line l on l.tenant_id = c.tenant_id and l.invoice_line_id = c.invoice_line_id
               join invoice i on i.tenant_id = c.tenant_id and i.invoice_id = l.invoice_id
              where i.content_hash is not null) then
    raise exception 'a finalised document cannot be changed' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

-- Only a trigger for a single kind of change can name the changed rows.
create trigger keep_finalised_insert after insert on invoice_line
  referencing new table as changed for each statement execute function keep_finalised_parts();
create trigger keep_finalised_update after update on invoice_line
  referencing old table as changed for each statement execute function keep_finalised_parts();
create trigger keep_finalised_delete after delete on invoice_line
  referencing old table as changed for each statement execute function keep_finalised_parts();
create trigger keep_finalised_insert after insert on invoice_tax
  referencing new table as changed for each statement execute function keep_finalised_parts();
create trigger keep_finalised_update after update on invoice_tax
  referencing old table as changed for each statement execute function keep_finalised_parts();
create trigger keep_finalised_delete after delete on invoice_tax
  referencing old table as changed for each statement execute function keep_finalised_parts();
create trigger keep_finalised_insert after insert on invoice_line_item
  referencing new table as changed for each statement execute function keep_finalised_line_items();
create trigger keep_finalised_update after update on invoice_line_item
  referencing old table as changed for each statement execute function keep_finalised_line_items();
create trigger keep_finalised_delete after delete on invoice_line_item
  referencing old table as changed for each statement execute function keep_finalised_line_items();

-- The hash of a document is computed from its content as PostgreSQL writes it: sorting the members ourselves took over
-- 160 s for 18,200 documents instead of 5 s. A manipulated document keeps its old hash and is found as before.
alter table invoice no force row level security;
alter table invoice disable trigger keep_finalised;
update invoice set content_hash = sha256(convert_to(content::text, 'UTF8'))
 where content_hash = sha256(convert_to(canonical_json(content), 'UTF8'));
alter table invoice enable trigger keep_finalised;
alter table invoice force row level security;
drop function canonical_json(jsonb);
