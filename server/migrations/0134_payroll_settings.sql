-- How hours of drivers are counted for payroll, and the format of their file.
create table payroll_setting (
  tenant_id uuid not null primary key references tenant (tenant_id),
  -- `PayrollSettings` of the contract.
  doc jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table payroll_setting is 'How hours of drivers are counted for payroll, and the format of their file.';
select own_by_tenant('payroll_setting');
