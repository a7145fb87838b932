// Generated from the database by `npm run generate`; do not edit.

export interface Account {
  tenant_id: string
  account_id: string
  billing_entity_id: string
  code: string
  name: string
  use: string
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface ApiClient {
  tenant_id: string
  client_id: string
  api_client_id: string
  integration_id: string
  name: string
  roles: string[]
  company_id: string | null
  is_removed: boolean
  version: number
  last_used_at: string | null
  created_at: string
  allowed_networks: string[]
  last_day: string | null
}

export interface ApiClientSecret {
  tenant_id: string
  client_id: string
  secret_id: string
  digest: Buffer
  expires_at: string | null
  created_at: string
}

export interface AppSession {
  tenant_id: string
  token_hash: Buffer
  user_id: string
  csrf_token: string
  started_at: string
  used_at: string
  session_id: string
  user_agent: string
  address: string
  has_second_factor: boolean
  provider_id: string | null
  is_by_passkey: boolean
  vouched_at: string | null
}

export interface AppUser {
  tenant_id: string
  user_id: string
  email: string
  name: string
  role: string
  company_id: string | null
  password_hash: string
  is_disabled: boolean
  created_at: string
  is_invited: boolean
  last_login_at: string | null
}

export interface AuditHead {
  tenant_id: string
  sequence: string
  hash: Buffer
  kept_after: string
  kept_hash: Buffer
}

export interface AuditRecord {
  tenant_id: string
  sequence: string
  at: string
  actor_kind: string
  actor_id: string | null
  action: string
  entity_type: string
  entity_id: string
  changes: unknown
  request_id: string | null
  previous_hash: Buffer
  hash: Buffer
  erased_by: string | null
}

export interface BillingEntity {
  tenant_id: string
  billing_entity_id: string
  code: string
  name: string
  legal_name: string
  vat_number: string
  company_registration_number: string
  is_default: boolean
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
  country: string | null
  accounting_currency: string | null
  payment_term: string | null
  iban: string | null
  bic: string | null
  address: unknown
  contact: unknown
  electronic_address: unknown
  footer: unknown
  post_automatically: boolean
  datev: unknown
  legal_form: string
  register_court: string
}

export interface BillingPreference {
  tenant_id: string
  billing_preference_id: string
  company_id: string | null
  billing_entity_id: string | null
  doc: unknown
  version: number
  updated_at: string
}

export interface BookingPeriod {
  tenant_id: string
  billing_entity_id: string
  month: string
  status: string
  content_hash: string | null
  reason: string | null
  changed_by: string | null
  changed_at: string | null
}

export interface BookingReport {
  tenant_id: string
  booking_report_id: string
  booking_type: string
  booking_id: string
  event_at: string
  status: string | null
  content: unknown
  source: string
  is_applied: boolean
  received_at: string
}

export interface Charge {
  tenant_id: string
  charge_id: string
  side: string
  order_id: string | null
  trip_id: string | null
  consignment_id: string | null
  stop_id: string | null
  company_id: string | null
  billing_entity_id: string | null
  charge_type: string
  name: string
  role: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  amount: string
  currency: string
  origin: string
  line_key: string | null
  correction: number
  rated_amount: string | null
  override: unknown
  is_override_outdated: boolean
  evidence: unknown
  status: string
  status_reason: string | null
  approval: string | null
  approval_decision: unknown
  tax: unknown
  tax_rate_id: string | null
  tax_hold: string | null
  supplied_on: string | null
  version: number
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface ChargeSnapshot {
  tenant_id: string
  subject_type: string
  subject_id: string
  side: string
  moment: string
  taken_at: string
  currency: string
  total: string
  charges: unknown
}

export interface ChargeType {
  tenant_id: string
  charge_type_id: string
  code: string
  name: string
  name_nl: string
  name_fr: string
  name_de: string
  sides: string[]
  role: string
  unit: string
  revenue_account: string
  cost_account: string
  first_approval: string | null
  tax_treatment: string
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
  account_overrides: unknown
}

export interface Company {
  tenant_id: string
  company_id: string
  name: string
  code: string | null
  accounting_code: string | null
  status: string
  is_customer: boolean
  is_subcontractor: boolean
  is_archived: boolean
  currency: string
  doc: unknown
  created_at: string
  updated_at: string
  is_buyer_or_seller: boolean | null
  purchase_status: string
  archived_customer: boolean
  archived_subcontractor: boolean
  archived_buyer_or_seller: boolean
  billing_location_id: string | null
  default_invoice_customer_id: string | null
  source: string | null
  warnings: unknown
  name_key: string | null
  legal_name_key: string | null
  carrier_terms: unknown
}

export interface CompanyAccountEntry {
  tenant_id: string
  company_id: string
  account: string
  entered_by_kind: string
  entered_by: string | null
  entered_at: string
  confirmed_by: string | null
  confirmed_at: string | null
}

export interface CompanyBillingCode {
  tenant_id: string
  company_id: string
  side: string
  billing_entity_id: string
  accounting_code: string | null
  position: number
}

export interface CompanyContact {
  tenant_id: string
  company_id: string
  contact_id: string
  position: number
  roles: string[]
  name: string | null
  note: string | null
  email: string | null
  phone_number: string | null
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface CompanyGroup {
  tenant_id: string
  company_group_id: string
  code: string
  name: string
  companies: string[]
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface ContainerType {
  tenant_id: string
  container_type_id: string
  code: string
  name: string
  iso_code: string | null
  is_archived: boolean
  rank: number
  created_at: string
  updated_at: string
}

export interface CostShare {
  tenant_id: string
  charge_id: string
  order_id: string
  amount: string
  measure: string
  weight: string | null
}

export interface CreationKey {
  tenant_id: string
  user_id: string
  idempotency_key: string
  operation: string
  request_digest: Buffer
  answer_sealed: Buffer | null
  created_at: string
  is_outcome_unknown: boolean
}

export interface CustomActivity {
  tenant_id: string
  custom_activity_id: string
  code: string
  label: string
  is_archived: boolean
  rank: number
  created_at: string
  updated_at: string
}

export interface Delivery {
  tenant_id: string
  event_id: string
  subscription_id: string
  status: string
  attempts: number
  reason: string | null
  finished_at: string
  dismissed_at: string | null
}

export interface DeliveryAttempt {
  tenant_id: string
  event_id: string
  subscription_id: string
  attempted_at: string
  duration_ms: number
  status: number | null
  address: string | null
  failure: string | null
  request_headers: unknown
  response_headers: unknown
  response_body: string
}

export interface DeliveryPending {
  tenant_id: string
  subscription_id: string
  entity_type: string
  entity_id: string
  epoch: number
  sequence: number
  event_id: string
  due_at: string
  attempts: number
  first_attempt_at: string | null
  refusals: number
  refused_since: string | null
  lease_token: string | null
  lease_until: string | null
}

export interface Department {
  tenant_id: string
  department_id: string
  code: string
  name: string
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface DirectedEvent {
  tenant_id: string
  event_id: string
  subscription_id: string
  recorded_at: string
}

export interface Dispatch {
  tenant_id: string
  dispatch_id: string
  subject_type: string
  subject_id: string
  trip_id: string
  dispatch_destination_id: string
  partner_id: string | null
  revision: number
  operation: string
  is_open: boolean
  trouble: string | null
  created_at: string
  updated_at: string
  differs_since: string | null
  look_at: string | null
}

export interface DispatchDestination {
  tenant_id: string
  dispatch_destination_id: string
  kind: string
  name: string
  subcontractor_id: string | null
  location_id: string | null
  account_code: string | null
  subscription_id: string | null
  is_automatic: boolean
  tracking_link: string | null
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface DispatchRevision {
  tenant_id: string
  dispatch_id: string
  revision: number
  operation: string
  payload: unknown
  difference: unknown
  event_id: string
  made_by: unknown
  made_at: string
  is_erased: boolean
}

export interface Document {
  tenant_id: string
  document_id: string
  subject_type: string
  subject_id: string
  order_id: string | null
  document_type: string
  name: string
  content_id: string
  media_type: string
  is_flagged: boolean
  created_at: string
  question_path_key: string | null
  name_key: string | null
}

export interface DocumentContent {
  tenant_id: string
  content_id: string
  sha256: Buffer
  size_bytes: string
  media_type: string
  is_stored: boolean
  scan_status: string
  scanned_at: string | null
  created_at: string
  collect_after: string | null
}

export interface DocumentLink {
  tenant_id: string
  document_link_id: string
  document_id: string
  expires_at: string
  created_by: string | null
  created_at: string
  ended_at: string | null
  last_opened_at: string | null
  opened_count: number
}

export interface DocumentReview {
  tenant_id: string
  document_id: string
  state: string
  reason: string | null
  reviewed_by: string | null
  reviewed_at: string
}

export interface DocumentType {
  tenant_id: string
  document_type_id: string
  code: string
  name: string
  subject_types: string[]
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface DocumentUpload {
  tenant_id: string
  upload_id: string
  content_id: string
  file_name: string
  media_type: string
  is_flagged: boolean
  created_at: string
}

export interface DoorLink {
  tenant_id: string
  door_link_id: string
  door: string
  secret_digest: Buffer
  order_id: string | null
  trip_id: string | null
  company_id: string | null
  resource_id: string | null
  language: string | null
  expires_at: string
  revoked_at: string | null
  created_by: string | null
  created_at: string
  last_used_at: string | null
  label: string | null
  answer_by: string | null
  person_name: string | null
  person_email: string | null
  shows_price: boolean
}

export interface DoorRequest {
  tenant_id: string
  door_request_id: string
  kind: string
  state: string
  door_link_id: string
  company_id: string
  trip_id: string | null
  order_id: string | null
  amount: string | null
  currency: string | null
  text: string | null
  requested_at: string
  decided_at: string | null
  decided_by: string | null
  answer: string | null
}

export interface DriverAct {
  tenant_id: string
  resource_id: string
  act_id: string
  link_id: string
  stop_id: string
  trip_id: string | null
  kind: string
  happened_at: string
  device_at: string
  sent_at: string
  received_at: string
  clock_offset_ms: string
  outcome: string
  reason: string | null
  detail: unknown
  document_id: string | null
  sha256: string | null
  seen_at: string | null
}

export interface DriverActivity {
  tenant_id: string
  resource_id: string
  from_at: string
  to_at: string
  kind: string
  is_crew: boolean
  is_aboard: boolean
}

export interface DriverCard {
  tenant_id: string
  card_number: string
  resource_id: string
  valid_until: string | null
  known_until: string
  uploaded_at: string
}

export interface DriverPositionConsent {
  tenant_id: string
  resource_id: string
  link_id: string
  agreed_at: string
}

export interface EdiInterchange {
  tenant_id: string
  subscription_id: string
  event_id: string
  partner: string
  control_reference: string
  content: Buffer
  built_at: string
}

export interface EdiPartner {
  tenant_id: string
  partner: string
  last_control_number: number
}

export interface ErasedOrder {
  tenant_id: string
  order_id: string
  erased_at: string
}

export interface ErasedPerson {
  tenant_id: string
  person_type: string
  person_id: string
  erased_at: string
  run_id: string
}

export interface Event {
  tenant_id: string
  event_id: string
  entity_type: string
  entity_id: string
  sequence: number
  epoch: number
  type: string
  recorded_at: string
  payload: string
}

export interface EventHead {
  tenant_id: string
  last_position: string
}

export interface EventPosition {
  tenant_id: string
  position: string
  event_id: string
}

export interface EventUnsealed {
  tenant_id: string
  recorded_at: string
  event_id: string
}

export interface ExchangeRate {
  tenant_id: string
  exchange_rate_id: string
  rate_date: string
  from_currency: string
  to_currency: string
  pair: string
  rate: string
  inverse_rate: string
  source: string
  created_at: string
  updated_at: string
}

export interface Extra {
  tenant_id: string
  extra_id: string
  code: string
  name: string
  description: string | null
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface FailedAttempt {
  key: Buffer
  times: string[]
  ends_at: string
}

export interface Follower {
  tenant_id: string
  record_id: string
  follower_id: string
  kind: string
  payload: unknown
  serial_key: string
}

export interface HandlingUnitScan {
  tenant_id: string
  handling_unit_scan_id: string
  order_id: string | null
  handling_unit_id: string | null
  stop_id: string | null
  barcode: string | null
  barcode_source: string | null
  status: string | null
  source_status: string | null
  stop_location_code: string | null
  description: string | null
  scanned_at: string
  source: string
  event_sequence: number
  received_at: string
}

export interface ImportConfiguration {
  tenant_id: string
  import_configuration_id: string
  code: string
  name: string
  create_missing_companies: boolean | null
  is_archived: boolean
  rank: number
  created_at: string
  updated_at: string
  accept_requested_price: boolean
}

export interface InboxItem {
  tenant_id: string
  inbox_item_id: string
  kind: string
  credential_id: string | null
  message_id: string | null
  path: string
  item: unknown
  reason: string
  identity: Buffer
  status: string
  occurrences: number
  attempts: number
  last_failure: string | null
  entity_type: string | null
  entity_id: string | null
  dismissal: string | null
  created_at: string
  last_at: string
  closed_at: string | null
  closed_by_kind: string | null
  closed_by: string | null
  upload_id: string | null
  order_identifier: string | null
  lane_number: string | null
  sent_by_kind: string | null
}

export interface Integration {
  integration_id: string
  name: string
  is_removed: boolean
  created_at: string
}

export interface IntermodalBooking {
  tenant_id: string
  intermodal_booking_id: string
  trip_id: string
  name: string
  account_code: string | null
  status: string
  reported_at: string | null
  booking_reference: string | null
  departure_reference_number: string | null
  arrival_reference_number: string | null
  start_location_id: string
  end_location_id: string
  departs_at: string | null
  arrives_at: string | null
  trailer_id: string | null
  container_id: string | null
  vehicle_id: string | null
  details: unknown
  execution_statuses: unknown
  skip_dispatch: boolean
  failure: unknown
  created_at: string
  updated_at: string
}

export interface Invoice {
  tenant_id: string
  invoice_id: string
  kind: string
  is_self_billed: boolean
  origin: string
  status: string
  posting: string
  payment: string
  billing_entity_id: string
  company_id: string
  name: string | null
  external_name: string | null
  number_range_id: string | null
  number_scope: string | null
  number_period: number | null
  number_counted: string | null
  date: string | null
  booking_date: string | null
  due_date: string | null
  is_due_date_given: boolean
  payment_term: string | null
  language: string
  currency: string
  customer_reference_numbers: string[]
  custom_fields: unknown
  note: string
  group_key: string | null
  is_stale: boolean
  warnings: unknown
  sum_lines: string
  total_excl_tax: string
  total_tax: string
  total_incl_tax: string
  adjustments: unknown
  accounting_currency: string
  accounting_excl_tax: string | null
  accounting_tax: string | null
  content: unknown
  content_hash: Buffer | null
  invoice_run_id: string | null
  credited_invoice_id: string | null
  releases_charges: boolean
  e_invoicing: unknown
  finalised_at: string | null
  finalised_by: string | null
  version: number
  event_sequence: number
  created_by: string | null
  created_at: string
  updated_at: string
  carried_over_to: string | null
  payment_hold: string | null
}

export interface InvoiceFile {
  tenant_id: string
  invoice_id: string
  kind: string
  document_id: string
  created_at: string
}

export interface InvoiceLine {
  tenant_id: string
  invoice_line_id: string
  invoice_id: string
  position: number
  name: string
  code: string
  description: string
  quantity: string
  unit: string
  unit_price: string
  amount: string
  tax: unknown
  base_percentage: string | null
  account: string | null
  order_id: string | null
  order_name: string | null
  trip_id: string | null
  trip_name: string | null
  route: string | null
  credited_line_id: string | null
}

export interface InvoiceLineCharge {
  tenant_id: string
  invoice_line_id: string
  charge_id: string
  amount: string
  is_live: boolean
}

export interface InvoiceLineItem {
  tenant_id: string
  line_item_id: string
  invoice_line_id: string
  position: number
  fraction: string
  amount: string
  dimension_1: string | null
  dimension_2: string | null
  dimension_3: string | null
  dimension_4: string | null
  dimension_5: string | null
  dimension_6: string | null
}

export interface InvoiceRun {
  tenant_id: string
  invoice_run_id: string
  filter: unknown
  status: string
  done: number
  rejected: unknown
  place: unknown
  stopped_in: string | null
  only_reviewed: boolean
  created_by: string | null
  created_at: string
  updated_at: string
}

export interface InvoiceSending {
  tenant_id: string
  sending_id: string
  invoice_id: string
  channel: string
  address: string
  purpose: string
  status: string
  failure: unknown
  is_repeat: boolean
  requested_by: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  attempts: number
  repeat_of: string | null
  finished_by: string | null
  reminder_level_id: string | null
  reminder: unknown
  letter: unknown
}

export interface InvoiceTax {
  tenant_id: string
  invoice_id: string
  position: number
  category: string
  percentage: string | null
  base: string
  tax: string
  vatex_code: string | null
  reason: string | null
  tax_code: string | null
}

export interface Job {
  tenant_id: string
  job_id: string
  kind: string
  payload: unknown
  serial_key: string | null
  created_at: string
  ready_at: string
  attempts: number
  last_error: string | null
  is_dead: boolean
  lease_token: string | null
  lease_until: string | null
}

export interface KeySetAside {
  table_name: string
  name: string
  definition: string
}

export interface LedgerExport {
  tenant_id: string
  ledger_export_id: string
  billing_entity_id: string
  profile: string
  coverage: unknown
  file_name: string
  entries: number
  sha256: Buffer
  created_by: string | null
  created_at: string
}

export interface Location {
  tenant_id: string
  location_id: string
  match_key: Buffer
  name: string | null
  address: string | null
  address_second_line: string | null
  postal_code: string | null
  city: string | null
  state: string | null
  country: string | null
  code: string | null
  external_id: string | null
  description: string | null
  latitude: number | null
  longitude: number | null
  created_at: string
  display_name: string | null
  opening_hours: string | null
  time_zone: string | null
  coordinate_source: string | null
  merged_into: string | null
  is_archived: boolean
  updated_at: string
  search_name: string | null
  search_city: string | null
  code_key: string | null
  external_key: string | null
  loading_minutes: number | null
  unloading_minutes: number | null
  estimate: unknown
  is_unclear: boolean
  geocode_at: string | null
}

export interface LocationBooking {
  tenant_id: string
  location_booking_id: string
  trip_id: string
  location_id: string
  stop_id: string | null
  stop_group_id: string | null
  name: string
  scenario: string
  status: string
  reported_at: string | null
  booking_reference: string | null
  requested_start_at: string | null
  requested_end_at: string | null
  confirmed_start_at: string | null
  confirmed_end_at: string | null
  note: string
  execution_statuses: unknown
  created_at: string
  updated_at: string
}

export interface LocationFence {
  tenant_id: string
  location_id: string
  radius_m: number
}

export interface Mail {
  tenant_id: string
  mail_id: string
  kind: string
  order_id: string | null
  trip_id: string | null
  company_id: string
  address: string
  language: string
  subject: string
  body: string
  status: string
  failure: unknown
  attempts: number
  repeat_of: string | null
  requested_by: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  finished_by: string | null
  is_automatic: boolean
}

export interface MailCause {
  tenant_id: string
  kind: string
  cause_id: string
  late_minutes: number | null
  cleared_at: string | null
  created_at: string
}

export interface MailChoice {
  tenant_id: string
  company_id: string
  kind: string
  is_on: boolean | null
  address: string | null
  updated_at: string
}

export interface MailDay {
  tenant_id: string
  day: string
  mails: number
}

export interface MailRule {
  tenant_id: string
  kind: string
  is_on: boolean
  origins: string[]
  late_minutes: number
  begins_at: string
  updated_at: string
}

export interface MailServer {
  tenant_id: string
  host: string
  port: number
  security: string
  username: string | null
  password: Buffer | null
  sender: string
  reply_to: string | null
  updated_at: string
}

export interface MailTemplate {
  tenant_id: string
  kind: string
  language: string
  subject: string
  body: string
  updated_at: string
}

export interface Message {
  tenant_id: string
  message_id: string
  kind: string
  credential_id: string
  request_id: string
  received_at: string
  duration_ms: number
  query: unknown
  headers: unknown
  body: Buffer | null
  body_bytes: number
  body_sha256: Buffer
  status: number
  result: string
  answer: unknown
  mapping: string
  replay_of: string | null
  repeats: number
  upload_id: string | null
  had_no_effect: boolean
}

export interface MessageKey {
  tenant_id: string
  credential_id: string
  digest: Buffer
  message_id: string
  received_at: string
}

export interface MessageMention {
  tenant_id: string
  value: string
  message_id: string
  entity_type: string
}

export interface Migration {
  name: string
  applied_at: string
}

export interface NumberRange {
  tenant_id: string
  number_range_id: string
  code: string
  name: string
  applies_to: string
  billing_entity_id: string | null
  prefix: string
  series: string
  year_style: string
  separator: string
  digits: number
  first_number: string
  restarts_yearly: boolean
  is_gapless: boolean
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface NumberRangeCounter {
  tenant_id: string
  number_range_id: string
  period: number
  last_number: string
  scope: string
}

export interface OperatorSetting {
  name: string
  value: unknown
  changed_at: string
}

export interface OrderCounter {
  tenant_id: string
  last_number: string
}

export interface OrderPlanChange {
  tenant_id: string
  change_id: string
  order_id: string
  trip_id: string
  changes: unknown
  happened_at: string
  seen_at: string | null
  seen_by_kind: string | null
  seen_by: string | null
}

export interface OrderStop {
  tenant_id: string
  stop_id: string
  order_id: string
  role: string
  consignment_id: string | null
  sequence: number
  activity: string | null
  activity_label: string
  location_id: string
  requested_date: string | null
  window_start: string | null
  window_end: string | null
  reference_number: string | null
  status: string
  consignment_reference: string | null
}

export interface OrderTemperatureSeen {
  tenant_id: string
  order_id: string
  seen_until: string
  seen_at: string
  seen_by_kind: string
  seen_by: string | null
}

export interface OrderUpload {
  tenant_id: string
  upload_id: string
  order_identifier: string
  lane_number: string
  operation: string
  body: string
  body_hash: Buffer
  order_id: string | null
  source: string
  company_id: string | null
  idempotency_key: string | null
  accepted_at: string
  sent_by_kind: string | null
  sent_by: string | null
  request_id: string | null
  notes: unknown
  is_erased: boolean
}

export interface PackagingType {
  tenant_id: string
  packaging_type_id: string
  code: string
  name: string
  export_alias: string | null
  sizes: unknown
  is_archived: boolean
  rank: number
  created_at: string
  updated_at: string
}

export interface Passkey {
  tenant_id: string
  user_id: string
  passkey_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: string
  transports: string[]
  name: string
  created_at: string
  last_used_at: string | null
}

export interface PasskeyChallenge {
  challenge_hash: Buffer
  asker_hash: Buffer | null
  ends_at: string
}

export interface Payment {
  tenant_id: string
  payment_id: string
  invoice_id: string
  amount: string
  currency: string
  paid_on: string
  origin: string
  reversed_at: string | null
  created_by: string | null
  created_at: string
}

export interface PayrollSetting {
  tenant_id: string
  doc: unknown
  updated_at: string
}

export interface PlaceAnswer {
  tenant_id: string
  place_answer_id: string
  spelling: string
  company_id: string | null
  latitude: number
  longitude: number
  radius_km: number
  answered_at: string
}

export interface PlanningCommand {
  tenant_id: string
  command_id: string
  kind: string
  summary: string
  actor_kind: string
  actor_id: string | null
  before: unknown
  after: unknown
  override_reason: string | null
  overridden: unknown
  done_at: string
  undone_at: string | null
  undone_by_kind: string | null
  undone_by_id: string | null
  created_at: string
  message: unknown
}

export interface PlanningCommandTrip {
  tenant_id: string
  trip_id: string
  command_id: string
  created_at: string
}

export interface PlanningGroup {
  tenant_id: string
  planning_group_id: string
  code: string
  name: string
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface PlanningOptimisation {
  tenant_id: string
  optimisation_id: string
  status: string
  request: unknown
  progress: number
  result: unknown
  failure: string | null
  accepted: unknown
  lease_until: string | null
  attempts: number
  created_by: string | null
  created_at: string
  updated_at: string
  expires_at: string
}

export interface PlanningPresence {
  tenant_id: string
  presence_id: string
  user_id: string
  order_ids: string[]
  trip_ids: string[]
  is_dragging: boolean
  seen_at: string
}

export interface PositionDoubt {
  tenant_id: string
  credential_id: string
  resource_id: string
  day: string
  reason: string
  positions: number
  last_at: string
}

export interface PositionOutbox {
  tenant_id: string
  resource_id: string
  recorded_at: string
  latitude: number
  longitude: number
  due_at: string
}

export interface PositionSample {
  tenant_id: string
  resource_id: string
  recorded_at: string
  latitude: number
  longitude: number
  doubt: string | null
  accuracy_m: number | null
}

export interface Posting {
  tenant_id: string
  posting_id: string
  invoice_id: string
  billing_entity_id: string
  journal: string
  year: number
  entry_number: string
  booking_date: string
  currency: string
  created_at: string
  is_reversal: boolean
}

export interface PostingCounter {
  tenant_id: string
  billing_entity_id: string
  year: number
  last_number: string
}

export interface PostingLine {
  tenant_id: string
  posting_id: string
  position: number
  account: string
  account_name: string
  debit: string
  credit: string
  currency: string
  amount_currency: string
  tax_code: string | null
  tax_base: string | null
  order_name: string | null
  trip_name: string | null
  dimension_1: string | null
  dimension_2: string | null
  dimension_3: string | null
  dimension_4: string | null
  dimension_5: string | null
  dimension_6: string | null
  line_text: string
}

export interface PriceIndex {
  tenant_id: string
  price_index_id: string
  code: string
  name: string
  source: string
  lasts_days: number | null
  created_at: string
}

export interface PriceIndexValue {
  tenant_id: string
  price_index_id: string
  valid_from: string
  value: string
}

export interface PurchaseMatch {
  tenant_id: string
  invoice_id: string
  result: string
  agreed: string | null
  executed: string | null
  invoiced: string
  tolerance: string
  lines: unknown
  decision: unknown
  updated_at: string
}

export interface PurchaseReceipt {
  tenant_id: string
  invoice_id: string
  document: unknown
  content_hash: Buffer
  placements: unknown
  received_at: string
  account_confirmation: unknown
}

export interface QuestionPathKey {
  tenant_id: string
  question_path_key_id: string
  code: string
  name: string
  document_type_id: string | null
  default_file_name: string | null
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
  target: string
  field: string | null
}

export interface RateAdmission {
  tenant_id: string
  category: string
  number: string
  at_ms: string
}

export interface RateHead {
  tenant_id: string
  category: string
  last_number: string
  tickets: unknown
  holder_id: string | null
  lent: number
  asked_by: string | null
  apart_until_ms: string
}

export interface RateHolder {
  holder_id: string
  alive_until_ms: string
  wanted: string[]
}

export interface RateRecord {
  tenant_id: string
  rate_record_id: string
  kind: string
  code: string
  name: string
  side: string | null
  currency: string | null
  draft: unknown
  draft_valid_from: string | null
  draft_valid_to: string | null
  created_at: string
  updated_at: string
}

export interface RateRetirement {
  tenant_id: string
  rate_version_id: string
  retired_at: string
}

export interface RateVersion {
  tenant_id: string
  rate_version_id: string
  rate_record_id: string
  valid_from: string
  valid_to: string | null
  doc: unknown
  sha256: Buffer
  published_at: string
}

export interface Rating {
  tenant_id: string
  subject_type: string
  subject_id: string
  side: string
  phase: string
  result: string
  message: unknown
  rate_version_id: string | null
  rated_on: string | null
  currency: string | null
  total: string
  facts: unknown
  shares: unknown
  rating_group_id: string | null
  rated_at: string
}

export interface RatingArrival {
  tenant_id: string
  rating_arrival_id: string
  order_ids: string[]
  marked_at: string
}

export interface RatingDue {
  tenant_id: string
  subject_type: string
  subject_id: string
  reasons: string[]
  marked_at: string
}

export interface RatingGroup {
  tenant_id: string
  rating_group_id: string
  group_key: string
  rate_version_id: string
  amounts: unknown
  frozen_at: string | null
}

export interface RecoveryCode {
  tenant_id: string
  user_id: string
  digest: Buffer
}

export interface ReminderLevel {
  tenant_id: string
  reminder_level_id: string
  code: string
  name: string
  name_nl: string
  name_fr: string
  name_de: string
  days_overdue: number
  text: string
  text_nl: string
  text_fr: string
  text_de: string
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface RemovedTenant {
  removed_tenant_id: string
  removed_at: string
  slug: string
  name: string
  epoch: number
  removed_rows: string
  removed_documents: string
  trail_sequence: string | null
  trail_hash: Buffer | null
}

export interface Resource {
  tenant_id: string
  resource_id: string
  resource_type: string
  name: string
  name_key: string | null
  code: string | null
  external_id: string
  note: string
  locale: string | null
  license_plate: string | null
  license_plate_key: string | null
  container_number: string | null
  start_stop_location_id: string | null
  subcontractor_id: string | null
  billing_entity_id: string | null
  properties: unknown
  custom_fields: unknown
  integrations: unknown
  source: string | null
  is_archived: boolean
  created_at: string
  updated_at: string
  name_loose: string | null
  code_loose: string | null
  license_plate_loose: string | null
  container_number_loose: string | null
}

export interface ResourceAllocation {
  tenant_id: string
  resource_allocation_id: string
  kind: string
  resource_id: string
  resource_group_id: string
  starts_on: string | null
  ends_on: string | null
  combination_id: string | null
  rotation_id: string | null
  turn: number | null
  turn_days: number | null
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface ResourceExtra {
  tenant_id: string
  resource_id: string
  extra_id: string
  position: number
}

export interface ResourceGroup {
  tenant_id: string
  resource_group_id: string
  name: string
  code: string | null
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface ResourceState {
  tenant_id: string
  resource_id: string
  kind: string
  recorded_at: string
  doc: unknown
  changed_at: string
  event_sequence: number
  event_at: string | null
}

export interface RetentionRun {
  tenant_id: string
  run_id: string
  kind: string
  by_kind: string
  by_id: string | null
  person_type: string | null
  person_id: string | null
  counts: unknown
  started_at: string
  finished_at: string | null
}

export interface Road {
  tenant_id: string
  engine: string
  from_place: string
  to_place: string
  distance_km: number | null
  driving_minutes: number | null
  found_at: string
  vehicle: string
}

export interface RoadFailure {
  tenant_id: string
  engine: string
  kind: string
  failure: string
  since_at: string
  last_at: string
}

export interface SampleSimulation {
  tenant_id: string
  seed: number
  scenarios: string[]
  driven_by: string
  speed: number
  is_paused: boolean
  clock_at: string
  set_at: string
  reported_until: string
  planned_until: string | null
  url: string
  access_sealed: Buffer
  sent: string
  rejected: string
  latest: unknown
  waiting: unknown
  failure: string | null
  failures: number
  due_at: string
  lease_until: string | null
  lease_by: string | null
  created_at: string
  updated_at: string
}

export interface SavedView {
  tenant_id: string
  saved_view_id: string
  user_id: string
  screen: string
  name: string
  search: string
  is_shared: boolean
  created_at: string
}

export interface SearchDue {
  tenant_id: string
  kind: string
  record_id: string
}

export interface SearchEntry {
  tenant_id: string
  kind: string
  record_id: string
  title_key: string
  key: string
  at: string | null
  is_archived: boolean
}

export interface SearchProgress {
  tenant_id: string
  trail: string
  filling: string | null
  filled_to: string
}

export interface SecondFactor {
  tenant_id: string
  user_id: string
  secret_sealed: Buffer
  is_confirmed: boolean
  used_step: string
  created_at: string
}

export interface SelfBillingAgreement {
  tenant_id: string
  self_billing_agreement_id: string
  company_id: string
  billing_entity_id: string
  reference: string
  valid_from: string
  valid_to: string | null
  days_to_object: number
  version: number
  created_at: string
}

export interface ServiceLevel {
  tenant_id: string
  service_level_id: string
  code: string
  name: string
  is_archived: boolean
  rank: number
  created_at: string
  updated_at: string
}

export interface SignInAttempt {
  tenant_id: string
  cookie_hash: Buffer
  provider_id: string
  state: string
  nonce: string
  verifier: string
  return_to: string | null
  keeps_session: boolean
  user_id: string | null
  proof: unknown
  expires_at: string
  asked_by: string | null
  vouched_at: string | null
}

export interface SignInDomain {
  tenant_id: string
  domain: string
  provider_id: string
}

export interface SignInProvider {
  tenant_id: string
  provider_id: string
  label: string
  issuer: string
  client_id: string
  secret_sealed: Buffer
  trusts_addresses: boolean
  is_only_way: boolean
  counts_as_second_factor: boolean
  new_user_role: string | null
  created_at: string
}

export interface SigningKey {
  kid: string
  state: string
  public_jwk: unknown
  private_sealed: Buffer | null
  created_at: string
  changed_at: string
}

export interface StopProposal {
  tenant_id: string
  stop_id: string
  kind: string
  trip_id: string
  resource_id: string
  happened_at: string
  state: string
  created_at: string
  decided_at: string | null
  earliest_at: string | null
  latest_at: string | null
}

export interface StopReport {
  tenant_id: string
  stop_report_id: string
  stop_id: string
  status: string | null
  event_at: string
  eta_start_at: string | null
  eta_end_at: string | null
  source: string
  is_applied: boolean
  received_at: string
  reported_by: string | null
}

export interface Subscription {
  tenant_id: string
  subscription_id: string
  name: string
  url: string
  event_types: string[]
  receiver_auth: Buffer | null
  is_paused: boolean
  pause_reason: string | null
  paused_at: string | null
  consecutive_failures: number
  opened_at: string | null
  probe_at: string | null
  probes: number
  quiet_until: string | null
  created_at: string
  purpose: string
  channel: string
  format: string
  folder: string | null
  host_keys: string[]
  edi_sender: string | null
  edi_recipient: string | null
  has_public_key: boolean
  edi_sender_qualifier: string | null
  edi_recipient_qualifier: string | null
  events_since: string
  url_sealed: Buffer | null
}

export interface SubscriptionSecret {
  tenant_id: string
  subscription_id: string
  secret_id: string
  sealed: Buffer
  created_at: string
  ends_at: string | null
}

export interface Task {
  tenant_id: string
  task_id: string
  task_type: string
  invoice_id: string
  billing_entity_id: string
  status: string
  waiting_for: string | null
  waiting_detail: unknown
  retry_of: string | null
  failure: unknown
  lease_token: string | null
  lease_until: string | null
  lease_client: string | null
  finished_by: string | null
  finished_at: string | null
  created_at: string
}

export interface TaskReport {
  tenant_id: string
  task_report_id: string
  task_id: string
  status: string
  failure: unknown
  note: string | null
  reported_by: string | null
  outcome: string
  reported_at: string
}

export interface TaxRate {
  tenant_id: string
  tax_rate_id: string
  billing_entity_id: string
  invoice_type: string
  code: string
  name: string
  treatment: string
  percentage: string
  base_percentage: string | null
  category: string
  vatex_code: string | null
  tax_type: string
  description: string
  valid_from: string
  valid_to: string | null
  account_id: string | null
  includes_subcontractors: boolean | null
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
}

export interface TelematicsConnection {
  tenant_id: string
  connection_id: string
  kind: string
  name: string
  base_url: string | null
  sign_in: string
  user_name: string | null
  token_url: string | null
  secret_sealed: Buffer | null
  token_digest: Buffer | null
  interval_seconds: number
  is_paused: boolean
  since: string | null
  vehicles_read_at: string | null
  due_at: string
  polled_at: string | null
  heard_at: string | null
  failure: string | null
  failures: number
  created_at: string
  failure_detail: string | null
}

export interface TelematicsSource {
  tenant_id: string
  connection_id: string
  source_id: string
  vin: string | null
  plate: string | null
  label: string | null
  resource_id: string | null
  is_chosen: boolean
  heard_at: string | null
  recorded_at: string | null
  doc: unknown
}

export interface TelemetrySample {
  tenant_id: string
  resource_id: string
  kind: string
  recorded_at: string
  doc: unknown
}

export interface TemperatureExcursion {
  tenant_id: string
  order_id: string
  trip_id: string
  resource_id: string
  range_key: string
  began_at: string
  until_at: string
  worst_degrees: number
  is_over: boolean
}

export interface Tenant {
  tenant_id: string
  slug: string
  name: string
  time_zone: string
  is_active: boolean
  epoch: number
  created_at: string
}

export interface TenantLogo {
  tenant_id: string
  logo_id: string
  media_type: string
  width: number
  height: number
  bytes: Buffer
  created_at: string
}

export interface TenantSetting {
  tenant_id: string
  rate_limits: unknown
  create_missing_companies: boolean
  locale: string
  currency: string
  version: number
  resource_events_at_dispatch: boolean
  positions: unknown
  messages: unknown
  intermodal_status: boolean
  dispatch_draft_minutes: number | null
  accepts_record_ids: boolean
  cost_allocation: string
  booking_dates: boolean
  structured_invoices: string[]
  purchase_tolerance: unknown
  dispatch_answer_minutes: number
  logo_id: string | null
  brand_colour: string | null
  retention: unknown
  second_factor_from: string | null
  road_engine_sealed: Buffer | null
  document_link_days: number | null
  planning_limits: unknown
  temperature: unknown
  credit_check: string
  driver_positions: boolean
}

export interface Transfer {
  tenant_id: string
  transfer_id: string
  transfer_file_id: string
  position: number
  invoice_id: string
  amount: string
  creditor: unknown
  is_live: boolean
}

export interface TransferCredit {
  tenant_id: string
  transfer_id: string
  credit_note_id: string
  transfer_file_id: string
  amount: string
  is_live: boolean
}

export interface TransferFile {
  tenant_id: string
  transfer_file_id: string
  billing_entity_id: string
  status: string
  execution_day: string
  debtor: unknown
  created_by: string | null
  created_at: string
  settled_by: string | null
  settled_at: string | null
}

export interface TransportOrder {
  tenant_id: string
  order_id: string
  order_identifier: string
  order_number: string
  status: string
  is_blocked: boolean
  block_reason: string | null
  company_id: string
  customer_reference_number: string | null
  version: number
  event_sequence: number
  create_hash: Buffer | null
  last_hash: Buffer | null
  doc: unknown
  created_by_user: string | null
  created_at: string
  updated_at: string
  pickup_on: string | null
  delivery_on: string | null
  container_number: string | null
  is_adr: boolean
  is_tempered: boolean
  container_key: string | null
  container_scenario: string | null
  hold_reason_code: string | null
}

export interface TransportService {
  tenant_id: string
  transport_service_id: string
  code: string
  name: string
  is_archived: boolean
  rank: number
  created_at: string
  updated_at: string
}

export interface Trip {
  tenant_id: string
  trip_id: string
  name: string
  trip_identifier: string | null
  status: string
  planning_group_id: string | null
  subcontractor_id: string | null
  is_dispatched: boolean
  note: string
  custom_fields: unknown
  starts_at: string | null
  ends_at: string | null
  distance_km: number | null
  version: number
  event_sequence: number
  planned_at: string | null
  completed_at: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}

export interface TripAnswer {
  tenant_id: string
  trip_id: string
  company_id: string
  answer: string
  reason: string | null
  plate: string | null
  driver_name: string | null
  revision: number | null
  answered_at: string
  answered_by: unknown
}

export interface TripCounter {
  tenant_id: string
  last_number: string
}

export interface TripResource {
  tenant_id: string
  trip_id: string
  resource_id: string
  position: number
  name: string | null
  license_plate: string | null
  container_number: string | null
  starts_at: string | null
  ends_at: string | null
}

export interface TripSequence {
  tenant_id: string
  entity_id: string
  event_sequence: number
}

export interface TripStop {
  tenant_id: string
  stop_id: string
  trip_id: string
  sequence: number
  kind: string
  order_id: string | null
  stop_group_id: string
  location_id: string
  activity: string | null
  activity_label: string
  planned_start_at: string | null
  planned_end_at: string | null
  fixed_timestamp_type: string | null
  eta_start_at: string | null
  eta_end_at: string | null
  actual_start_at: string | null
  actual_end_at: string | null
  status: string
  status_at: string | null
  mileage_km: number | null
  reference_number: string | null
  note: string
  custom_fields: unknown
  event_sequence: number
  mileage_is_estimated: boolean | null
  eta_is_estimated: boolean | null
  crossing: unknown
}

export interface Unavailability {
  tenant_id: string
  unavailability_id: string
  resource_id: string
  start_at: string
  end_at: string | null
  until_at: string
  reason: string
  description: string
  external_id: string | null
  external_key: string | null
  source: string | null
  created_at: string
  updated_at: string
}

export interface UnbilledOrder {
  tenant_id: string
  order_id: string
  company_id: string
  billing_entity_id: string | null
  reason: string
  detail: unknown
  currency: string | null
  amount: string
  completed_on: string | null
  changed_at: string
}

export interface UploadDay {
  tenant_id: string
  day: string
  sender: string
  bytes: string
}

export interface UploadOutcome {
  tenant_id: string
  upload_id: string
  status: string
  order_id: string | null
  errors: unknown
  warnings: unknown
  finished_at: string
  run: number
  cause: string | null
}

export interface UploadPending {
  tenant_id: string
  order_identifier: string
  lane_number: string
  upload_id: string
  operation: string
  ready_at: string
  attempts: number
  run: number
}

export interface UsageMinute {
  tenant_id: string
  category: string
  minute: string
  client_id: string
  is_refused: boolean
  requests: number
}

export interface UsagePath {
  tenant_id: string
  category: string
  hour: string
  operation: string
  is_refused: boolean
  requests: number
}

export interface UsageRefusal {
  tenant_id: string
  refusal_id: string
  category: string
  refused_at: string
  client_id: string
  method: string
  path: string
  retry_after_s: number | null
  request_id: string | null
  status: number
  code: string
  field: string | null
}

export interface UserIdentity {
  tenant_id: string
  provider_id: string
  subject: string
  user_id: string
  created_at: string
  ended_at: string | null
}

export interface UserLink {
  tenant_id: string
  token_hash: Buffer
  user_id: string
  purpose: string
  expires_at: string
  created_at: string
}

export interface Validity {
  tenant_id: string
  validity_id: string
  resource_id: string | null
  company_id: string | null
  validity_type: string
  start_at: string
  end_at: string | null
  legal_end_at: string | null
  generate_unavailability: boolean
  external_id: string | null
  description: string | null
  generated_at: string | null
  created_at: string
  updated_at: string
}

export interface ValidityDocument {
  tenant_id: string
  validity_id: string
  document_id: string
}

export interface ValidityUnavailability {
  tenant_id: string
  validity_id: string
  unavailability_id: string
  resource_id: string
}

export interface WebhookCredential {
  tenant_id: string
  client_id: string
  webhook_credential_id: string
  name: string
  is_removed: boolean
  version: number
  created_at: string
  company_id: string | null
  dispatch_destination_id: string | null
  integration_code: string | null
}

export interface WebhookSecret {
  tenant_id: string
  client_id: string
  secret_id: string
  digest: Buffer
  expires_at: string | null
  created_at: string
}

/** Tables as composed queries see them. */
export interface DB {
  account: Account
  api_client: ApiClient
  api_client_secret: ApiClientSecret
  app_session: AppSession
  app_user: AppUser
  audit_head: AuditHead
  audit_record: AuditRecord
  billing_entity: BillingEntity
  billing_preference: BillingPreference
  booking_period: BookingPeriod
  booking_report: BookingReport
  charge: Charge
  charge_snapshot: ChargeSnapshot
  charge_type: ChargeType
  company: Company
  company_account_entry: CompanyAccountEntry
  company_billing_code: CompanyBillingCode
  company_contact: CompanyContact
  company_group: CompanyGroup
  container_type: ContainerType
  cost_share: CostShare
  creation_key: CreationKey
  custom_activity: CustomActivity
  delivery: Delivery
  delivery_attempt: DeliveryAttempt
  delivery_pending: DeliveryPending
  department: Department
  directed_event: DirectedEvent
  dispatch: Dispatch
  dispatch_destination: DispatchDestination
  dispatch_revision: DispatchRevision
  document: Document
  document_content: DocumentContent
  document_link: DocumentLink
  document_review: DocumentReview
  document_type: DocumentType
  document_upload: DocumentUpload
  door_link: DoorLink
  door_request: DoorRequest
  driver_act: DriverAct
  driver_activity: DriverActivity
  driver_card: DriverCard
  driver_position_consent: DriverPositionConsent
  edi_interchange: EdiInterchange
  edi_partner: EdiPartner
  erased_order: ErasedOrder
  erased_person: ErasedPerson
  event: Event
  event_head: EventHead
  event_position: EventPosition
  event_unsealed: EventUnsealed
  exchange_rate: ExchangeRate
  extra: Extra
  failed_attempt: FailedAttempt
  follower: Follower
  handling_unit_scan: HandlingUnitScan
  import_configuration: ImportConfiguration
  inbox_item: InboxItem
  integration: Integration
  intermodal_booking: IntermodalBooking
  invoice: Invoice
  invoice_file: InvoiceFile
  invoice_line: InvoiceLine
  invoice_line_charge: InvoiceLineCharge
  invoice_line_item: InvoiceLineItem
  invoice_run: InvoiceRun
  invoice_sending: InvoiceSending
  invoice_tax: InvoiceTax
  job: Job
  key_set_aside: KeySetAside
  ledger_export: LedgerExport
  location: Location
  location_booking: LocationBooking
  location_fence: LocationFence
  mail: Mail
  mail_cause: MailCause
  mail_choice: MailChoice
  mail_day: MailDay
  mail_rule: MailRule
  mail_server: MailServer
  mail_template: MailTemplate
  message: Message
  message_key: MessageKey
  message_mention: MessageMention
  migration: Migration
  number_range: NumberRange
  number_range_counter: NumberRangeCounter
  operator_setting: OperatorSetting
  order_counter: OrderCounter
  order_plan_change: OrderPlanChange
  order_stop: OrderStop
  order_temperature_seen: OrderTemperatureSeen
  order_upload: OrderUpload
  packaging_type: PackagingType
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  payment: Payment
  payroll_setting: PayrollSetting
  place_answer: PlaceAnswer
  planning_command: PlanningCommand
  planning_command_trip: PlanningCommandTrip
  planning_group: PlanningGroup
  planning_optimisation: PlanningOptimisation
  planning_presence: PlanningPresence
  position_doubt: PositionDoubt
  position_outbox: PositionOutbox
  position_sample: PositionSample
  posting: Posting
  posting_counter: PostingCounter
  posting_line: PostingLine
  price_index: PriceIndex
  price_index_value: PriceIndexValue
  purchase_match: PurchaseMatch
  purchase_receipt: PurchaseReceipt
  question_path_key: QuestionPathKey
  rate_admission: RateAdmission
  rate_head: RateHead
  rate_holder: RateHolder
  rate_record: RateRecord
  rate_retirement: RateRetirement
  rate_version: RateVersion
  rating: Rating
  rating_arrival: RatingArrival
  rating_due: RatingDue
  rating_group: RatingGroup
  recovery_code: RecoveryCode
  reminder_level: ReminderLevel
  removed_tenant: RemovedTenant
  resource: Resource
  resource_allocation: ResourceAllocation
  resource_extra: ResourceExtra
  resource_group: ResourceGroup
  resource_state: ResourceState
  retention_run: RetentionRun
  road: Road
  road_failure: RoadFailure
  sample_simulation: SampleSimulation
  saved_view: SavedView
  search_due: SearchDue
  search_entry: SearchEntry
  search_progress: SearchProgress
  second_factor: SecondFactor
  self_billing_agreement: SelfBillingAgreement
  service_level: ServiceLevel
  sign_in_attempt: SignInAttempt
  sign_in_domain: SignInDomain
  sign_in_provider: SignInProvider
  signing_key: SigningKey
  stop_proposal: StopProposal
  stop_report: StopReport
  subscription: Subscription
  subscription_secret: SubscriptionSecret
  task: Task
  task_report: TaskReport
  tax_rate: TaxRate
  telematics_connection: TelematicsConnection
  telematics_source: TelematicsSource
  telemetry_sample: TelemetrySample
  temperature_excursion: TemperatureExcursion
  tenant: Tenant
  tenant_logo: TenantLogo
  tenant_setting: TenantSetting
  transfer: Transfer
  transfer_credit: TransferCredit
  transfer_file: TransferFile
  transport_order: TransportOrder
  transport_service: TransportService
  trip: Trip
  trip_answer: TripAnswer
  trip_counter: TripCounter
  trip_resource: TripResource
  trip_sequence: TripSequence
  trip_stop: TripStop
  unavailability: Unavailability
  unbilled_order: UnbilledOrder
  upload_day: UploadDay
  upload_outcome: UploadOutcome
  upload_pending: UploadPending
  usage_minute: UsageMinute
  usage_path: UsagePath
  usage_refusal: UsageRefusal
  user_identity: UserIdentity
  user_link: UserLink
  validity: Validity
  validity_document: ValidityDocument
  validity_unavailability: ValidityUnavailability
  webhook_credential: WebhookCredential
  webhook_secret: WebhookSecret
}
