-- Ratings and charges of orders and trips, and orders to invoice.

-- Whether the requested price of orders of an import configuration is their freight charge.
alter table import_configuration add column accept_requested_price boolean not null default false;

create table rating (
  tenant_id uuid not null,
  subject_type text not null check (subject_type in ('ORDER', 'TRIP')),
  subject_id uuid not null,
  side text not null check (side in ('SALES', 'COST')),
  -- EXPECTED while times are planned, ACTUAL once they are reported.
  phase text not null check (phase in ('EXPECTED', 'ACTUAL')),
  result text not null check (result in ('COMPLETE', 'INCOMPLETE', 'NO_CARD')),
  -- Reason why it is not complete, or the card that was used: a sentence with its values.
  message jsonb not null,
  rate_version_id uuid,
  rated_on date,
  currency text,
  total numeric(18, 3) not null default 0,
  -- All inputs of the price, so that it can be calculated and explained again.
  facts jsonb not null,
  -- Its share of each line that is priced per shipment, by key of the line. Null: rated alone.
  shares jsonb,
  rating_group_id uuid,
  rated_at timestamptz not null default now(),
  primary key (tenant_id, subject_type, subject_id, side),
  foreign key (tenant_id, rate_version_id) references rate_version (tenant_id, rate_version_id)
);
comment on table rating is 'The last rating of an order or trip.';
create index rating_by_version on rating (tenant_id, rate_version_id) where rate_version_id is not null;
create index rating_by_group on rating (tenant_id, rating_group_id) where rating_group_id is not null;
create index rating_by_result on rating (tenant_id, result, subject_id) where result <> 'COMPLETE';
create index rating_by_day on rating (tenant_id, side, rated_on);
select own_by_tenant('rating');

create table rating_group (
  tenant_id uuid not null,
  rating_group_id uuid not null,
  -- Common property of the orders: the company with a trip, or with a location and a day.
  group_key text not null,
  rate_version_id uuid not null,
  -- Amount of each GROUP line, by key.
  amounts jsonb not null,
  -- When a member was put on a finalised document. The shares of the others no longer change.
  frozen_at timestamptz,
  primary key (tenant_id, rating_group_id),
  foreign key (tenant_id, rate_version_id) references rate_version (tenant_id, rate_version_id)
);
comment on table rating_group is 'Orders that are priced as one shipment.';
create unique index rating_group_by_key on rating_group (tenant_id, group_key) where frozen_at is null;
create index rating_group_by_version on rating_group (tenant_id, rate_version_id);
select own_by_tenant('rating_group');

