import { kindOf, type SettingKind, tenantKinds } from './tenants/settings/kinds.rules.ts'

/**
 * Every kind of setting of every feature, in an order in which a kind is after those it names. A feature after
 * `tenants` has its kinds here: a table with the columns of `SettingKind`, and the schema in the contract.
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
]
