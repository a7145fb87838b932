-- Bank accounts of companies entered since this migration. An account without a row is older and counts as confirmed.
create table company_account_entry (
  tenant_id uuid not null,
  company_id uuid not null,
  -- Letters and digits only, in capitals.
  account text not null,
  entered_by_kind text not null,
  entered_by text collate "C",
  entered_at timestamptz not null default now(),
  confirmed_by text collate "C",
  confirmed_at timestamptz,
  primary key (tenant_id, company_id, account),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table company_account_entry is
  'Who entered a bank account of a company, and who confirmed it. Unconfirmed accounts are not paid.';
select own_by_tenant('company_account_entry');
