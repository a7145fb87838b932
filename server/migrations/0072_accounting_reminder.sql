-- Reminders of overdue invoices: the levels of a tenant, and the level of a sending.

create table reminder_level (
  tenant_id uuid not null references tenant,
  reminder_level_id uuid not null default gen_random_uuid(),
  code text not null,
  -- Subject of the e-mail in English. The other languages may be empty.
  name text not null,
  name_nl text not null default '',
  name_fr text not null default '',
  name_de text not null default '',
  days_overdue integer not null check (days_overdue >= 1),
  text text not null,
  text_nl text not null default '',
  text_fr text not null default '',
  text_de text not null default '',
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, reminder_level_id)
);
comment on table reminder_level is 'Levels of reminders of overdue invoices: days and texts.';
create unique index reminder_level_by_code on reminder_level (tenant_id, code) where not is_archived;
select own_by_tenant('reminder_level');

alter table invoice_sending
  add column reminder_level_id uuid,
  -- Contents of the reminder, copied when it was requested: name, subject, text and open amount.
  add column reminder jsonb,
  add foreign key (tenant_id, reminder_level_id) references reminder_level (tenant_id, reminder_level_id),
  add constraint invoice_sending_reminder check (
    (purpose = 'REMINDER') = (reminder_level_id is not null) and (reminder_level_id is null) = (reminder is null)
  );
-- A level is sent once per invoice. Further sendings are repeats requested by a user.
create unique index invoice_sending_level on invoice_sending (tenant_id, invoice_id, reminder_level_id)
  where purpose = 'REMINDER' and not is_repeat;
create index invoice_sending_by_level on invoice_sending (tenant_id, reminder_level_id) where reminder_level_id is not null;
