-- Copies the finished orders of a tenant with new keys, including the records of their billing. Copies have the
-- properties of the originals, so lists are realistic and the invariants of money still hold.

-- The key of a copy, the same wherever it is referred to.
create or replace function copied_key(key uuid, n integer) returns uuid language sql immutable
  as $$ select overlay(overlay(md5(key::text || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;

-- Copies rows of a table. Mapped keys get one value per copy. `changes` contains columns with their new expressions,
-- which use x, the row, and n, the number of the copy.
create or replace function copy_rows(of_table regclass, of_tenant uuid, copies integer, mapped text[], changes jsonb, chosen text)
returns void language plpgsql as $$
declare
  into_columns text;
  expressions text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
         string_agg(case when a.attname = any(mapped) then format('copied_key(x.%I, n)', a.attname)
                         else coalesce(changes ->> a.attname::text, format('x.%I', a.attname)) end, ', ' order by a.attnum)
    into into_columns, expressions
    from pg_attribute a where a.attrelid = of_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format('insert into %s (%s) select %s from %s x cross join generate_series(1, $2) n where x.tenant_id = $1 and %s',
                 of_table, into_columns, expressions, of_table, chosen) using of_tenant, copies;
end
$$;

create or replace function fill_money(of_tenant uuid, copies integer)
returns void language plpgsql as $$
declare
  finished constant text := 'exists (select from transport_order o where o.tenant_id = x.tenant_id and o.order_id = x.%I and o.status = ''COMPLETED'')';
  older constant text := 'x.created_at - make_interval(mins => n)';
  documents bigint := (select max(number_counted) from invoice where tenant_id = of_tenant);
  entries bigint := (select max(entry_number) from posting where tenant_id = of_tenant);
begin
  -- Switches off foreign keys and the triggers that protect finalised documents.
  perform set_config('session_replication_role', 'replica', true);
  perform copy_rows('charge', of_tenant, copies, '{charge_id,order_id}',
                    jsonb_build_object('created_at', older), format(finished, 'order_id'));
  perform copy_rows('rating', of_tenant, copies, '{subject_id}',
                    '{"rated_at": "x.rated_at - make_interval(mins => n)"}', format(finished, 'subject_id'));
  perform copy_rows('unbilled_order', of_tenant, copies, '{order_id}',
                    '{"completed_on": "x.completed_on - n"}', format(finished, 'order_id'));
  perform copy_rows('transport_order', of_tenant, copies, '{order_id}',
                    jsonb_build_object('created_at', older, 'order_identifier', 'x.order_identifier || ''/'' || n',
                                       'order_number', 'x.order_number || ''/'' || n'), 'x.status = ''COMPLETED''');
  perform copy_rows('invoice', of_tenant, copies, '{invoice_id}',
                    jsonb_build_object('created_at', older, 'name', 'x.name || ''/'' || n', 'invoice_run_id', 'null',
                                       'number_counted', 'x.number_counted + n * ' || documents), 'true');
  perform copy_rows('invoice_line', of_tenant, copies, '{invoice_line_id,invoice_id,order_id}', '{}', 'true');
  perform copy_rows('invoice_line_item', of_tenant, copies, '{line_item_id,invoice_line_id}', '{}', 'true');
  perform copy_rows('invoice_line_charge', of_tenant, copies, '{invoice_line_id,charge_id}', '{}', 'true');
  perform copy_rows('invoice_tax', of_tenant, copies, '{invoice_id}', '{}', 'true');
  perform copy_rows('invoice_file', of_tenant, copies, '{invoice_id,document_id}', '{}', 'true');
  perform copy_rows('task', of_tenant, copies, '{task_id,invoice_id}', jsonb_build_object('created_at', older), 'true');
  perform copy_rows('posting', of_tenant, copies, '{posting_id,invoice_id}',
                    jsonb_build_object('entry_number', 'x.entry_number + n * ' || entries), 'true');
  perform copy_rows('posting_line', of_tenant, copies, '{posting_id}', '{}', 'true');
  update number_range_counter set last_number = last_number + copies * documents
   where tenant_id = of_tenant and number_range_id in (select number_range_id from invoice where tenant_id = of_tenant);
  update posting_counter set last_number = last_number + copies * entries where tenant_id = of_tenant;
end
$$;
