-- New orders have to be rated as well. One row per transaction: a row and an index entry per order would cost more than
-- all other work for prices when an order is accepted.
create table rating_arrival (
  tenant_id uuid not null,
  rating_arrival_id uuid not null default gen_random_uuid(),
  order_ids uuid[] not null,
  marked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, rating_arrival_id)
);
comment on table rating_arrival is
  'Queue of new orders, one row per transaction, until the rating loop moves them to rating_due.';
select own_by_tenant('rating_arrival');

select list_in_directory('rating_arrival');
create or replace function tenants_with_ratings_due() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    with recursive found as (
      (select tenant_id from rating_due order by tenant_id limit 1)
      union all
      select (select d.tenant_id from rating_due d where d.tenant_id > found.tenant_id order by d.tenant_id limit 1)
        from found where found.tenant_id is not null
    ), arrived as (
      (select tenant_id from rating_arrival order by tenant_id limit 1)
      union all
      select (select a.tenant_id from rating_arrival a where a.tenant_id > arrived.tenant_id order by a.tenant_id limit 1)
        from arrived where arrived.tenant_id is not null
    )
    select f.tenant_id from found f where f.tenant_id is not null
    union
    select a.tenant_id from arrived a where a.tenant_id is not null
  $$;
