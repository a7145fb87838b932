-- A mark is one text with the ctid and xmin of each row that a response about a record depends on. An updated row has
-- another ctid or xmin, so a response is valid while its mark is the same (READ-9, decision 0090). The planner inlines
-- functions that return one row into the statements that use them. The limit of each look-up keeps it on the key,
-- whatever the plan was made for.

create function location_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(l.ctid, ' ', l.xmin, case when l.merged_into is not null then (
           select concat(' ', s.ctid, ' ', s.xmin) from location s
            where s.tenant_id = tenant and s.location_id = l.merged_into limit 1
         ) end)
    from location l where l.tenant_id = tenant and l.location_id = id limit 1
$$;

create function company_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(c.ctid, ' ', c.xmin, (
           select string_agg(concat(' ', k.ctid, ' ', k.xmin), '' order by k.ctid) from company_contact k
            where k.tenant_id = tenant and k.company_id = id
         ), case when c.billing_location_id is not null then (
           select concat(' at ', l.mark) from location_mark(tenant, c.billing_location_id) l
         ) end)
    from company c where c.tenant_id = tenant and c.company_id = id limit 1
$$;

-- Includes its codes of every billing entity, the company that receives its invoices, and the language of the tenant.
create function company_detail_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(m.mark, ';', (
           select concat(i.ctid, ' ', i.xmin) from company c
             join company i on i.tenant_id = tenant and i.company_id = c.default_invoice_customer_id
            where c.tenant_id = tenant and c.company_id = id limit 1
         ), ';', (
           select string_agg(concat(b.ctid, ' ', b.xmin, ' ', e.ctid, ' ', e.xmin), ',' order by b.ctid)
             from company_billing_code b
             join billing_entity e on e.tenant_id = tenant and e.billing_entity_id = b.billing_entity_id
            where b.tenant_id = tenant and b.company_id = id
         ), ';', (select concat(s.ctid, ' ', s.xmin) from tenant_setting s where s.tenant_id = tenant limit 1))
    from company_mark(tenant, id) m
$$;

create function resource_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(r.ctid, ' ', r.xmin, case when r.start_stop_location_id is not null then (
           select concat(' at ', l.mark) from location_mark(tenant, r.start_stop_location_id) l
         ) end, case when r.billing_entity_id is not null then (
           select concat(' of ', b.ctid, ' ', b.xmin) from billing_entity b
            where b.tenant_id = tenant and b.billing_entity_id = r.billing_entity_id limit 1
         ) end, ';', (
           select string_agg(concat(x.ctid, ' ', x.xmin, ' ', e.ctid, ' ', e.xmin), ',' order by x.ctid)
             from resource_extra x join extra e on e.tenant_id = tenant and e.extra_id = x.extra_id
            where x.tenant_id = tenant and x.resource_id = id
         ), ';', (
           select string_agg(concat(a.ctid, ' ', a.xmin, ' ', g.ctid, ' ', g.xmin), ',' order by a.ctid)
             from resource_allocation a
             join resource_group g on g.tenant_id = tenant and g.resource_group_id = a.resource_group_id
            where a.tenant_id = tenant and a.resource_id = id and not a.is_archived
         ))
    from resource r where r.tenant_id = tenant and r.resource_id = id limit 1
$$;

-- Includes its resources and their companies, its locations, and its orders.
create function trip_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(t.ctid, ' ', t.xmin, case when t.planning_group_id is not null then (
           select concat(' in ', g.ctid, ' ', g.xmin) from planning_group g
            where g.tenant_id = tenant and g.planning_group_id = t.planning_group_id limit 1
         ) end, ';', (
           select string_agg(concat(c.ctid, ' ', c.xmin, ' ', r.mark, ' ', o.mark), ',' order by c.ctid)
             from trip_resource c
             cross join lateral resource_mark(tenant, c.resource_id) r
             left join lateral (
               select w.subcontractor_id from resource w where w.tenant_id = tenant and w.resource_id = c.resource_id limit 1
             ) w on true
             left join lateral company_mark(tenant, w.subcontractor_id) o on true
            where c.tenant_id = tenant and c.trip_id = id
         ), ';', (
           select string_agg(concat(s.ctid, ' ', s.xmin, ' ', l.mark, ' ', o.mark), ',' order by s.sequence)
             from trip_stop s
             cross join lateral location_mark(tenant, s.location_id) l
             left join lateral (
               select concat(o.ctid, ' ', o.xmin) as mark from transport_order o
                where o.tenant_id = tenant and o.order_id = s.order_id limit 1
             ) o on true
            where s.tenant_id = tenant and s.trip_id = id
         ))
    from trip t where t.tenant_id = tenant and t.trip_id = id limit 1
