-- Names are found by a folded key, computed by the code that writes the name (SEARCH-6): lower() of PostgreSQL depends
-- on the locale of the database and does not normalise spaces. Existing names are folded by db/refold.ts.
alter table company alter column name_key drop expression;
alter table company add column legal_name_key text;
comment on column company.name_key is 'The folded name.';
comment on column company.legal_name_key is 'The folded legal name. Null without a legal name.';
