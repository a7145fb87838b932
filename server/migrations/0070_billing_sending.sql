-- How documents are sent: attempts and repeats of a sending, the mail server of a tenant, endpoints of access points, and
-- countries whose businesses send each other structured invoices only.

alter table invoice_sending
  -- A sentence with its values, said in the language of the reader.
  alter column failure type jsonb using to_jsonb(failure),
  -- Times that the mail server was reached or the access point was sent to.
  add column attempts integer not null default 0,
  -- The sending that a person repeated.
  add column repeat_of uuid,
  -- The person who settled it; null when it was settled by its result.
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
  -- Sealed.
  password bytea,
  -- As in a From header: Name <address>.
  sender text not null,
  reply_to text,
  updated_at timestamptz not null default now(),
  check ((username is null) = (password is null))
);
comment on table mail_server is 'The mail server that the documents of a tenant are sent by; without one, that of the operator.';
select own_by_tenant('mail_server');

alter table subscription
  drop constraint subscription_purpose_check,
  add constraint subscription_purpose_check check (purpose in ('EVENTS', 'DISPATCH', 'ACCESS_POINT'));
create unique index subscription_access_point on subscription (tenant_id) where purpose = 'ACCESS_POINT';

alter table tenant_setting add column structured_invoices text[] not null default '{BE}';
comment on column tenant_setting.structured_invoices is
  'Countries whose businesses get structured invoices only from a billing entity of the same country.';
