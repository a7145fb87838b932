-- Companies: customers and carriers under one id (COMP-1).

create table company (
  tenant_id uuid not null references tenant,
  company_id uuid not null default gen_random_uuid(),
  name text not null,
  code text,
  accounting_code text,
  status text not null default 'APPROVED'
    check (status in ('PROSPECT', 'NOT_APPROVED', 'APPROVED', 'WARNING', 'BLOCKED')),
  is_customer boolean not null default false,
  is_subcontractor boolean not null default false,
  is_archived boolean not null default false,
  currency text not null default 'EUR',
  -- Members that are stored and returned unchanged, under their names in the interface.
  doc jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table company is 'A company that the tenant works for or with.';

-- An accounting code belongs to one company. Archiving the company makes it available again.
create unique index company_by_accounting_code on company (tenant_id, accounting_code) where not is_archived;
create index company_by_code on company (tenant_id, code) where not is_archived;
create index company_by_name on company (tenant_id, lower(name)) where not is_archived;
-- Created last: among indexes of equal cost the planner takes the newest, and look-ups by id are the most frequent.
alter table company add primary key (tenant_id, company_id);
select own_by_tenant('company');
