-- Files of credit transfers: what suppliers are paid, from which account and on which day.

create table transfer_file (
  tenant_id uuid not null,
  transfer_file_id uuid not null,
  billing_entity_id uuid not null,
  status text not null default 'MADE' check (status in ('MADE', 'TAKEN_BACK', 'PAID')),
  -- The day on which the bank is to pay.
  execution_day date not null,
  -- Name, IBAN and BIC of who pays, as the file has them.
  debtor jsonb not null,
  created_by text,
  created_at timestamptz not null default now(),
  -- Who took it back or confirmed it, and when.
  settled_by text,
  settled_at timestamptz,
  primary key (tenant_id, transfer_file_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table transfer_file is 'Files of credit transfers that a bank pays. A file never changes; it is taken back or confirmed.';
create index transfer_file_by_creation on transfer_file (tenant_id, created_at desc, transfer_file_id);
create index transfer_file_by_billing_entity on transfer_file (tenant_id, billing_entity_id);
select own_by_tenant('transfer_file');

create table transfer (
  tenant_id uuid not null,
  transfer_id uuid not null,
  transfer_file_id uuid not null,
  position integer not null,
  invoice_id uuid not null,
  amount numeric(18, 2) not null check (amount > 0),
  -- Name, IBAN, BIC and reference of who is paid, as the file has them.
  creditor jsonb not null,
  -- Whether its file is neither taken back nor confirmed: the document is in no other then.
  is_live boolean not null default true,
  primary key (tenant_id, transfer_id),
  foreign key (tenant_id, transfer_file_id) references transfer_file (tenant_id, transfer_file_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table transfer is 'A credit transfer of a file: one document of a supplier.';
create unique index transfer_by_live_invoice on transfer (tenant_id, invoice_id) where is_live;
create index transfer_by_invoice on transfer (tenant_id, invoice_id);
create index transfer_by_file on transfer (tenant_id, transfer_file_id, position);
select own_by_tenant('transfer');

-- TRANSFER: a file of credit transfers was confirmed as paid.
alter table payment drop constraint payment_origin_check;
alter table payment
  add constraint payment_origin_check check (origin in ('API', 'MANUAL', 'DOCUMENT', 'ROUNDING', 'TRANSFER'));
