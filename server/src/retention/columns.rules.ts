/**
 * Effect of erasing on a column that may hold identity, contact data or free text of a person (RET-5): it is erased or
 * removed by a file of statements, or kept for a reason.
 */
export type Fate = { readonly erased: string } | { readonly kept: string }

const by = (file: string): Fate => ({ erased: file })
const kept = (reason: string): Fate => ({ kept: reason })

const thing = kept('names a thing, a place, a company or a setting, not a person')
const code = kept('one of a few codes or a pattern of the product')
const ids = kept('has ids, times and numbers; names are read from the record, which is erased')
const books = kept('bookkeeping is kept as long as the law wants it (RET-1)')
const passing = kept('goes when the work it belongs to is done')
const own = kept('what the organisation says about itself or its program')
const written = kept(
  'free text about an order, a trip or a thing: people remove names from it (docs/guides/personal-data.md)',
)
const ours = kept('a sentence of Cartage about a fault, without names')
const sealed = kept('encrypted, and removed with what it belongs to')
const firm = kept('what reaches a company; its contacts are in company_contact')

const driver = by('resources/erase.store.ts')
const guest = by('doors/erase.store.ts')
const events = by('events/retention.store.ts')
const sendings = by('deliveries/sending/retention.store.ts')
const letters = by('mails/letters/retention.store.ts')
const messages = by('messages/retention.store.ts')
const uploads = by('orders/erase.store.ts')
const revisions = by('dispatch/erase.store.ts')

