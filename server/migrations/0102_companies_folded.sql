-- Names are found by a key that is folded in one way, and written by who writes the name (SEARCH-6): lower() of PostgreSQL
-- folds by the locale of the database, and knows no blanks. What was written before is folded again by db/refold.ts.
alter table company alter column name_key drop expression;
alter table company add column legal_name_key text;
comment on column company.name_key is 'The folded name.';
comment on column company.legal_name_key is 'The folded legal name; null when it has none.';
