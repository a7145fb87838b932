-- Places are recognised with their country by its code: BE, BEL, Belgium, België and Belgique are one country (SEARCH-8). The keys
-- are written again by db/refold.ts.
comment on column location.match_key is 'What a place is recognised by: a hash of its folded names and the code of its country.';
