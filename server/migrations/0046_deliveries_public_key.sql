-- Signatures that are checked with a public key (ed25519, `v1a`), beside those with the secret, for receivers that ask for
-- them. Their keys are derived when they are needed and stand nowhere.

alter table subscription
  add column has_public_key boolean not null default false,
  -- Only what goes over the web is signed.
  add constraint subscription_public_key check (channel = 'HTTPS' or not has_public_key);
