-- Credit notes are requested from suppliers by e-mail, and documents contain the statutory details of a company's
-- letters.

alter table invoice_sending
  drop constraint invoice_sending_purpose_check,
  add constraint invoice_sending_purpose_check check (purpose in ('DOCUMENT', 'REMINDER', 'CREDIT_REQUEST')),
  -- Subject and text of the request, as decided. A repeat has the same text.
  add column letter jsonb,
  add constraint invoice_sending_letter check ((purpose = 'CREDIT_REQUEST') = (letter is not null));

alter table billing_entity
  add column legal_form text not null default '',
  -- Court or town of the company register.
  add column register_court text not null default '';
