import { type SettingKindName, settingKinds } from '@cartage/contract/tenants/app/kinds'
import type { Setting } from '@cartage/contract/tenants/app/settings'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Check } from '../ui/icons.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { fieldsOf } from './form/schema-fields.ts'

/** Maximum number of members besides code and name in the table. */
const most = 3
const notShown = ['code', 'name', 'label', 'rank']

/** Columns of the entries of a kind: code, name, and the first of the other members. The name opens the editor. */
export function entryColumns(
  kind: SettingKindName,
  word: (member: string) => string,
  choiceLabel: (choice: string) => string,
  onEdit: ((entry: Setting) => void) | undefined,
): PlainColumn<Setting>[] {
  const fields = fieldsOf(settingKinds[kind].schema as z.ZodType)
  const label = fields.some(({ name }) => name === 'label') ? 'label' : 'name'
  const others = fields.filter(({ name }) => !notShown.includes(name)).slice(0, most)
  return [
    {
      id: 'code',
      title: word('code'),
      width: 'w-24',
      cell: ({ values }) => <code className="font-mono text-[11.5px]">{shown(values.code)}</code>,
    },
    {
      id: label,
      title: word(label),
      cell: (entry) =>
        onEdit && !entry.is_archived ? (
          <button type="button" className="text-left font-medium hover:underline" onClick={() => onEdit(entry)}>
            {shown(entry.values[label])}
          </button>
        ) : (
          <span className="font-medium">{shown(entry.values[label])}</span>
        ),
    },
    ...others.map(({ name, kind }) => ({
      id: name,
      title: word(name),
      width: 'w-26',
      cell: ({ values }: Setting) => {
        const value = values[name]
        return shown(kind === 'choice' && typeof value === 'string' && value !== '' ? choiceLabel(value) : value)
      },
    })),
  ]
}

/** Display name of an entry. */
export function nameOf({ values }: Setting): string {
  return String(values.name ?? values.label ?? values.code)
}

function shown(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '' || value === false)
    return <span className="text-ink-3">—</span>
  if (value === true) return <Check size={14} role="img" aria-label="✓" />
  if (Array.isArray(value)) return value.map((one) => (one as { code?: string })?.code ?? String(one)).join(', ') || '—'
  return String(value)
}
