import type { RateLine } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLabels } from '../../records/code-labels.ts'
import { IconButton } from '../../ui/button.tsx'
import { ArrowDown, ArrowUp, CircleX, Pencil, Split, Trash2, TriangleAlert } from '../../ui/icons.tsx'
import { Tag } from '../../ui/status.tsx'
import { scopeLabels } from '../block.labels.ts'
import { factLabelOf } from '../fact.labels.ts'
import { blockText, conditionText, limitTexts, type Voice } from '../sentences.ts'

/** Message of the server about a member of a draft. */
export interface Finding {
  field: string
  message: string
}

interface LinesProps {
  lines: readonly RateLine[]
  voice: Voice
  faults: readonly Finding[]
  warnings: readonly Finding[]
  /** Absent if lines are read-only. */
  change?:
    | { edit: (at: number) => void; move: (at: number, to: number) => void; remove: (at: number) => void }
    | undefined
}

/** Lines of a card, each as a sentence: charge, amount and conditions. */
export function LinesList({ lines, voice, faults, warnings, change }: LinesProps) {
  const { t } = useLingui()
  return (
    <ol className="grid gap-2" aria-label={t`Lines`}>
      {lines.map((line, at) => (
        <li key={line.key} className="rounded-lg border border-line bg-surface px-3 py-2.5">
          <LineHead line={line} at={at} count={lines.length} voice={voice} change={change} />
          <LineSentence line={line} voice={voice} />
          <Findings findings={faults} at={at} tone="red" />
          <Findings findings={warnings} at={at} tone="amber" />
        </li>
      ))}
    </ol>
  )
}

function LineHead({
  line,
  at,
  count,
  voice,
  change,
}: { line: RateLine; at: number; count: number } & Pick<LinesProps, 'voice' | 'change'>) {
  const { t } = useLingui()
  const scope = useLabels(scopeLabels)
  const name = voice.typeName(line.type)
  return (
    <div className="flex min-h-7 items-center gap-2 max-sm:flex-wrap">
      <h2 className="truncate font-semibold">{name}</h2>
      <span className="text-[12px] text-ink-3">{scope(line.scope)}</span>
      {line.group !== undefined && (
        <Tag
          badge={{ word: line.group, tone: 'violet', icon: Split }}
          title={t`Alternatives: the first that applies`}
        />
      )}
      <span className="flex-1" />
      {change && (
        <span className="flex">
          <IconButton
            icon={ArrowUp}
            label={t`Move ${name} up`}
            disabled={at === 0}
            onClick={() => change.move(at, at - 1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t`Move ${name} down`}
            disabled={at === count - 1}
            onClick={() => change.move(at, at + 1)}
          />
          <IconButton icon={Pencil} label={t`Edit ${name}`} onClick={() => change.edit(at)} />
          <IconButton icon={Trash2} label={t`Remove ${name}`} onClick={() => change.remove(at)} />
        </span>
      )}
    </div>
  )
}

function LineSentence({ line, voice }: { line: RateLine; voice: Voice }) {
  const limits = limitTexts(line, voice)
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {blockText(line.block, voice)}
        {limits.length > 0 && <span className="text-ink-2"> · {limits.join(' · ')}</span>}
      </p>
      {line.when.length > 0 && (
        <p className="mt-1 text-[12px] text-ink-2">
          <span className="text-ink-3">
            <Trans>when</Trans>
          </span>{' '}
          {line.when.map((one) => conditionText(one, voice.language)).join(' · ')}
        </p>
      )}
    </>
  )
}

function Findings({ findings, at, tone }: { findings: readonly Finding[]; at: number; tone: 'red' | 'amber' }) {
  const own = findings.filter(({ field }) => `${field}.`.startsWith(`lines.${at}.`))
  const Icon = tone === 'red' ? CircleX : TriangleAlert
  return own.map(({ field, message }) => (
    <p
      key={`${field} ${message}`}
      className={`mt-1 flex items-start gap-1.5 text-[12px] ${tone === 'red' ? 'text-red' : 'text-amber'}`}
    >
      <Icon size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
      {factLabelOf(message)}
    </p>
  ))
}
