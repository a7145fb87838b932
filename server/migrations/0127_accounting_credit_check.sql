-- What happens to an order of a company that exceeds its credit limit.
alter table tenant_setting
  add column credit_check text not null default 'OFF' check (credit_check in ('OFF', 'WARN', 'HOLD'));
