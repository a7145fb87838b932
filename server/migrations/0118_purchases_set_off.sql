-- Credit notes of suppliers that reduce transfers.

create table transfer_credit (
  tenant_id uuid not null,
  transfer_id uuid not null,
  credit_note_id uuid not null,
  transfer_file_id uuid not null,
  -- Part of the credit note by which the transfer is reduced.
  amount numeric(18, 2) not null check (amount > 0),
  -- True until its file is withdrawn or confirmed. Meanwhile the credit note is in no other file.
  is_live boolean not null default true,
  primary key (tenant_id, transfer_id, credit_note_id),
  foreign key (tenant_id, transfer_id) references transfer (tenant_id, transfer_id),
  foreign key (tenant_id, transfer_file_id) references transfer_file (tenant_id, transfer_file_id),
  foreign key (tenant_id, credit_note_id) references invoice (tenant_id, invoice_id)
);
comment on table transfer_credit is 'A credit note of a supplier that is set off against the invoice of a transfer.';
create index transfer_credit_by_note on transfer_credit (tenant_id, credit_note_id);
create index transfer_credit_by_file on transfer_credit (tenant_id, transfer_file_id);
select own_by_tenant('transfer_credit');

-- An invoice that is fully settled by credit notes is part of the file that settles it, but the bank gets no transfer
-- for it.
alter table transfer drop constraint transfer_amount_check;
alter table transfer add constraint transfer_amount_check check (amount >= 0);

-- SET_OFF: a credit note was set off in a file of credit transfers that is confirmed as paid.
alter table payment drop constraint payment_origin_check;
alter table payment
  add constraint payment_origin_check check (origin in ('API', 'MANUAL', 'DOCUMENT', 'ROUNDING', 'TRANSFER', 'SET_OFF'));