$$;

-- Includes its customer, its stops and their locations, and the planned stop of each.
create function order_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(o.ctid, ' ', o.xmin, ' ', c.mark, ';', (
           select string_agg(concat(s.ctid, ' ', s.xmin, ' ', l.mark, ' ', v.mark), ',' order by s.sequence)
             from order_stop s
             cross join lateral location_mark(tenant, s.location_id) l
             left join lateral (
               select concat(v.ctid, ' ', v.xmin) as mark from trip_stop v
                where v.tenant_id = tenant and v.stop_id = s.stop_id limit 1
             ) v on true
            where s.tenant_id = tenant and s.order_id = id
         ))
    from transport_order o
    cross join lateral company_mark(tenant, o.company_id) c
   where o.tenant_id = tenant and o.order_id = id limit 1
$$;

-- Includes its trips.
create function order_status_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(m.mark, ';', (
           select string_agg(t.mark, '|' order by s.trip_id)
             from (select distinct v.trip_id from trip_stop v where v.tenant_id = tenant and v.order_id = id) s
             cross join lateral trip_mark(tenant, s.trip_id) t
         ))
    from order_mark(tenant, id) m
$$;

-- Includes its result and its order, because the customer of the order decides who may see the upload.
create function upload_mark(tenant uuid, id uuid) returns table (mark text) language sql stable as $$
  select concat(u.ctid, ' ', u.xmin, ' ', x.mark, ' ', o.mark)
    from order_upload u
    left join lateral (
      select concat(x.ctid, ' ', x.xmin) as mark, x.order_id from upload_outcome x
       where x.tenant_id = tenant and x.upload_id = id limit 1
    ) x on true
    left join lateral (
      select concat(o.ctid, ' ', o.xmin) as mark from transport_order o
       where o.tenant_id = tenant and o.order_id = case when x.mark is null then u.order_id else x.order_id end limit 1
    ) o on true
   where u.tenant_id = tenant and u.upload_id = id limit 1
$$;

-- Marks for many requests of many tenants at once: starting a statement costs more than the rows of a record. Like
-- accept_uploads, it sets each tenant itself, so that its row security applies; adjacent requests of a tenant are read
-- together. Missing records return no row. The planner settings are the same as for workers: plans that suit one row as
-- well as a million.
create function record_marks(kind text, tenants uuid[], ids uuid[]) returns table (place integer, mark text)
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_material = off as $$
#variable_conflict use_column
declare
  low integer := 1;
  high integer;
  count integer := cardinality(tenants);
begin
  while low <= count loop
    high := low;
    while high < count and tenants[high + 1] = tenants[low] loop
      high := high + 1;
    end loop;
    perform set_config('app.tenant', tenants[low]::text, true);
    case kind
      when 'ORDER' then
        return query select (low + i.place - 1)::integer, m.mark
          from unnest(ids[low:high]) with ordinality as i (id, place) cross join lateral order_mark(tenants[low], i.id) m;
      when 'ORDER_STATUS' then
        return query select (low + i.place - 1)::integer, m.mark
          from unnest(ids[low:high]) with ordinality as i (id, place) cross join lateral order_status_mark(tenants[low], i.id) m;
      when 'UPLOAD' then
        return query select (low + i.place - 1)::integer, m.mark
          from unnest(ids[low:high]) with ordinality as i (id, place) cross join lateral upload_mark(tenants[low], i.id) m;
      when 'COMPANY' then
        return query select (low + i.place - 1)::integer, m.mark
          from unnest(ids[low:high]) with ordinality as i (id, place) cross join lateral company_detail_mark(tenants[low], i.id) m;
      when 'RESOURCE' then
        return query select (low + i.place - 1)::integer, m.mark
          from unnest(ids[low:high]) with ordinality as i (id, place) cross join lateral resource_mark(tenants[low], i.id) m;
      when 'TRIP' then
        return query select (low + i.place - 1)::integer, m.mark
          from unnest(ids[low:high]) with ordinality as i (id, place) cross join lateral trip_mark(tenants[low], i.id) m;
    end case;
    low := high + 1;
  end loop;
end
$$;
do $$
declare
  name text;
begin
  foreach name in array array['location_mark', 'company_mark', 'company_detail_mark', 'resource_mark', 'trip_mark', 'order_mark',
                              'order_status_mark', 'upload_mark'] loop
    execute format('revoke all on function %I(uuid, uuid) from public', name);
    execute format('grant execute on function %I(uuid, uuid) to cartage_app', name);
  end loop;
end
$$;
revoke all on function record_marks(text, uuid[], uuid[]) from public;
grant execute on function record_marks(text, uuid[], uuid[]) to cartage_app;
