import type { ErrorItem } from '@cartage/contract/errors'
import { type SettingKindName, settingKinds } from '@cartage/contract/tenants/app/kinds'
import type { z } from 'zod'
import { documentRangeFaults } from '../numbers/rules.ts'

/** PostgreSQL type of a member. */
type ColumnType = 'text' | 'text[]' | 'boolean' | 'integer' | 'bigint' | 'numeric' | 'date' | 'jsonb'

/** A member that refers to an entry of another kind by code. */
export interface SettingReference {
  readonly member: string
  readonly kind: SettingKindName
  /** Table of the referenced entry; the column is the id of that table. */
  readonly noun: string
  /** Second reference of both entries: the code is looked up among entries with the same one. */
  readonly within?: Omit<SettingReference, 'within'>
}

/**
 * A kind of setting, with all data needed to store its entries. Its table also has `<noun>_id`, `is_archived`,
 * `created_at` and `updated_at`.
 */
export interface SettingKind {
  readonly kind: SettingKindName
  /** Name of the table, and of an entry in the audit trail. */
  readonly noun: string
  /** Members of an entry, with defaults; unknown members are refused. */
  readonly schema: z.ZodObject
  /** Members with a column of the same name. */
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly references?: readonly SettingReference[]
  /** Members that together identify an entry in a file. */
  readonly key: readonly string[]
  /** Members whose values must be unique among active entries, ignoring case. */
  readonly distinct: readonly (readonly string[])[]
  /** Further errors of an entry, given the number of active entries of other kinds and the others of its kind. */
  readonly faults?: (
    values: SettingValues,
    liveOf: (kind: SettingKindName) => number,
    others: readonly SettingValues[],
  ) => ErrorItem[]
  /** Member that is on for exactly one active entry. */
  readonly single?: string
  /** Records that refer to it by text, without a foreign key. */
  readonly namedBy?: 'orders' | 'documents'
}

/** Members of an entry as the interface shows them. */
export type SettingValues = Record<string, unknown>

const named = { code: 'text', name: 'text', rank: 'integer' } as const
const byCode = { key: ['code'], distinct: [['code']] } as const

/** Adds the contract's schema of the same kind. */
export function kindOf(facts: Omit<SettingKind, 'schema'>): SettingKind {
  return { ...facts, schema: settingKinds[facts.kind].schema }
}

/** Kinds of setting that this feature stores. A kind precedes those that refer to it. */
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
      legal_form: 'text',
      register_court: 'text',
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
    // Two ranges that look the same would give the same numbers.
    distinct: [['code'], ['applies_to', 'billing_entity', 'prefix', 'series', 'year_style', 'separator']],
  }),
]
