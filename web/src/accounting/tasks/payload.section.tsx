import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { textOfCode, useLabels } from '../../records/code-labels.ts'
import { memberLabels } from '../../records/member.labels.ts'
import { classNames } from '../../ui/class-names.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'

type View = 'tree' | 'json'

/** Payload for accounting systems, as a tree or as JSON to copy. */
export function PayloadSection({ payload }: { payload: unknown }) {
  const { t } = useLingui()
  const [view, setView] = useState<View>('tree')
  const views: readonly [View, string][] = [
    ['tree', t`Tree`],
    ['json', t`JSON`],
  ]
  return (
    <Section
      title={t`Payload`}
      actions={views.map(([value, title]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === view}
          className={classNames('btn btn-ghost h-6', value === view && 'bg-pressed text-ink')}
          onClick={() => setView(value)}
        >
          {title}
        </button>
      ))}
    >
      {view === 'json' ? <JsonView label={t`Payload`} value={payload} /> : <Members value={payload} isOpen />}
    </Section>
  )
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Empty members are omitted here; the JSON includes them. */
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (isBranch(value) && Object.keys(value).length === 0)

function Members({ value, isOpen = false }: { value: unknown; isOpen?: boolean }) {
  const labelOf = useLabels(memberLabels)
  if (!isBranch(value)) return <span className="[overflow-wrap:anywhere]">{String(value)}</span>
  const isList = Array.isArray(value)
  const entries = Object.entries(value).filter(([, member]) => !isEmpty(member))
  return (
    <ul className="grid gap-0.5">
      {entries.map(([name, member]) => {
        const title = isList ? titleOf(member, Number(name)) : labelOf(name) || textOfCode(name)
        return isBranch(member) ? (
          <li key={name}>
            <details open={isOpen && name === 'instance'}>
              <summary className="cursor-pointer rounded-md py-0.5 font-medium marker:text-ink-3">{title}</summary>
              <div className="ml-1.5 border-l-2 border-line pl-3">
                <Members value={member} />
              </div>
            </details>
          </li>
        ) : (
          <li key={name} className="flex gap-2 py-0.5">
            <span className="w-40 shrink-0 text-ink-2">{title}</span>
            <span className="tnum min-w-0 flex-1 [overflow-wrap:anywhere]">{String(member)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Title of an array item: its name, otherwise its position. */
function titleOf(row: unknown, at: number): string {
  const { name, description, code } = isBranch(row) ? (row as Record<string, unknown>) : {}
  const named = [name, description, code].find((text) => typeof text === 'string' && text !== '')
  return [`${at + 1}.`, named].filter(Boolean).join(' ')
}
