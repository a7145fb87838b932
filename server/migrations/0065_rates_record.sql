-- Rate cards, tariff tables and zone sets: an editable draft, and published versions that never change.

create table rate_record (
  tenant_id uuid not null references tenant,
  rate_record_id uuid not null,
  kind text not null check (kind in ('RATE_CARD', 'TARIFF_TABLE', 'ZONE_SET')),
  code text not null,
  name text not null,
  -- For rate cards: SALES or COST, and the currency of all prices.
  side text,
  currency text,
  -- Contents of the next version. Null: there is no draft.
  draft jsonb,
  draft_valid_from date,
  draft_valid_to date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'RATE_CARD') = (side is not null and currency is not null)),
  check ((draft is null) = (draft_valid_from is null))
);
comment on table rate_record is 'A rate card, tariff table or zone set with its draft (PRICE-22).';
create unique index rate_record_by_code on rate_record (tenant_id, kind, code);
alter table rate_record add primary key (tenant_id, rate_record_id);
select own_by_tenant('rate_record');

create table rate_version (
  tenant_id uuid not null,
  rate_version_id uuid not null,
  rate_record_id uuid not null,
  valid_from date not null,
  -- As published. Null: until the next version begins.
  valid_to date,
  doc jsonb not null,
  -- SHA-256 of the document with sorted members.
  sha256 bytea not null,
  published_at timestamptz not null default now(),
  primary key (tenant_id, rate_version_id),
  foreign key (tenant_id, rate_record_id) references rate_record (tenant_id, rate_record_id)
);
comment on table rate_version is 'Published versions. Rows are inserted and never updated (PRICE-22).';
create index rate_version_by_record on rate_version (tenant_id, rate_record_id);
select own_by_tenant('rate_version');
-- A calculated price must be reproducible, so the database itself refuses to change a version.
revoke update on rate_version from cartage_app, cartage_worker;

create table rate_retirement (
  tenant_id uuid not null,
  rate_version_id uuid not null,
  retired_at timestamptz not null default now(),
  primary key (tenant_id, rate_version_id),
  foreign key (tenant_id, rate_version_id) references rate_version (tenant_id, rate_version_id)
);
comment on table rate_retirement is 'Versions that are no longer used for new prices.';
select own_by_tenant('rate_retirement');

create table price_index (
  tenant_id uuid not null references tenant,
  price_index_id uuid not null,
  code text not null,
  name text not null,
  source text not null default '',
  -- Maximum number of days that a value applies. Null: until the next one.
  lasts_days integer,
  created_at timestamptz not null default now(),
  primary key (tenant_id, price_index_id)
);
comment on table price_index is 'A dated index that prices follow, such as the price of diesel.';
create unique index price_index_by_code on price_index (tenant_id, code);
select own_by_tenant('price_index');

create table price_index_value (
  tenant_id uuid not null,
  price_index_id uuid not null,
  valid_from date not null,
  value numeric(21, 9) not null,
  primary key (tenant_id, price_index_id, valid_from),
  foreign key (tenant_id, price_index_id) references price_index (tenant_id, price_index_id)
);
comment on table price_index_value is 'Value of a price index from a day on (PRICE-16).';
select own_by_tenant('price_index_value');
