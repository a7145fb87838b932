-- Received documents of suppliers, and the tolerance between an invoice and the executed amount.

create table purchase_match (
  tenant_id uuid not null,
  invoice_id uuid not null,
  result text not null check (result in ('MATCHED', 'DISPUTED', 'ACCEPTED', 'REJECTED')),
  agreed numeric(18, 3),
  executed numeric(18, 3),
  invoiced numeric(18, 3) not null,
  tolerance numeric(18, 3) not null,
  -- The lines with their matched charges, amounts, difference and reason.
  lines jsonb not null,
  decision jsonb,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table purchase_match is 'A purchase document compared with the agreed and executed amounts.';
create index purchase_match_disputed on purchase_match (tenant_id, updated_at, invoice_id) where result = 'DISPUTED';
select own_by_tenant('purchase_match');

create table purchase_receipt (
  tenant_id uuid not null,
  invoice_id uuid not null,
  -- The document without its files. Matching starts again from here.
  document jsonb not null,
  -- SHA-256 of the document with sorted members. Receiving the same document again has no effect.
  content_hash bytea not null,
  -- Trips that a user chose for lines, by position.
  placements jsonb not null default '{}',
  received_at timestamptz not null default now(),
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id)
);
comment on table purchase_receipt is 'A purchase document as the supplier sent it.';
create unique index purchase_receipt_by_content on purchase_receipt (tenant_id, content_hash);
select own_by_tenant('purchase_receipt');

alter table tenant_setting
  add column purchase_tolerance jsonb not null default '{"percentage": "1", "amount": "5.00"}';
comment on column tenant_setting.purchase_tolerance is
  'A purchase document may differ from the executed amount by the smaller of the two.';

-- Finds the supplier of a document by its VAT number.
create index company_by_vat_number on company (tenant_id, (upper(regexp_replace(doc ->> 'vat_number', '[^A-Za-z0-9]', '', 'g'))))
  where doc ->> 'vat_number' is not null;

-- The list of purchase documents, newest first, whatever the number of sales documents.
create index invoice_of_purchases on invoice (tenant_id, created_at desc, invoice_id)
  where kind in ('PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE');
