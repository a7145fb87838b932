-- Copies charges, documents, tasks and orders to invoice of a tenant under new keys, for lists that look like real ones.
create or replace function fill_money(of_tenant uuid, charges integer, documents integer, tasks integer, orders integer)
returns void language plpgsql as $$
begin
  -- Copies stand alone: nothing looks after foreign keys, and what is finalised is inserted as it is.
  perform set_config('session_replication_role', 'replica', true);
  insert into charge
    select r.* from (select c from charge c where tenant_id = of_tenant and side = 'SALES' limit 500) x
     cross join generate_series(1, charges / 500) n
     cross join lateral jsonb_populate_record(x.c, jsonb_build_object('charge_id', gen_random_uuid(), 'order_id', gen_random_uuid(),
              'created_at', (x.c).created_at - make_interval(mins => n),
              'updated_at', (x.c).updated_at - make_interval(mins => n))) r;
  insert into invoice
    select r.* from (select i from invoice i where tenant_id = of_tenant and content is not null limit 100) x
     cross join generate_series(1, documents / 100) n
     cross join lateral jsonb_populate_record(x.i, jsonb_build_object('invoice_id', gen_random_uuid(), 'name', 'C' || (x.i).name || n,
              'number_counted', (x.i).number_counted + n * 1000000, 'status', 'INVOICE_POSTED', 'posting', 'POSTED',
              'invoice_run_id', null, 'date', (x.i).date - n % 700,
              'created_at', (x.i).created_at - make_interval(mins => n))) r;
  insert into task
    select r.* from (select t from task t where tenant_id = of_tenant limit 100) x
     cross join generate_series(1, tasks / 100) n
     cross join lateral jsonb_populate_record(x.t, jsonb_build_object('task_id', gen_random_uuid(), 'invoice_id', gen_random_uuid(),
              'status', 'TODO', 'waiting_for', null, 'finished_at', null,
              'created_at', (x.t).created_at - make_interval(mins => n))) r;
  insert into unbilled_order (tenant_id, order_id, company_id, billing_entity_id, reason, currency, amount, completed_on)
    select o.tenant_id, o.order_id, o.company_id, null, 'READY', 'EUR', 100 + n % 900, '2026-01-01'::date + n % 300
      from (select *, row_number() over () as n from transport_order where tenant_id = of_tenant limit orders) o
        on conflict do nothing;
end
$$;
