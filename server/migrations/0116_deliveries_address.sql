-- The address of an endpoint may contain a key. It is stored encrypted, and the endpoint shows the address without it
-- (SECRET-6).

alter table subscription add column url_sealed bytea;
comment on column subscription.url_sealed is 'The address with its key, encrypted. Null when url has no key.';

-- Existing addresses are encrypted by jobs: 0119.
