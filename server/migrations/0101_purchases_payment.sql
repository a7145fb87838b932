-- What suppliers say of payment: what is paid already, what the amount due is rounded by, and where it is to be paid.
alter table invoice add column payment_hold text check (payment_hold in ('ACCOUNT'));
comment on column invoice.payment_hold is 'Why a document of a supplier is not to be paid yet: ACCOUNT, its bank account is not one we know of him. Null: nothing.';
alter table purchase_receipt add column account_confirmation jsonb;
comment on column purchase_receipt.account_confirmation is 'Who confirmed the bank account on the document, and when.';
-- DOCUMENT: the document says that it is paid. ROUNDING: what the amount due is rounded by, which may add to it.
alter table payment drop constraint payment_origin_check, drop constraint payment_amount_check;
alter table payment
  add constraint payment_origin_check check (origin in ('API', 'MANUAL', 'DOCUMENT', 'ROUNDING')),
  add constraint payment_amount_check check (amount > 0 or (origin = 'ROUNDING' and amount < 0));
