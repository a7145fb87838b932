-- Data of a billing entity for invoices and the ledger, and its accounts and tax rates.

alter table billing_entity
  add column country text,
  -- Null: the currency of the tenant.
  add column accounting_currency text,
  add column payment_term text,
  add column iban text,
  add column bic text,
  add column address jsonb,
  add column contact jsonb,
  -- Scheme of the code list EAS, and the address.
  add column electronic_address jsonb,
  -- Text at the bottom of documents, per language.
  add column footer jsonb,
  -- Whether documents go to the accounting system as soon as they are finalised.
  add column post_automatically boolean not null default false;

create table account (
  tenant_id uuid not null references tenant,
  account_id uuid not null default gen_random_uuid(),
  billing_entity_id uuid not null,
  code text not null,
  name text not null,
  use text not null check (use in ('REVENUE', 'COST', 'RECEIVABLE', 'PAYABLE', 'VAT', 'DIFFERENCE')),
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table account is 'Accounts of the general ledger of each billing entity.';
create unique index account_by_code on account (tenant_id, billing_entity_id, code) where not is_archived;
create index account_by_creation on account (tenant_id, created_at, account_id);
create index account_by_billing_entity on account (tenant_id, billing_entity_id);
select own_by_tenant('account');

create table tax_rate (
  tenant_id uuid not null references tenant,
  tax_rate_id uuid not null default gen_random_uuid(),
  billing_entity_id uuid not null,
  invoice_type text not null
    check (invoice_type in ('SALES', 'SALES_CREDIT_NOTE', 'PURCHASE', 'PURCHASE_CREDIT_NOTE')),
  code text not null,
  name text not null,
  -- The tax treatment of this row (TAX-9).
  treatment text not null,
  percentage numeric not null check (percentage between 0 and 100),
  base_percentage numeric,
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'O')),
  vatex_code text,
  tax_type text not null,
  description text not null default '',
  valid_from date not null,
  valid_to date,
  -- Account to which the VAT is booked.
  account_id uuid,
  -- For exports: whether carriers are exempt as well. Null: the rule of the country.
  includes_subcontractors boolean,
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, tax_rate_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id),
  foreign key (tenant_id, account_id) references account (tenant_id, account_id),
  check (valid_to is null or valid_from <= valid_to)
);
comment on table tax_rate is 'Rate, category and note of a tax treatment, per billing entity and type of document.';
create unique index tax_rate_by_code on tax_rate (tenant_id, billing_entity_id, invoice_type, code) where not is_archived;
create index tax_rate_by_creation on tax_rate (tenant_id, created_at, tax_rate_id);
create index tax_rate_by_billing_entity on tax_rate (tenant_id, billing_entity_id);
create index tax_rate_by_account on tax_rate (tenant_id, account_id) where account_id is not null;
select own_by_tenant('tax_rate');
