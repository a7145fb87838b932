import { unitFaults } from './books/codes.rules.ts'
import { taxRateFaults } from './books/tax-rates.rules.ts'
import { kindOf, type SettingKind, tenantKinds } from './tenants/settings/kinds.rules.ts'

const ofEntity = { member: 'billing_entity', kind: 'billing_entities', noun: 'billing_entity' } as const

/**
 * Kinds of settings of all features, ordered so that a kind follows those it references. A feature after `tenants`
 * lists its kinds here: a table with the columns of `SettingKind`, and the schema in the contract.
 */
export const settingKinds: readonly SettingKind[] = [
  ...tenantKinds,
  kindOf({
    kind: 'resource_groups',
    noun: 'resource_group',
    columns: { code: 'text', name: 'text' },
    key: ['code', 'name'],
    // RES-7: neither code nor name is unique.
    distinct: [],
  }),
  kindOf({
    kind: 'accounts',
    noun: 'account',
    columns: { code: 'text', name: 'text', use: 'text', rank: 'integer' },
    references: [ofEntity],
    key: ['billing_entity', 'code'],
    // BOOK-2: each billing entity has its own chart of accounts.
    distinct: [['code', 'billing_entity']],
  }),
  kindOf({
    kind: 'tax_rates',
    noun: 'tax_rate',
    columns: {
      code: 'text',
      name: 'text',
      invoice_type: 'text',
      treatment: 'text',
      percentage: 'numeric',
      base_percentage: 'numeric',
      category: 'text',
      vatex_code: 'text',
      tax_type: 'text',
      description: 'text',
      valid_from: 'date',
      valid_to: 'date',
      includes_subcontractors: 'boolean',
      rank: 'integer',
    },
    references: [ofEntity, { member: 'vat_account', kind: 'accounts', noun: 'account', within: ofEntity }],
    key: ['billing_entity', 'invoice_type', 'code'],
    distinct: [['code', 'billing_entity', 'invoice_type']],
    faults: (values, _, others) => taxRateFaults(values, others),
  }),
  kindOf({
    kind: 'charge_types',
    noun: 'charge_type',
    columns: {
      ...{ code: 'text', name: 'text', name_nl: 'text', name_fr: 'text', name_de: 'text', rank: 'integer' },
      ...{ sides: 'text[]', role: 'text', unit: 'text', first_approval: 'text', tax_treatment: 'text' },
      ...{ revenue_account: 'text', cost_account: 'text', account_overrides: 'jsonb' },
    },
    key: ['code'],
    distinct: [['code']],
    faults: ({ unit }) => unitFaults(unit),
  }),
  kindOf({
    kind: 'company_groups',
    noun: 'company_group',
    columns: { code: 'text', name: 'text', companies: 'text[]', rank: 'integer' },
    key: ['code'],
    distinct: [['code']],
  }),
  kindOf({
    kind: 'reminder_levels',
    noun: 'reminder_level',
    columns: {
      ...{ code: 'text', name: 'text', name_nl: 'text', name_fr: 'text', name_de: 'text', days_overdue: 'integer' },
      ...{ text: 'text', text_nl: 'text', text_fr: 'text', text_de: 'text' },
    },
    key: ['code'],
    distinct: [['code']],
  }),
]
