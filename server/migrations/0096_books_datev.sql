-- What files for DATEV must name: the numbers of the tax adviser and of the business, and how long accounts are.

alter table billing_entity add column datev jsonb;
comment on column billing_entity.datev is 'Null: no files for DATEV.';
