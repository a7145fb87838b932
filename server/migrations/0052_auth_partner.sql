-- Webhook credentials may be bound to the partner that uses them: a company (a carrier or customer), a destination (a
-- fleet application, a location, a carrier), or a telematics source, by its code in `integrations` of resources.
-- Reports on records of other partners are refused and kept in the inbox. At most one of the three; without one, any
-- record of the tenant, as before. No foreign keys: companies and destinations are archived and never deleted, and
-- credentials are older than both tables.
alter table webhook_credential
  add column company_id uuid,
  add column dispatch_destination_id uuid,
  add column integration_code text,
  add constraint webhook_credential_one_partner
    check (num_nonnulls(company_id, dispatch_destination_id, integration_code) <= 1);