/** Every such column. The test `columns.rules.test.ts` fails for a new column until it is listed here. */
export const fates: Readonly<Record<string, Readonly<Record<string, Fate>>>> = {
  account: { name: thing },
  api_client: { name: own },
  app_session: { user_agent: by('auth/sessions/store.ts'), address: by('auth/sessions/store.ts') },
  app_user: { name: by('auth/users/erase.store.ts'), email: by('auth/users/erase.store.ts') },
  audit_record: { actor_id: ids, actor_kind: code, changes: by('audit/erase.store.ts') },
  billing_entity: {
    ...{ name: own, legal_name: own, address: own, contact: own, electronic_address: own },
    ...{ footer: own, datev: own },
  },
  billing_preference: { doc: firm },
  booking_period: { reason: books },
  booking_report: { content: books },
  charge: {
    ...{ name: thing, description: written, override: ids, evidence: ids, status_reason: written },
    ...{ approval_decision: ids, tax: books },
  },
  charge_snapshot: { charges: books },
  charge_type: { ...{ name: thing, name_nl: thing, name_fr: thing, name_de: thing }, account_overrides: ids },
  company: { name: firm, name_key: firm, legal_name_key: firm, doc: firm, warnings: ours, carrier_terms: firm },
  company_contact: {
    ...{ name: by('companies/erase.store.ts'), note: by('companies/erase.store.ts') },
    ...{ email: by('companies/erase.store.ts'), phone_number: by('companies/erase.store.ts') },
  },
  company_group: { name: thing },
  container_type: { name: thing },
  creation_key: { answer_sealed: sealed },
  custom_activity: { label: thing },
  delivery: { reason: ours },
  delivery_attempt: {
    ...{ address: sendings, failure: sendings, request_headers: sendings, response_headers: sendings },
    response_body: sendings,
  },
  department: { name: thing },
  dispatch_destination: { name: thing },
  dispatch_revision: { payload: revisions, difference: revisions, made_by: ids },
  document: { name: by('documents/retention.store.ts'), name_key: by('documents/retention.store.ts') },
  document_review: { reason: by('documents/retention.store.ts') },
  document_type: { name: thing },
  document_upload: { file_name: passing },
  door_link: { label: guest, person_name: guest, person_email: guest },
  door_request: { text: written },
  driver_act: { detail: by('doors/driver/erase.store.ts'), reason: ours },
  edi_interchange: { content: sendings },
  event: { payload: events },
  extra: { name: thing, description: thing },
  follower: { payload: passing },
  handling_unit_scan: { description: written },
  import_configuration: { name: thing },
  inbox_item: { item: by('messages/inbox/store.ts'), reason: ours, last_failure: ours },
  integration: { name: thing },
  intermodal_booking: { name: thing, details: written, execution_statuses: ids, failure: ours },
  invoice: {
    ...{ name: books, external_name: books, custom_fields: books, note: books, warnings: books, adjustments: books },
    ...{ content: books, e_invoicing: books },
  },
  invoice_line: { name: books, description: books, tax: books, order_name: books, trip_name: books },
  invoice_run: { filter: books, rejected: books, place: books },
  invoice_sending: { address: books, failure: books, letter: books, reminder: books },
  invoice_tax: { reason: books },
  job: { payload: passing, last_error: passing },
  key_set_aside: { table_name: code, name: thing },
  ledger_export: { coverage: books, file_name: books },
  location: {
    ...{ name: thing, display_name: thing, search_name: thing, address: thing, address_second_line: thing },
    ...{ description: written, estimate: thing },
  },
  location_booking: { name: thing, note: written, execution_statuses: ids },
  mail: { address: letters, subject: letters, body: letters, failure: ours },
  mail_choice: { address: letters },
  mail_server: { username: own, password: sealed },
  mail_template: { subject: own, body: own },
  message: { query: messages, headers: messages, body: messages, answer: messages },
  migration: { name: code },
  number_range: { name: thing },
  operator_setting: { name: code, value: own },
  order_plan_change: { changes: by('orders/planned/retention.store.ts') },
  order_stop: { activity_label: thing },
  order_upload: { body: uploads, notes: ours },
  packaging_type: { name: thing, sizes: thing },
  payroll_setting: { doc: own },
  planning_command: {
    ...{ before: by('planning/store.ts'), after: by('planning/store.ts') },
    ...{ actor_id: ids, actor_kind: code, override_reason: written, overridden: ours, message: written },
  },
  planning_group: { name: thing },
  planning_optimisation: { request: ids, result: ids, accepted: ids, failure: ours },
  position_doubt: { reason: code },
  posting_line: { account_name: books, order_name: books, trip_name: books, line_text: books },
  price_index: { name: thing },
  purchase_match: { lines: books, decision: books },
  purchase_receipt: { document: books, placements: books, account_confirmation: books },
  question_path_key: { name: thing, default_file_name: thing },
  rate_head: { tickets: books },
  rate_record: { name: thing, draft: books },
  rate_version: { doc: books },
  rating: { message: ours, facts: ids, shares: books },
  rating_group: { amounts: books },
  reminder_level: {
    ...{ name: own, name_nl: own, name_fr: own, name_de: own },
    ...{ text: own, text_nl: own, text_fr: own, text_de: own },
  },
  removed_tenant: { name: own },
  resource: {
    ...{ name: driver, name_key: driver, name_loose: driver, note: driver, properties: driver, custom_fields: driver },
    ...{ integrations: ids },
  },
  resource_group: { name: thing },
  resource_state: { doc: by('positions/retention.store.ts') },
  retention_run: { counts: ids },
  road_failure: { failure: ours },
  sample_simulation: { access_sealed: sealed, latest: ids, waiting: ids, failure: ours },
  saved_view: { name: thing, search: written },
  passkey: { name: by('auth/passkeys/store.ts') },
  second_factor: { secret_sealed: by('auth/second-factor/store.ts') },
  service_level: { name: thing },
  sign_in_attempt: { proof: passing },
  sign_in_provider: { label: thing, secret_sealed: sealed },
  signing_key: { public_jwk: code, private_sealed: sealed },
  subscription: {
    ...{ name: thing, url_sealed: sealed, receiver_auth: sealed, pause_reason: ours },
    ...{ edi_recipient: firm, edi_recipient_qualifier: code },
  },
  subscription_secret: { sealed },
  task: { waiting_detail: ids, failure: ours },
  task_report: { note: books, failure: books },
  tax_rate: { name: thing, description: thing },
  telematics_connection: {
    ...{ name: thing, user_name: code, secret_sealed: sealed, failure: code, failure_detail: ours },
  },
  telematics_source: { label: thing, doc: ids },
  telemetry_sample: { doc: by('positions/retention.store.ts') },
  tenant: { name: own },
  tenant_setting: {
    rate_limits: own,
    positions: own,
    messages: own,
    planning_limits: own,
    purchase_tolerance: own,
    temperature: own,
    retention: own,
    road_engine_sealed: sealed,
  },
  transfer: { creditor: books },
  transfer_file: { debtor: books },
  transport_order: { doc: uploads, block_reason: written, hold_reason_code: code },
  transport_service: { name: thing },
  trip: { name: thing, note: written, custom_fields: written },
  trip_answer: { driver_name: revisions, reason: written, answered_by: ids },
  trip_resource: { name: by('trips/erase.store.ts') },
  trip_stop: { activity_label: thing, note: written, custom_fields: written, crossing: thing },
  unavailability: { reason: code, description: by('unavailabilities/erase.store.ts') },
  unbilled_order: { reason: code, detail: ids },
  upload_outcome: { errors: ours, warnings: ours },
  user_identity: { subject: by('auth/oidc/providers.store.ts') },
  validity: { description: by('validities/erase.store.ts') },
  webhook_credential: { name: own },
}
