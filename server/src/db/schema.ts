// Generated from the database by `npm run generate`; do not edit.

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
}

export interface AuditHead {
  tenant_id: string
  sequence: string
  hash: Buffer
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
}

export interface Integration {
  integration_id: string
  name: string
  is_removed: boolean
  created_at: string
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

export interface OrderLane {
  tenant_id: string
  order_identifier: string
  last_number: number
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
}

export interface OrderUpload {
  tenant_id: string
  upload_id: string
  order_identifier: string
  lane_number: number
  operation: string
  body: string
  body_hash: Buffer
  order_id: string | null
  source: string
  company_id: string | null
  idempotency_key: string | null
  accepted_at: string
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

export interface QuestionPathKey {
  tenant_id: string
  question_path_key_id: string
  code: string
  name: string
  document_type_id: string
  default_file_name: string
  rank: number
  is_archived: boolean
  created_at: string
  updated_at: string
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

export interface SigningKey {
  kid: string
  state: string
  public_jwk: unknown
  private_sealed: Buffer | null
  created_at: string
  changed_at: string
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
}

export interface SubscriptionSecret {
  tenant_id: string
  subscription_id: string
  secret_id: string
  sealed: Buffer
  created_at: string
  ends_at: string | null
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

export interface TenantSetting {
  tenant_id: string
  rate_limits: unknown
  create_missing_companies: boolean
  locale: string
  currency: string
  version: number
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

export interface UploadOutcome {
  tenant_id: string
  upload_id: string
  status: string
  order_id: string | null
  errors: unknown
  warnings: unknown
  finished_at: string
}

export interface UploadPending {
  tenant_id: string
  order_identifier: string
  lane_number: number
  upload_id: string
  operation: string
  ready_at: string
  attempts: number
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
  api_client: ApiClient
  api_client_secret: ApiClientSecret
  app_session: AppSession
  app_user: AppUser
  audit_head: AuditHead
  audit_record: AuditRecord
  billing_entity: BillingEntity
  company: Company
  company_billing_code: CompanyBillingCode
  company_contact: CompanyContact
  container_type: ContainerType
  custom_activity: CustomActivity
  delivery: Delivery
  delivery_attempt: DeliveryAttempt
  delivery_pending: DeliveryPending
  department: Department
  document: Document
  document_content: DocumentContent
  document_type: DocumentType
  document_upload: DocumentUpload
  event: Event
  event_head: EventHead
  event_position: EventPosition
  event_unsealed: EventUnsealed
  extra: Extra
  import_configuration: ImportConfiguration
  integration: Integration
  job: Job
  location: Location
  migration: Migration
  number_range: NumberRange
  number_range_counter: NumberRangeCounter
  operator_setting: OperatorSetting
  order_counter: OrderCounter
  order_lane: OrderLane
  order_stop: OrderStop
  order_upload: OrderUpload
  packaging_type: PackagingType
  planning_group: PlanningGroup
  question_path_key: QuestionPathKey
  rate_admission: RateAdmission
  rate_head: RateHead
  resource: Resource
  resource_allocation: ResourceAllocation
  resource_extra: ResourceExtra
  resource_group: ResourceGroup
  service_level: ServiceLevel
  signing_key: SigningKey
  subscription: Subscription
  subscription_secret: SubscriptionSecret
  tenant: Tenant
  tenant_setting: TenantSetting
  transport_order: TransportOrder
  transport_service: TransportService
  unavailability: Unavailability
  upload_outcome: UploadOutcome
  upload_pending: UploadPending
  validity: Validity
  validity_document: ValidityDocument
  validity_unavailability: ValidityUnavailability
  webhook_credential: WebhookCredential
  webhook_secret: WebhookSecret
}
