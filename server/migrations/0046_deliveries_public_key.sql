-- Signatures verified with a public key (ed25519, `v1a`), in addition to signatures with the secret, for endpoints that
-- require them. The keys are derived when they are needed and are not stored.

alter table subscription
  add column has_public_key boolean not null default false,
  -- Only HTTPS requests are signed.
  add constraint subscription_public_key check (channel = 'HTTPS' or not has_public_key);
