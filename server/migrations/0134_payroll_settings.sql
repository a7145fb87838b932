-- How hours of drivers are counted for payroll, and how their file is written.
create table payroll_setting (
  tenant_id uuid not null primary key references tenant (tenant_id),
  -- Members as `PayrollSettings` of the contract has them.
  doc jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table payroll_setting is 'How hours of drivers are counted for payroll, and how their file is written.';
select own_by_tenant('payroll_setting');
