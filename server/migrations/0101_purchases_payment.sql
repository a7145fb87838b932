-- Payment data on documents of suppliers: the amount already paid, the rounding of the amount due, and the bank
-- account.
alter table invoice add column payment_hold text check (payment_hold in ('ACCOUNT'));
comment on column invoice.payment_hold is
  'Why a document of a supplier must not be paid yet. ACCOUNT: its bank account is not a known one. Null: no reason.';
alter table purchase_receipt add column account_confirmation jsonb;
comment on column purchase_receipt.account_confirmation is 'Who confirmed the bank account on the document, and when.';
-- DOCUMENT: paid according to the document. ROUNDING: rounding of the amount due, which may be negative.
alter table payment drop constraint payment_origin_check, drop constraint payment_amount_check;
alter table payment
  add constraint payment_origin_check check (origin in ('API', 'MANUAL', 'DOCUMENT', 'ROUNDING')),
  add constraint payment_amount_check check (amount > 0 or (origin = 'ROUNDING' and amount < 0));
