-- Companies as master data: roles that are archived separately, the purchase side, contacts, codes per billing entity,
-- and the source that a company is synchronised from.

-- No index below serves look-ups by id, so that the primary key stays the newest index that does.
alter table company
  add column is_buyer_or_seller boolean,
  -- Purchase side. `status` is the sales side (ORD-13).
  add column purchase_status text not null default 'APPROVED'
    check (purchase_status in ('NOT_APPROVED', 'APPROVED', 'WARNING', 'BLOCKED')),
  -- `is_archived` is derived from these: archived in every role of the company.
  add column archived_customer boolean not null default false,
  add column archived_subcontractor boolean not null default false,
  add column archived_buyer_or_seller boolean not null default false,
  add column billing_location_id uuid,
  add column default_invoice_customer_id uuid,
  -- Source whose list contains the company. Null for a company that was created one by one.
  add column source text,
  -- Problems of its data, shown to users: [{"field", "code", "message"}].
  add column warnings jsonb not null default '[]',
  add foreign key (tenant_id, billing_location_id) references location (tenant_id, location_id),
  add foreign key (tenant_id, default_invoice_customer_id) references company (tenant_id, company_id);

comment on column company.doc is
  'Members without a column, by their names in the interface. sales and purchase contain the payment term of the side.';

-- For searches of recent changes. Only queries that compare updated_at can use it.
create index company_by_change on company (tenant_id, updated_at) where updated_at is not null;
create index company_by_source on company (tenant_id, source) where source is not null;
create index company_by_billing_location on company (tenant_id, billing_location_id)
  where billing_location_id is not null;
create index company_by_invoice_customer on company (tenant_id, default_invoice_customer_id)
  where default_invoice_customer_id is not null;

-- Companies are found by this column, because row security rules out an index over an expression: lower() is not
-- leakproof.
alter table company add column name_key text generated always as (lower(name)) stored;
drop index company_by_name;
create index company_by_name on company (tenant_id, name_key) where not is_archived;

create table company_contact (
  tenant_id uuid not null,
  company_id uuid not null,
  contact_id uuid not null default gen_random_uuid(),
  -- Position among the contacts of the company, from 1. Archived contacts keep theirs.
  position integer not null,
  roles text[] not null default '{}',
  name text,
  note text,
  email text,
  phone_number text,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, company_id, contact_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table company_contact is
  'A contact of a company: a person or a department (COMP-2, COMP-3). Archived contacts are not shown.';
select own_by_tenant('company_contact');

create table company_billing_code (
  tenant_id uuid not null,
  company_id uuid not null,
  side text not null check (side in ('SALES', 'PURCHASE')),
  billing_entity_id uuid not null,
  accounting_code text,
  -- Position in the received list, from 1.
  position integer not null,
  foreign key (tenant_id, company_id) references company (tenant_id, company_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table company_billing_code is
  'Codes of a company in the books of one billing entity, as customer or supplier.';
create index company_billing_code_by_entity on company_billing_code (tenant_id, billing_entity_id);
alter table company_billing_code add primary key (tenant_id, company_id, side, billing_entity_id);
select own_by_tenant('company_billing_code');
