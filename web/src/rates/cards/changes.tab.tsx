import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../records/loaded.tsx'
import { ArrowDownUp, CircleMinus, Pencil } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { useDayText } from '../days.tsx'
import { CirclePlus, GitCompare } from '../icons.tsx'
import { type RatePage, versionQuery } from '../queries.ts'
import type { Voice } from '../sentences.ts'
import { type CardChange, changesOf } from './draft-changes.ts'

/** Changes of the draft against the version before it. */
export function ChangesTab({ record, draft, voice }: { record: RatePage; draft: RateCardDoc; voice: Voice }) {
  const { t } = useLingui()
  const published = record.versions.find(({ state }) => state === 'PUBLISHED')
  if (!published) {
    return <EmptyState icon={GitCompare} title={t`Nothing published yet`} text={t`The draft is the first version.`} />
  }
  return <Compared recordId={record.rate_record_id} version={published} draft={draft} voice={voice} />
}

function Compared({
  recordId,
  version,
  draft,
  voice,
}: {
  recordId: string
  version: { rate_version_id: string; valid_from: string }
  draft: RateCardDoc
  voice: Voice
}) {
  const { t } = useLingui()
  const dayText = useDayText()
  const query = useQuery(versionQuery(recordId, version.rate_version_id))
  const first = dayText(version.valid_from)
  return (
    <Loaded query={query}>
      {({ doc }) => {
        const changes = changesOf(doc as RateCardDoc, draft, voice)
        if (changes.length === 0) {
          return (
            <EmptyState
              icon={GitCompare}
              title={t`No differences`}
              text={t`The draft says the same as the version from ${first}.`}
            />
          )
        }
        return (
          <div className="max-w-[960px] p-4">
            <p className="pb-3 text-ink-2">
              <Trans>Draft compared with the version from {first}</Trans>
            </p>
            <ul className="grid gap-2" aria-label={t`Changes`}>
              {changes.map((change) => (
                <ChangeRow key={`${change.kind} ${change.name}`} change={change} />
              ))}
            </ul>
          </div>
        )
      }}
    </Loaded>
  )
}

function ChangeRow({ change: { name, kind, before, after } }: { change: CardChange }) {
  const { t } = useLingui()
  const badges = {
    ADDED: { word: t`Added`, tone: 'green', icon: CirclePlus },
    REMOVED: { word: t`Removed`, tone: 'red', icon: CircleMinus },
    CHANGED: { word: t`Changed`, tone: 'amber', icon: Pencil },
    MOVED: { word: t`Moved`, tone: 'blue', icon: ArrowDownUp },
  } as const
  const members: Readonly<Record<string, string>> = {
    lines: t`Order of lines`,
    date_of: t`Prices of the day of`,
    assignments: t`Used for`,
    when: t`Conditions`,
    includes: t`Included cards`,
    consolidation: t`Consolidation`,
    contract_number: t`Contract number`,
  }
  return (
    <li className="rounded-lg border border-line px-3 py-2">
      <div className="flex items-center gap-2">
        <StatusBadge badge={badges[kind]} />
        <span className="font-medium">{members[name] ?? name}</span>
      </div>
      {before !== undefined && before !== '' && <p className="mt-1 text-ink-3 line-through">{before}</p>}
      {after !== undefined && after !== '' && <p className="mt-1">{after}</p>}
    </li>
  )
}
