-- Charge types, and companies that share rate cards.

create table charge_type (
  tenant_id uuid not null references tenant,
  charge_type_id uuid not null default gen_random_uuid(),
  code text not null,
  -- In English. The names in other languages may be empty.
  name text not null,
  name_nl text not null default '',
  name_fr text not null default '',
  name_de text not null default '',
  -- SALES and COST.
  sides text[] not null,
  role text not null check (role in ('BASE', 'SURCHARGE', 'ACCESSORIAL', 'DISBURSEMENT')),
  -- UNECE Recommendation 20.
  unit text not null default 'C62',
  -- Codes of accounts. Empty: the default of the billing entity.
  revenue_account text not null default '',
  cost_account text not null default '',
  first_approval text,
  tax_treatment text not null default 'TRANSPORT',
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, charge_type_id)
);
comment on table charge_type is 'Kinds of charges: freight, fuel, waiting.';
create unique index charge_type_by_code on charge_type (tenant_id, code) where not is_archived;
select own_by_tenant('charge_type');

create table company_group (
  tenant_id uuid not null references tenant,
  company_group_id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  -- Codes of companies: the accounting code, otherwise the code.
  companies text[] not null default '{}',
  rank integer not null default 0,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, company_group_id)
);
comment on table company_group is 'Companies that share rate cards.';
create unique index company_group_by_code on company_group (tenant_id, code) where not is_archived;
select own_by_tenant('company_group');
