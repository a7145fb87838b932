import { msg } from '@cartage/contract/message'
import type { NewSetting, SettingKindName } from '@cartage/contract/tenants/app/kinds'
import type { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import type { Change, Members } from '../audit/rules.ts'
import { errorItem, Problem } from '../http/problem.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limit.rules.ts'

/** Reference data to add to a tenant; a missing kind adds nothing. */
export type NewReference = { readonly [Kind in SettingKindName]?: readonly NewSetting<Kind>[] }

/** @throws Problem validation_failed unless the slug is 1 to 63 of a-z, 0-9 and -, not beginning with - */
export function checkSlug(slug: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) return
  const message = msg`The slug "${slug}" must be 1 to 63 characters of a-z, 0-9 and -, and begin with a letter or digit.`
  throw new Problem('validation_failed', { message, errors: [errorItem('slug', message, 'slug_malformed')] })
}

/** The Problem of a slug that another tenant has. */
export function slugTaken(slug: string): Problem {
  const message = msg`A tenant with the slug "${slug}" already exists. Choose another slug.`
  return new Problem('validation_failed', { message, errors: [errorItem('slug', message, 'slug_taken')] })
}

/** @throws Problem validation_failed for a window of less than a second or more than a day, or without requests */
export function checkLimits(limits: RateLimits): void {
  for (const window of [...limits.general, ...limits.token]) {
    const fits = isBetween(window.seconds, 1, 86_400) && isBetween(window.requests, 1, 100_000)
    if (fits) continue
    const message = 'A limit needs seconds from 1 to 86400 and requests from 1 to 100000, both whole numbers.'
    throw new Problem('validation_failed', { message, errors: [errorItem('limits', message, 'limit_out_of_range')] })
  }
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

/** Creation of a tenant, for the audit trail. */
export function tenantCreation(
  tenantId: string,
  named: { slug: string; name: string },
  settings: TenantSettings,
): Change {
  const after = { ...named, ...membersOf(settings) }
  return { entity_type: 'tenant', entity_id: tenantId, action: 'created', before: null, after }
}

/** Change of tenant settings, for the audit trail. */
export function tenantChange(
  tenantId: string,
  before: TenantSettings,
  after: TenantSettings,
  isKeyChanged = false,
): Change {
  const key = isKeyChanged ? { road_engine_key: 'changed' } : {}
  const [old, now] = [membersOf(before), { ...membersOf(after), ...key }]
  return { entity_type: 'tenant', entity_id: tenantId, action: 'updated', before: old, after: now }
}

/** Suspension or resumption of a tenant, for the audit trail. */
export function suspension(tenantId: string, isSuspended: boolean): Change {
  const [before, after] = [{ is_suspended: !isSuspended }, { is_suspended: isSuspended }]
  return { entity_type: 'tenant', entity_id: tenantId, action: 'updated', before, after }
}

/** Settings of the tenant, with the limits under names that the trail does not mistake for secrets. */
function membersOf({ limits, ...settings }: TenantSettings): Members {
  const { general, token } = limits ?? defaultLimits
  return { ...settings, general_limits: general, token_limits: token }
}

/** Reference data of every new tenant, so that a first order can be sent at once. */
export const minimalReference: NewReference = {
  transport_services: [{ code: 'GENERAL', name: 'General' }],
  service_levels: [
    { code: 'STANDARD', name: 'Standard' },
    { code: 'EXPRESS', name: 'Express' },
  ],
  import_configurations: [{ code: 'API', name: 'API' }],
  packaging_types: [
    {
      code: 'PALLET',
      name: 'Pallet',
      sizes: [
        { code: 'EUR', name: 'Euro pallet', length_m: 1.2, width_m: 0.8, loading_meters: 0.4, pallet_spaces: 1 },
        { code: 'BLOCK', name: 'Block pallet', length_m: 1.2, width_m: 1, loading_meters: 0.5, pallet_spaces: 1.25 },
      ],
    },
    { code: 'BOX', name: 'Box' },
    { code: 'DRUM', name: 'Drum' },
    { code: 'IBC', name: 'Intermediate bulk container' },
    { code: 'COLLI', name: 'Colli' },
  ],
  custom_activities: [
    { code: 'CLEANING', label: 'Cleaning' },
    { code: 'WEIGHING', label: 'Weighing' },
    { code: 'CUSTOMS', label: 'Customs clearance' },
  ],
  container_types: [
    { code: '20GP', name: "20' standard", iso_code: '22G1' },
    { code: '40GP', name: "40' standard", iso_code: '42G1' },
    { code: '40HC', name: "40' high cube", iso_code: '45G1' },
    { code: '45HC', name: "45' high cube", iso_code: 'L5G1' },
  ],
  document_types: [
    { code: 'PROOF_OF_DELIVERY', name: 'Proof of delivery', rank: 1 },
    { code: 'ORIGINAL_CMR', name: 'CMR', rank: 2 },
    { code: 'WEIGHING_TICKET', name: 'Weighing ticket', rank: 3 },
    { code: 'PHOTO_DAMAGED_GOODS', name: 'Photo of damaged goods', rank: 4 },
    { code: 'OTHER_ADMINISTRATION', name: 'Other', rank: 5 },
  ],
  question_path_keys: [
    {
      code: 'POD',
      name: 'Proof of delivery',
      document_type: 'PROOF_OF_DELIVERY',
      default_file_name: 'POD.pdf',
      rank: 1,
    },
    { code: 'CMR', name: 'CMR', document_type: 'ORIGINAL_CMR', default_file_name: 'CMR.pdf', rank: 2 },
    {
      code: 'WEIGHT_NOTE',
      name: 'Weight note',
      document_type: 'WEIGHING_TICKET',
      default_file_name: 'WEIGHT_NOTE.pdf',
      rank: 3,
    },
  ],
}

/** The initial billing entity of every tenant (RES-14); the haulier fills in its data. */
export function firstBillingEntity(tenantName: string): NewSetting<'billing_entities'> {
  const name = tenantName.trim().slice(0, 200) || 'Main'
  return { code: 'MAIN', name, legal_name: name, is_default: true }
}
