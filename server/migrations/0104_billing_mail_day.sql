-- E-mails that a tenant sent per day through the mail server of the operator, and a look-up of known addresses.

create table mail_day (
  tenant_id uuid not null references tenant,
  -- In UTC.
  day date not null,
  mails integer not null,
  primary key (tenant_id, day)
);
comment on table mail_day is
  'E-mails that a tenant sent per day through the mail server of the operator. Kept for a few days.';
select own_by_tenant('mail_day');

create index company_contact_by_email on company_contact (tenant_id, email) where email is not null;
