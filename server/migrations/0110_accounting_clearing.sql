-- Where what a document says is paid already is booked, until the payment itself is.

alter table account drop constraint account_use_check;
alter table account
  add constraint account_use_check
    check (use in ('REVENUE', 'COST', 'RECEIVABLE', 'PAYABLE', 'VAT', 'DIFFERENCE', 'CLEARING'));
