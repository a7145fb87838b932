import type { Facts } from '@cartage/contract/rates/app/facts'
import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { ExplainedRating } from '@cartage/contract/rates/app/rating'
import { useLingui } from '@lingui/react/macro'
import { useLabels } from '../../records/code-labels.ts'
import { CodeStatus } from '../../records/code-status.tsx'
import { blockLabels, conditionLabels } from '../block.labels.ts'
import { decimalText } from '../decimal-text.ts'
import { factLabelOf, factText } from '../fact.labels.ts'
import { Lightbulb } from '../icons.tsx'
import { conditionText, type Voice } from '../sentences.ts'
import { resultBadges } from '../state.labels.ts'

type Card = ExplainedRating['cards'][number]
type Line = Card['lines'][number]
type Part = Line['parts'][number]

interface TreeProps {
  rating: ExplainedRating
  facts: Facts
  /** The card shown, for the texts of its lines. */
  own: OwnCard
  voice: Voice
}

/** The card of the test bench. */
export interface OwnCard {
  code: string
  doc: RateCardDoc
}

/** Explanation of a price: cards in the order they were tried, with their lines, conditions and blocks. */
export function ExplainTree({ rating, facts, own, voice }: TreeProps) {
  const { t } = useLingui()
  return (
    <ul className="grid gap-1.5" aria-label={t`How the price is calculated`}>
      {rating.cards.map((card) => (
        <li key={card.name} className="rounded-lg border border-line px-3 py-2">
          <NodeHead node={card} name={card.name} />
          <Nearest node={card} />
          <UsedFacts node={card} />
          {card.lines.length > 0 && (
            <ul className="mt-1.5 grid gap-1 border-l-2 border-line pl-3">
              {card.lines.map((line) => (
                <LineNode
                  key={`${line.name} ${line.scope_id}`}
                  line={line}
                  facts={facts}
                  // Lines of another card may have the same keys.
                  lines={card.name === own.code ? own.doc.lines : []}
                  voice={voice}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function NodeHead({ node, name, amount }: { node: Pick<Card, 'result' | 'message'>; name: string; amount?: string }) {
  return (
    <div className="flex items-start gap-2">
      <CodeStatus badges={resultBadges} code={node.result} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span> <span className="text-ink-2">{factLabelOf(node.message)}</span>
      </div>
      {amount !== undefined && <span className="tnum shrink-0 font-medium">{amount}</span>}
    </div>
  )
}

function LineNode({
  line,
  facts,
  lines,
  voice,
}: Omit<TreeProps, 'rating' | 'own'> & { line: Line; lines: RateCardDoc['lines'] }) {
  const own = lines.find(({ key }) => key === line.name)
  const thing = useThingText(line, facts)
  const name = [own ? voice.typeName(own.type) : line.name, thing].filter((text) => text !== '').join(', ')
  const amount = line.amount === null ? {} : { amount: decimalText(line.amount, voice.language) }
  return (
    <li>
      <details open={line.result === 'FAILED'}>
        <summary className="cursor-pointer rounded-md py-1 marker:text-ink-3">
          <div className="inline-block w-[calc(100%-20px)] align-top">
            <NodeHead node={line} name={name} {...amount} />
            <Nearest node={line} />
          </div>
        </summary>
        <ul className="mb-1 ml-1.5 grid gap-1 border-l-2 border-line pl-3">
          {line.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts differ by their place alone
            <PartNode key={at} part={part} at={at} line={own} voice={voice} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function PartNode({
  part,
  at,
  line,
  voice,
}: {
  part: Part
  at: number
  line: RateCardDoc['lines'][number] | undefined
  voice: Voice
}) {
  const block = useLabels(blockLabels)
  const condition = useLabels(conditionLabels)
  const own = line?.when[at]
  const name =
    part.part === 'BLOCK' ? block(part.name) : own ? conditionText(own, voice.language) : condition(part.name)
  return (
    <li className="py-0.5">
      <NodeHead node={part} name={name} />
      <UsedFacts node={part} />
    </li>
  )
}

/** Number of the consignment, stop or trip that a line was repeated for. */
function useThingText({ scope, scope_id }: Line, facts: Facts): string {
  const { t } = useLingui()
  const numberOf = (things: Facts['stops']) => things.findIndex(({ id }) => id === scope_id) + 1
  if (scope === 'CONSIGNMENT') return t`consignment ${numberOf(facts.consignments)}`
  if (scope === 'STOP') return t`stop ${numberOf(facts.stops)}`
  return scope === 'TRIP' && facts.subject !== 'TRIP' ? t`trip ${numberOf(facts.trips)}` : ''
}

/** Smallest change of facts that would turn the result. */
function Nearest({ node: { nearest } }: { node: Pick<Card, 'nearest'> }) {
  if (nearest === null) return null
  return (
    <p className="mt-1 flex items-start gap-1.5 text-[12px] text-amber">
      <Lightbulb size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
      {factLabelOf(nearest.message)}
    </p>
  )
}

function UsedFacts({ node: { facts } }: { node: Pick<Card, 'facts'> }) {
  const { t } = useLingui()
  if (facts.length === 0) return null
  const valueText = (value: (typeof facts)[number]['value']) => {
    if (value === undefined) return t`unknown`
    if (value === null) return t`none`
    if (typeof value === 'boolean') return value ? t`yes` : t`no`
    return Array.isArray(value) ? value.join(', ') : value
  }
  return (
    <p className="mt-0.5 text-[12px] text-ink-3">
      {facts.map(({ name, value, source }) => (
        <span key={name} className="mr-3 inline-block" title={`${name} · ${source}`}>
          {factText(name)}: <span className="tnum text-ink-2">{valueText(value)}</span>
        </span>
      ))}
    </p>
  )
}
