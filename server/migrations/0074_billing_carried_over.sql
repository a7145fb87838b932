-- Closing a month: documents that are not posted are carried over to a later month.

alter table invoice
  -- First day of the month that replaces the booking date, because a user carried the document over.
  add column carried_over_to date check (carried_over_to = date_trunc('month', carried_over_to)::date);
create index invoice_by_carry_over on invoice (tenant_id, billing_entity_id, carried_over_to)
  where carried_over_to is not null;

-- Entries are never changed: carrying a document over reverses its entry in the original month and books it in the
-- later one.
alter table posting add column is_reversal boolean not null default false;
drop index posting_by_invoice;
create unique index posting_by_invoice on posting (tenant_id, invoice_id, booking_date, is_reversal);
