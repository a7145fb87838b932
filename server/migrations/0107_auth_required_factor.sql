-- Tenants that require the second factor from a day on, and sessions that were opened with it.

alter table tenant_setting add column second_factor_from date;
comment on column tenant_setting.second_factor_from is
  'Day, in the time zone of the tenant, from which a session without a second factor can only set one up. Null: none.';

alter table app_session add column has_second_factor boolean not null default false;
comment on column app_session.has_second_factor is
  'Opened with more than a password: a code, a passkey, or an assertion of an identity provider.';
