-- What orders and trips cost: how they were rated, the charges, and the orders that are not billed yet.

-- Whether the price that orders of an import configuration request is their freight.
alter table import_configuration add column accept_requested_price boolean not null default false;

create table rating (
  tenant_id uuid not null,
  subject_type text not null check (subject_type in ('ORDER', 'TRIP')),
  subject_id uuid not null,
  side text not null check (side in ('SALES', 'COST')),
  -- EXPECTED while times are planned, ACTUAL when they are reported.
  phase text not null check (phase in ('EXPECTED', 'ACTUAL')),
  result text not null check (result in ('COMPLETE', 'INCOMPLETE', 'NO_CARD')),
  -- Why it is not complete, or which card was used; a sentence with its values.
  message jsonb not null,
  rate_version_id uuid,
  rated_on date,
  currency text,
  total numeric(18, 3) not null default 0,
  -- Everything the price depends on, so that it can be calculated and explained again.
  facts jsonb not null,
  -- Amounts of lines that a shipment of several orders was given, by key of the line; null: rated alone.
  shares jsonb,
  rating_group_id uuid,
  rated_at timestamptz not null default now(),
  primary key (tenant_id, subject_type, subject_id, side),
  foreign key (tenant_id, rate_version_id) references rate_version (tenant_id, rate_version_id)
);
comment on table rating is 'How an order or trip was rated last.';
create index rating_by_version on rating (tenant_id, rate_version_id) where rate_version_id is not null;
create index rating_by_group on rating (tenant_id, rating_group_id) where rating_group_id is not null;
create index rating_by_result on rating (tenant_id, result, subject_id) where result <> 'COMPLETE';
create index rating_by_day on rating (tenant_id, side, rated_on);
select own_by_tenant('rating');

create table rating_group (
  tenant_id uuid not null,
  rating_group_id uuid not null,
  -- What the orders have in common: the company with a trip, or with a place and a day.
  group_key text not null,
  rate_version_id uuid not null,
  -- Amount of each GROUP line, by key.
  amounts jsonb not null,
  -- A member is on a finalised document: the shares of the others do not move any more.
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
  -- Sales are of an order, costs of a trip or of an order.
  order_id uuid,
  trip_id uuid,
  consignment_id uuid,
  stop_id uuid,
  -- Who is billed, or who bills us; null: our own fleet.
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
  -- Key of the line and of what it was repeated for; the same key is the same charge however often it is rated.
  line_key text,
  -- From 1 for the difference to a charge of the same key that is on a finalised document.
  correction integer not null default 0,
  -- What rating says, whatever a person set.
  rated_amount numeric(18, 3),
  -- Member → {value, rated, by, at, reason}; rating goes on and does not change these.
  override jsonb not null default '{}',
  -- Rating moved since a person set a value.
  is_override_outdated boolean not null default false,
  -- What the charge was proposed from: times of the stop, appointment, free time.
  evidence jsonb,
  status text not null default 'CREATED'
    check (status in ('CREATED', 'DO_NOT_INVOICE', 'INVOICED', 'INVOICE_POSTED', 'INVOICED_EXTERNAL', 'WITHDRAWN')),
  status_reason text,
  approval text check (approval in ('TO_REQUEST', 'REQUESTED', 'REJECTED_INTERNAL', 'REJECTED', 'APPROVED')),
  -- {comment, by, at, amount}: agreement is to an amount.
  approval_decision jsonb,
  -- The decision of the tax rules with the row of the books it fits; null until it is decided.
  tax jsonb,
  tax_rate_id uuid,
  -- Why tax cannot be decided.
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
comment on table charge is 'An amount that an order brings or a trip costs.';
create unique index charge_by_key on charge (tenant_id, side, (coalesce(order_id, trip_id)), line_key, correction)
  where line_key is not null;
create index charge_by_order on charge (tenant_id, order_id) where order_id is not null;
create index charge_by_trip on charge (tenant_id, trip_id) where trip_id is not null;
-- The list of charges, newest first; true of every row.
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
  -- What it was divided by: LDM_KM, KG …
  measure text not null,
  weight numeric,
  primary key (tenant_id, charge_id, order_id),
  foreign key (tenant_id, charge_id) references charge (tenant_id, charge_id)
);
comment on table cost_share is 'Which part of a cost of a trip each of its orders carries.';
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
comment on table charge_snapshot is 'Charges as they were expected at a moment; the latest of each moment.';
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
  'Completed orders, and cancelled ones with charges, that are not on finalised documents: derived from charges, written with them.';
create index unbilled_order_by_reason on unbilled_order (tenant_id, reason, completed_on, order_id);
create index unbilled_order_by_company on unbilled_order (tenant_id, company_id, completed_on, order_id);
create index unbilled_order_by_day on unbilled_order (tenant_id, completed_on, order_id);
select own_by_tenant('unbilled_order');

-- The loop that rates has to know where there is work.
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
