-- Webhook credentials may be bound to the partner that uses them: a company (a subcontractor or customer), a partner that
-- trips and bookings are dispatched to (a fleet application, a place, a carrier), or a telematics source, by the code that
-- resources have it under in `integrations`. What it tells about records of others is refused and kept in the inbox. At
-- most one of the three; none: any record of the tenant, as before. Companies and destinations are archived and never
-- deleted, and credentials are older than both tables, so there are no foreign keys.
alter table webhook_credential
  add column company_id uuid,
  add column dispatch_destination_id uuid,
  add column integration_code text,
  add constraint webhook_credential_one_partner
    check (num_nonnulls(company_id, dispatch_destination_id, integration_code) <= 1);
