-- Data for DATEV files: the numbers of the tax adviser and of the business, and the length of accounts.

alter table billing_entity add column datev jsonb;
comment on column billing_entity.datev is 'Null: no DATEV files.';
