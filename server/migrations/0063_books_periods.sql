-- Exchange rates by day, and the months of the books.

create table exchange_rate (
  tenant_id uuid not null references tenant,
  exchange_rate_id uuid not null,
  rate_date date not null,
  from_currency text not null,
  to_currency text not null,
  -- Both currencies in alphabetical order: a pair has one rate per day, in either direction (EXR-3).
  pair text not null generated always as
    (least(from_currency, to_currency) || greatest(from_currency, to_currency)) stored,
  -- As quoted. Neither is computed from the other.
  rate numeric not null check (rate > 0),
  inverse_rate numeric not null check (inverse_rate > 0),
  source text not null check (source in ('ECB', 'API', 'MANUAL')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, exchange_rate_id),
  check (from_currency <> to_currency)
);
comment on table exchange_rate is 'Price of a unit of one currency in another on a day.';
create unique index exchange_rate_by_pair on exchange_rate (tenant_id, pair, rate_date);
create index exchange_rate_by_date on exchange_rate (tenant_id, rate_date, exchange_rate_id);
select own_by_tenant('exchange_rate');

create table booking_period (
  tenant_id uuid not null references tenant,
  billing_entity_id uuid not null,
  -- First day of the month.
  month date not null check (extract(day from month) = 1),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  -- SHA-256 of the entries of the month when it was closed. Null while there are none.
  content_hash text,
  reason text,
  changed_by text,
  changed_at timestamptz,
  primary key (tenant_id, billing_entity_id, month),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table booking_period is 'Months of the books of a billing entity. A month without a row is open.';
select own_by_tenant('booking_period');
