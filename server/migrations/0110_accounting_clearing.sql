-- Account for amounts that a document states as already paid, until the payment itself is booked.

alter table account drop constraint account_use_check;
alter table account
  add constraint account_use_check
    check (use in ('REVENUE', 'COST', 'RECEIVABLE', 'PAYABLE', 'VAT', 'DIFFERENCE', 'CLEARING'));