create table charge (
  tenant_id uuid not null,
  charge_id uuid not null,
  side text not null check (side in ('SALES', 'COST')),
  -- Sales belong to an order, costs to a trip or an order.
  order_id uuid,
  trip_id uuid,
  consignment_id uuid,
  stop_id uuid,
  -- Customer or supplier. Null: our own fleet.
  company_id uuid,
  billing_entity_id uuid,
  charge_type text not null,
  name text not null,
  role text not null check (role in ('BASE', 'SURCHARGE', 'ACCESSORIAL', 'DISBURSEMENT')),
  description text not null default '',
  quantity numeric not null,
  unit text not null,
  unit_price numeric not null,
  amount numeric(18, 3) not null,
  currency text not null,
  origin text not null check (origin in ('RATED', 'MANUAL', 'REQUESTED', 'IMPORTED')),
  -- Key of the line and of the subject that it was repeated for. The same key is the same charge, however often it is
  -- rated.
  line_key text,
  -- From 1: the difference to a charge with the same key on a finalised document.
  correction integer not null default 0,
  -- Result of rating, without overrides.
  rated_amount numeric(18, 3),
  -- Member → {value, rated, by, at, reason}. Rating does not change these members.
  override jsonb not null default '{}',
  -- The rated value changed after the override.
  is_override_outdated boolean not null default false,
  -- Evidence of the proposal: times of the stop, appointment, free time.
  evidence jsonb,
  status text not null default 'CREATED'
    check (status in ('CREATED', 'DO_NOT_INVOICE', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL', 'WITHDRAWN')),
  status_reason text,
  approval text check (approval in ('TO_REQUEST', 'REQUESTED', 'REJECTED_INTERNAL', 'REJECTED', 'APPROVED')),
  -- {comment, by, at, amount}: an approval covers one amount.
  approval_decision jsonb,
  -- Tax treatment with its tax rate. Null until it is decided.
  tax jsonb,
  tax_rate_id uuid,
  -- Reason why the tax cannot be decided.
  tax_hold text,
  supplied_on date,
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (order_id is not null or trip_id is not null),
  check ((origin = 'RATED') = (line_key is not null)),
  check (status not in ('DO_NOT_INVOICE') or status_reason is not null)
);
comment on table charge is 'An amount that an order earns or a trip costs.';
create unique index charge_by_key on charge (tenant_id, side, (coalesce(order_id, trip_id)), line_key, correction)
  where line_key is not null;
create index charge_by_order on charge (tenant_id, order_id) where order_id is not null;
create index charge_by_trip on charge (tenant_id, trip_id) where trip_id is not null;
-- The list of charges, newest first.
create index charge_newest on charge (tenant_id, side, created_at, charge_id);
create index charge_by_company on charge (tenant_id, company_id, side, created_at, charge_id) where company_id is not null;
create index charge_open on charge (tenant_id, side, company_id, supplied_on, charge_id) where status = 'CREATED';
create index charge_to_approve on charge (tenant_id, approval, updated_at, charge_id)
  where approval in ('TO_REQUEST', 'REQUESTED', 'REJECTED', 'REJECTED_INTERNAL') and status = 'CREATED';
create index charge_outdated on charge (tenant_id, updated_at, charge_id) where is_override_outdated;
alter table charge add primary key (tenant_id, charge_id);
select own_by_tenant('charge');

create table cost_share (
  tenant_id uuid not null,
  charge_id uuid not null,
  order_id uuid not null,
  amount numeric(18, 3) not null,
  -- Unit of the division: LDM_KM, KG …
  measure text not null,
  weight numeric,
  primary key (tenant_id, charge_id, order_id),
  foreign key (tenant_id, charge_id) references charge (tenant_id, charge_id)
);
comment on table cost_share is 'Shares of the orders of a trip in its costs.';
create index cost_share_by_order on cost_share (tenant_id, order_id);
select own_by_tenant('cost_share');

-- How the costs of a trip are divided among its orders.
alter table tenant_setting add column cost_allocation text not null default 'LDM_KM'
  check (cost_allocation in ('LDM_KM', 'KG_KM', 'KM', 'LDM', 'KG', 'STOPS', 'EQUAL', 'REVENUE'));

create table charge_snapshot (
  tenant_id uuid not null,
  subject_type text not null check (subject_type in ('ORDER', 'TRIP')),
  subject_id uuid not null,
  side text not null check (side in ('SALES', 'COST')),
  moment text not null check (moment in ('CONFIRMED', 'DISPATCHED', 'COMPLETED')),
  taken_at timestamptz not null default now(),
  currency text not null,
  total numeric(18, 3) not null,
  charges jsonb not null,
  primary key (tenant_id, subject_type, subject_id, side, moment)
);
comment on table charge_snapshot is 'Charges as expected at a moment; the latest of each moment.';
select own_by_tenant('charge_snapshot');

create table unbilled_order (
  tenant_id uuid not null,
  order_id uuid not null,
  company_id uuid not null,
  billing_entity_id uuid,
  reason text not null check (reason in
    ('NO_CARD', 'INCOMPLETE', 'ZERO_BASE', 'APPROVAL', 'TAX_HOLD', 'READY', 'DRAFT', 'MINIMUM')),
  detail jsonb,
  currency text,
  amount numeric(18, 3) not null default 0,
  -- Last day of the work.
  completed_on date,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, order_id)
);
comment on table unbilled_order is
  'Completed orders, and cancelled ones with charges, that are not on finalised documents. Written with charges.';
create index unbilled_order_by_reason on unbilled_order (tenant_id, reason, completed_on, order_id);
create index unbilled_order_by_company on unbilled_order (tenant_id, company_id, completed_on, order_id);
create index unbilled_order_by_day on unbilled_order (tenant_id, completed_on, order_id);
select own_by_tenant('unbilled_order');

-- Tenants that have orders or trips to rate.
select list_in_directory('rating_due');
create function tenants_with_ratings_due() returns setof uuid
  language sql stable security definer set search_path = public
  as $$
    with recursive found as (
      (select tenant_id from rating_due order by tenant_id limit 1)
      union all
      select (select d.tenant_id from rating_due d where d.tenant_id > found.tenant_id order by d.tenant_id limit 1)
        from found where found.tenant_id is not null
    )
    select f.tenant_id from found f where f.tenant_id is not null
  $$;
alter function tenants_with_ratings_due() owner to cartage_directory;
revoke all on function tenants_with_ratings_due() from public;
grant execute on function tenants_with_ratings_due() to cartage_worker;
