-- A tenant that requires the second factor from a day on, and sessions that were opened with both.

alter table tenant_setting add column second_factor_from date;
comment on column tenant_setting.second_factor_from is 'Day, where the tenant is, from which sessions without a second factor can only set one up; null: not required.';

alter table app_session add column has_second_factor boolean not null default false;
comment on column app_session.has_second_factor is 'Whether more than the password opened it: a code, a passkey, or what another system vouches for.';
