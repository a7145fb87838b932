-- Locations are matched by the code of their country: BE, BEL, Belgium, België and Belgique are one country (SEARCH-8).
-- db/refold.ts computes the keys again.
comment on column location.match_key is
  'Hash of the folded names and the code of the country, by which a location is matched.';
