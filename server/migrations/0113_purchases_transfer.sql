-- Files of credit transfers to suppliers: amounts, account and day.

create table transfer_file (
  tenant_id uuid not null,
  transfer_file_id uuid not null,
  billing_entity_id uuid not null,
  status text not null default 'MADE' check (status in ('MADE', 'TAKEN_BACK', 'PAID')),
  execution_day date not null,
  -- Name, IBAN and BIC of the debtor, as in the file.
  debtor jsonb not null,
  created_by text,
  created_at timestamptz not null default now(),
  -- Who withdrew or confirmed it, and when.
  settled_by text,
  settled_at timestamptz,
  primary key (tenant_id, transfer_file_id),
  foreign key (tenant_id, billing_entity_id) references billing_entity (tenant_id, billing_entity_id)
);
comment on table transfer_file is
  'Files of credit transfers for a bank. A file never changes; it is withdrawn or confirmed.';
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
  -- Name, IBAN, BIC and reference of the creditor, as in the file.
  creditor jsonb not null,
  -- True until its file is withdrawn or confirmed. Meanwhile the document is in no other file.
  is_live boolean not null default true,
  primary key (tenant_id, transfer_id),
  foreign key (tenant_id, transfer_file_id) references transfer_file (tenant_id, transfer_file_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table transfer is 'A credit transfer of a file, for one document of a supplier.';
create unique index transfer_by_live_invoice on transfer (tenant_id, invoice_id) where is_live;
create index transfer_by_invoice on transfer (tenant_id, invoice_id);
create index transfer_by_file on transfer (tenant_id, transfer_file_id, position);
select own_by_tenant('transfer');

-- TRANSFER: a file of credit transfers was confirmed as paid.
alter table payment drop constraint payment_origin_check;
alter table payment
  add constraint payment_origin_check check (origin in ('API', 'MANUAL', 'DOCUMENT', 'ROUNDING', 'TRANSFER'));
