import type { ErrorItem } from '@cartage/contract/errors'
import { type SettingKindName, settingKinds } from '@cartage/contract/tenants/app/kinds'
import type { z } from 'zod'
import { documentRangeFaults } from '../numbers/rules.ts'

/** How PostgreSQL keeps a member. */
type ColumnType = 'text' | 'text[]' | 'boolean' | 'integer' | 'bigint' | 'numeric' | 'date' | 'jsonb'

/** A member that names an entry of another kind by code. */
export interface SettingReference {
  readonly member: string
  readonly kind: SettingKindName
  /** Table that the code is looked up in; the column is called after its id. */
  readonly noun: string
  /** Another reference that both have: the code is looked up among entries that name the same one. */
  readonly within?: Omit<SettingReference, 'within'>
}

/**
 * A kind of setting: everything the rooms need to keep its entries. Its table has, besides the columns below,
 * `<noun>_id`, `is_archived`, `created_at` and `updated_at`.
 */
export interface SettingKind {
  readonly kind: SettingKindName
  /** The table, and what the audit trail calls an entry. */
  readonly noun: string
  /** Members of an entry, with defaults; refuses members it does not know. */
  readonly schema: z.ZodObject
  /** Members that are columns of the same name. */
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly references?: readonly SettingReference[]
  /** Members that together identify an entry in a file. */
  readonly key: readonly string[]
  /** Members of which no two live entries may have the same values, in any case. */
  readonly distinct: readonly (readonly string[])[]
  /** What else is wrong with an entry that people enter, by how many live entries other kinds and which this kind has. */
  readonly faults?: (
    values: SettingValues,
    liveOf: (kind: SettingKindName) => number,
    others: readonly SettingValues[],
  ) => ErrorItem[]
  /** Member that exactly one live entry has on. */
  readonly single?: string
  /** What names it by text, so that the database itself does not know that it is used. */
  readonly namedBy?: 'orders' | 'documents'
}

/** Members of an entry as the interface shows them. */
export type SettingValues = Record<string, unknown>

const named = { code: 'text', name: 'text', rank: 'integer' } as const
const byCode = { key: ['code'], distinct: [['code']] } as const

/** Fills in the schema of the contract, which a kind shares its name with. */
export function kindOf(facts: Omit<SettingKind, 'schema'>): SettingKind {
  return { ...facts, schema: settingKinds[facts.kind].schema }
}

/** The kinds of setting the feature keeps itself. A kind that others name is before them. */
export const tenantKinds: readonly SettingKind[] = [
  kindOf({ kind: 'transport_services', noun: 'transport_service', columns: named, ...byCode, namedBy: 'orders' }),
  kindOf({ kind: 'service_levels', noun: 'service_level', columns: named, ...byCode, namedBy: 'orders' }),
  kindOf({
    kind: 'import_configurations',
    noun: 'import_configuration',
    columns: { ...named, create_missing_companies: 'boolean', accept_requested_price: 'boolean' },
    ...byCode,
    namedBy: 'orders',
  }),
  kindOf({
    kind: 'packaging_types',
    noun: 'packaging_type',
    columns: { ...named, export_alias: 'text', sizes: 'jsonb' },
    ...byCode,
    namedBy: 'orders',
  }),
  kindOf({
    kind: 'container_types',
    noun: 'container_type',
    columns: { ...named, iso_code: 'text' },
    ...byCode,
    namedBy: 'orders',
  }),
  kindOf({
    kind: 'custom_activities',
    noun: 'custom_activity',
    columns: { code: 'text', label: 'text', rank: 'integer' },
    ...byCode,
    namedBy: 'orders',
  }),
  kindOf({
    kind: 'extras',
    noun: 'extra',
    columns: { ...named, description: 'text' },
    key: ['code', 'name'],
    // RES-10: a code may be shared.
    distinct: [],
  }),
  kindOf({
    kind: 'document_types',
    noun: 'document_type',
    columns: { ...named, subject_types: 'text[]' },
    ...byCode,
    namedBy: 'documents',
  }),
  kindOf({
    kind: 'question_path_keys',
    noun: 'question_path_key',
    columns: { ...named, target: 'text', default_file_name: 'text', field: 'text' },
    references: [{ member: 'document_type', kind: 'document_types', noun: 'document_type' }],
    ...byCode,
  }),
  kindOf({ kind: 'departments', noun: 'department', columns: named, ...byCode, namedBy: 'orders' }),
  kindOf({ kind: 'planning_groups', noun: 'planning_group', columns: named, ...byCode, namedBy: 'orders' }),
  kindOf({
    kind: 'billing_entities',
    noun: 'billing_entity',
    columns: {
      ...named,
      legal_name: 'text',
      vat_number: 'text',
      company_registration_number: 'text',
      is_default: 'boolean',
      country: 'text',
      accounting_currency: 'text',
      payment_term: 'text',
      iban: 'text',
      bic: 'text',
      address: 'jsonb',
      contact: 'jsonb',
      electronic_address: 'jsonb',
      footer: 'jsonb',
      post_automatically: 'boolean',
      datev: 'jsonb',
    },
    ...byCode,
    single: 'is_default',
  }),
  kindOf({
    kind: 'number_ranges',
    noun: 'number_range',
    columns: {
      ...named,
      applies_to: 'text',
      prefix: 'text',
      series: 'text',
      year_style: 'text',
      separator: 'text',
      digits: 'integer',
      first_number: 'bigint',
      restarts_yearly: 'boolean',
      is_gapless: 'boolean',
    },
    references: [{ member: 'billing_entity', kind: 'billing_entities', noun: 'billing_entity' }],
    key: ['code'],
    faults: documentRangeFaults,
    // Two ranges that differ in nothing visible would give the same numbers.
    distinct: [['code'], ['applies_to', 'billing_entity', 'prefix', 'series', 'year_style', 'separator']],
  }),
]
