-- Deliveries of several tenants are claimed and ended in one transaction (decision 0095).
select let_batch(name) from unnest(array['subscription_secret', 'delivery', 'delivery_attempt']) as name;
