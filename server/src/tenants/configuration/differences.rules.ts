import type { SettingKind, SettingValues } from '../settings/kinds.rules.ts'
import { isSame, type KindPlan, sortedText } from '../settings/rules.ts'
import type { ConfigDifference, ConfigPlan } from './rules.ts'

/** Changes of a plan, kind by kind. */
export function differencesOf(plan: ConfigPlan): ConfigDifference[] {
  const { before, after } = plan.tenant
  const tenant = { kind: 'tenant', action: 'changed' as const, name: null, ...differing(before, after) }
  return [...(isSame(before, after) ? [] : [tenant]), ...plan.kinds.flatMap(differencesOfKind)]
}

function differencesOfKind({ kind: facts, insert, update, archive }: KindPlan): ConfigDifference[] {
  const { kind } = facts
  return [
    ...insert.map(({ values }): ConfigDifference => {
      return { kind, action: 'added', name: nameOf(facts, values), before: null, after: values }
    }),
    ...update.map(({ before, values }): ConfigDifference => {
      const name = nameOf(facts, values)
      if (before.is_archived) return { kind, action: 'restored', name, before: null, after: values }
      return { kind, action: 'changed', name, ...differing(before.values, values) }
    }),
    ...archive.map(({ values }): ConfigDifference => {
      return { kind, action: 'archived', name: nameOf(facts, values), before: values, after: null }
    }),
  ]
}

/** Differences as text: a heading per kind, a line per entry and member. */
export function differencesText(differences: readonly ConfigDifference[]): string {
  if (differences.length === 0) return 'No differences.'
  const groups = Map.groupBy(differences, ({ kind }) => kind)
  return [...groups].map(([kind, entries]) => [kind, ...entries.flatMap(linesOf)].join('\n')).join('\n')
}

const signs = { added: '+', restored: '+', changed: '~', archived: '-' } as const

function linesOf({ action, name, before, after }: ConfigDifference): string[] {
  const note = action === 'added' || action === 'changed' ? '' : `  (${action})`
  const head = name === null ? [] : [`  ${signs[action]} ${name}${note}`]
  const indent = name === null ? '  ' : '      '
  if (action === 'archived') return head
  const members = Object.entries(after ?? {}).map(([member, value]) => {
    const old = before === null ? '' : `${JSON.stringify(before[member])} -> `
    return `${indent}${member}: ${old}${JSON.stringify(value)}`
  })
  return [...head, ...members]
}

function nameOf({ key }: SettingKind, values: SettingValues): string {
  return key.map((member) => String(values[member] ?? '-')).join(' / ')
}

/** Only the members that differ, on both sides. */
function differing(before: SettingValues, after: SettingValues): { before: SettingValues; after: SettingValues } {
  const names = Object.keys(after).filter((name) => sortedText(before[name]) !== sortedText(after[name]))
  const only = (values: SettingValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: only(before), after: only(after) }
}
