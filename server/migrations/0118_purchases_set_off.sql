-- Credit notes of suppliers that transfers are less by.

create table transfer_credit (
  tenant_id uuid not null,
  transfer_id uuid not null,
  credit_note_id uuid not null,
  transfer_file_id uuid not null,
  -- What of the credit note the transfer is less by.
  amount numeric(18, 2) not null check (amount > 0),
  -- Whether its file is neither taken back nor confirmed: the credit note is in no other then.
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

-- An invoice that credit notes settle as a whole is in the file that settles it, and the bank gets no transfer of it.
alter table transfer drop constraint transfer_amount_check;
alter table transfer add constraint transfer_amount_check check (amount >= 0);

-- SET_OFF: a credit note was set off in a file of credit transfers that is confirmed as paid.
alter table payment drop constraint payment_origin_check;
alter table payment
  add constraint payment_origin_check check (origin in ('API', 'MANUAL', 'DOCUMENT', 'ROUNDING', 'TRANSFER', 'SET_OFF'));
