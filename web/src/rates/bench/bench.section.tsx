import type { Facts } from '@cartage/contract/rates/app/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ViewsNav } from '../../lists/views-nav.tsx'
import { usePermission } from '../../session/permission.ts'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { useRested } from '../../ui/use-rested.ts'
import { trialQuery } from '../queries.ts'
import type { Voice } from '../sentences.ts'
import type { OwnCard } from './explain-tree.tsx'
import { FactsForm } from './facts.form.tsx'
import { Price } from './price.tsx'
import { sampleFacts } from './samples.ts'
import { SubjectField } from './subject-field.tsx'
import { factsNamedIn, factsToSend } from './typed-facts.ts'

interface BenchProps {
  side: 'SALES' | 'COST'
  own: OwnCard
  /** Saved draft of the card, if any. */
  draft: { rate_record_id: string; updated_at: string } | undefined
  voice: Voice
}

/** Test bench: facts of an order or trip, with their price and its explanation while typing. */
export function BenchSection({ side, own, draft, voice }: BenchProps) {
  const { t } = useLingui()
  const today = todayOf(new Date())
  const samples = sampleFacts.filter((one) => one.side === side)
  const [sample, setSample] = useState(samples[0]!.key)
  const assigned = assignedFacts(own)
  const factsOf = (key: string) => ({ ...samples.find((one) => one.key === key)!.facts(today), ...assigned })
  const [facts, setFacts] = useState<Facts>(() => factsOf(samples[0]!.key))
  const [isPublished, setIsPublished] = useState(false)
  const named = useMemo(() => factsNamedIn(own.doc), [own.doc])
  const mayRead = usePermission(side === 'SALES' ? 'charge.read' : 'charge.approve')
  const tried = isPublished ? undefined : draft
  const load = (key: string) => {
    setSample(key)
    setFacts(factsOf(key))
  }
  return (
    <section aria-label={t`Test bench`} className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-[14px] font-semibold">
          <Trans>Test bench</Trans>
        </h2>
        {draft && (
          <ViewsNav
            views={[
              { value: 'draft', title: t`This draft` },
              { value: 'published', title: t`Published cards` },
            ]}
            value={isPublished ? 'published' : 'draft'}
            onChange={(value) => setIsPublished(value === 'published')}
          />
        )}
        <Select
          label={t`Sample`}
          className="w-48"
          choices={samples.map(({ key, title }) => ({ value: key, label: t(title) }))}
          value={sample}
          onChange={load}
        />
      </div>
      {/* Facts come from samples or a real order or trip, and can then be edited. */}
      {mayRead && <SubjectField side={side} onFacts={setFacts} />}
      <Trial side={side} facts={facts} draft={tried} own={own} voice={voice} />
      <FactsForm facts={facts} onChange={setFacts} named={named} />
    </section>
  )
}

/** A customer and transport service that the card is for, so that it prices the samples. */
function assignedFacts({ doc: { assignments } }: OwnCard): Pick<Facts, 'company' | 'transport_service'> {
  const company = assignments.find(({ to }) => to === 'COMPANY')?.code ?? null
  const services = assignments.map(({ transport_service: service }) => service ?? null)
  return { company, transport_service: services.includes(null) ? null : (services[0] ?? null) }
}

function Trial({ side, facts, draft, own, voice }: BenchProps & { facts: Facts }) {
  const language = useReaderLanguage()
  // Without a company, costs are those of the own fleet, and sales are of a customer that no card names.
  const sent = useMemo(() => {
    return { ...factsToSend(facts, language), company: facts.company ?? (side === 'SALES' ? '' : null) }
  }, [facts, language, side])
  const query = useQuery(trialQuery({ side, facts: useRested(sent), draft, doc: own.doc }))
  if (query.error !== null) return <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <div className="skeleton h-24 w-full" aria-busy="true" />
  return <Price rating={query.data} facts={facts} own={own} voice={voice} />
}
