import { explainOrder, explainTrip } from '@cartage/contract/charges/app/explain'
import type { ExplainedRating, Result } from '@cartage/contract/rates/app/rating'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { Amount } from '../books/amount.tsx'
import { blockLabels } from '../rates/block.labels.ts'
import { factLabelOf, factText } from '../rates/fact.labels.ts'
import { resultBadges } from '../rates/state.labels.ts'
import { badgeIn } from '../records/code-badge.ts'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { useCommands } from '../shell/commands.ts'
import { Button } from '../ui/button.tsx'
import { ListTree } from '../ui/icons.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import type { ChargeSubject } from './queries.ts'

const iconClass: Readonly<Record<Result, string>> = {
  APPLIED: 'text-green',
  SKIPPED: 'text-ink-3',
  FAILED: 'text-red',
  NOT_TRIED: 'text-ink-3',
}

function explanationQuery(subject: ChargeSubject) {
  return queryOptions({
    queryKey: ['charges', 'explanation', subject],
    queryFn: () =>
      'order_id' in subject ? call(explainOrder, { params: subject }) : call(explainTrip, { params: subject }),
  })
}

/** Explanation of an order's price or a trip's cost as a tree, loaded on demand. */
export function ExplainSection({ subject }: { subject: ChargeSubject }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({ ...explanationQuery(subject), enabled: isOpen })
  const toggle = useCallback(() => setIsOpen((before) => !before), [])
  useCommands(
    useMemo(
      () => [{ id: 'explain', title: t`Explain the price`, icon: ListTree, keys: 'e', run: toggle }],
      [t, toggle],
    ),
  )
  return (
    <Section
      title={t`How the price is calculated`}
      actions={
        <Button variant="ghost" icon={ListTree} keys="e" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <Trans>Hide</Trans> : <Trans>Explain</Trans>}
        </Button>
      }
    >
      {isOpen && (
        <Loaded query={query}>
          {({ message, is_shipment, explanation }) => (
            <div className="grid gap-2">
              <p className="text-ink-2">{factLabelOf(message)}</p>
              {is_shipment && (
                <p className="text-ink-2">
                  <Trans>Priced together with other orders, as one shipment.</Trans>
                </p>
              )}
              <Tree explanation={explanation} />
            </div>
          )}
        </Loaded>
      )}
    </Section>
  )
}

type Card = ExplainedRating['cards'][number]
type Line = Card['lines'][number]
type Fact = Line['parts'][number]['facts'][number]

function Tree({ explanation: { cards, currency } }: { explanation: ExplainedRating }) {
  return (
    <ul className="grid gap-1">
      {cards.map((card) => (
        <li key={card.name}>
          <details open={card.lines.length > 0}>
            <Summary node={card} />
            <ul className="border-l border-line pl-3">
              {card.lines.map((line) => (
                <li key={`${line.name} ${line.scope_id}`}>
                  <LineTree line={line} currency={currency} />
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

function LineTree({ line, currency }: { line: Line; currency: string | null }) {
  // The amount already appears next to it.
  const message = line.message === `${line.amount} ${currency}.` ? '' : line.message
  return (
    <details open={line.result === 'FAILED'}>
      <Summary node={{ ...line, message }} amount={line.amount} currency={currency} />
      <ul className="border-l border-line pl-3">
        {line.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no key and keep their order
          <li key={at} className="py-0.5">
            <Part part={part} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A condition or calculation of a line, with the facts it used. */
function Part({ part }: { part: Line['parts'][number] }) {
  const { t } = useLingui()
  const calculationOf = useLabels(blockLabels)
  const name = part.part === 'BLOCK' ? calculationOf(part.name) : t`Condition`
  const textOf = (value: Fact['value']) => {
    if (value === undefined) return t`unknown`
    if (value === null) return t`none`
    if (typeof value === 'boolean') return value ? t`yes` : t`no`
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  return (
    <>
      <Summary node={{ ...part, name }} isPlain />
      <dl className="pl-5 text-[12px] text-ink-3">
        {part.facts.map((fact) => (
          <div key={fact.name} className="flex gap-2" title={fact.source}>
            <dt>{factText(fact.name)}</dt>
            <dd className="tnum text-ink-2">{textOf(fact.value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Summary({
  node,
  amount = null,
  currency = null,
  isPlain = false,
}: {
  node: Pick<Line, 'name' | 'result' | 'message' | 'nearest'>
  amount?: string | null
  currency?: string | null
  isPlain?: boolean
}) {
  const { t } = useLingui()
  const { word, icon: Icon } = badgeIn(resultBadges, node.result, t)
  const Tag = isPlain ? 'div' : 'summary'
  return (
    <Tag className="py-1">
      <span className="inline-flex w-[calc(100%-16px)] items-start gap-1.5 align-top">
        <Icon size={13} className={`mt-0.5 shrink-0 ${iconClass[node.result]}`} aria-label={word} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-medium">{node.name}</span>{' '}
          <span className="text-ink-2">{factLabelOf(node.message)}</span>
          {node.nearest && <span className="block text-amber">{factLabelOf(node.nearest.message)}</span>}
        </span>
        {amount !== null && <Amount amount={amount} currency={currency} />}
      </span>
    </Tag>
  )
}
