-- Sending of documents: attempts and repeats, the mail server of a tenant, access points, and countries in which
-- businesses send each other structured invoices only.

alter table invoice_sending
  -- A sentence with its values, translated when it is shown.
  alter column failure type jsonb using to_jsonb(failure),
  -- Number of connections to the mail server, or of requests to the access point.
  add column attempts integer not null default 0,
  -- The sending that a user repeated.
  add column repeat_of uuid,
  -- The user who resolved it. Null when its result did.
  add column finished_by text,
  add constraint invoice_sending_repeat check (is_repeat = (repeat_of is not null)),
  add foreign key (tenant_id, repeat_of) references invoice_sending (tenant_id, sending_id);
create unique index invoice_sending_repeated on invoice_sending (tenant_id, repeat_of) where repeat_of is not null;
drop index invoice_sending_open;
create index invoice_sending_by_status on invoice_sending (tenant_id, status, created_at desc, sending_id desc);
create index invoice_sending_by_creation on invoice_sending (tenant_id, created_at desc, sending_id desc);

create table mail_server (
  tenant_id uuid primary key references tenant,
  host text not null,
  port integer not null check (port between 1 and 65535),
  -- TLS from the first byte, or STARTTLS.
  security text not null check (security in ('TLS', 'STARTTLS')),
  username text,
  -- Sealed by the vault.
  password bytea,
  -- In the form of a From header: Name <address>.
  sender text not null,
  reply_to text,
  updated_at timestamptz not null default now(),
  check ((username is null) = (password is null))
);
comment on table mail_server is
  'Mail server for the documents of a tenant. Without one, the mail server of the operator is used.';
select own_by_tenant('mail_server');

alter table subscription
  drop constraint subscription_purpose_check,
  add constraint subscription_purpose_check check (purpose in ('EVENTS', 'DISPATCH', 'ACCESS_POINT'));
create unique index subscription_access_point on subscription (tenant_id) where purpose = 'ACCESS_POINT';

alter table tenant_setting add column structured_invoices text[] not null default '{BE}';
comment on column tenant_setting.structured_invoices is
  'Countries whose businesses receive only structured invoices from a billing entity of the same country.';
