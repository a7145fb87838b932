import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { resourceDocumentLabels } from '../documents/resource.labels.ts'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { phoneText } from '../records/phone-text.ts'
import { ResourceType } from '../records/resource.labels.tsx'
import { IconButton } from '../ui/button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { Period } from '../unavailabilities/period.tsx'
import { unavailabilitiesQuery } from '../unavailabilities/queries.ts'
import { UnavailabilityReason } from '../unavailabilities/reason.labels.tsx'
import { Expiry, firstEnd } from '../validities/expiry.tsx'
import { resourceQuery, resourceValiditiesQuery } from './queries.ts'

/** Preview of a resource next to the list. */
export function ResourcePeek({
  resourceId,
  onClose,
  onOpen,
}: {
  resourceId: string
  onClose: () => void
  onOpen: () => void
}) {
  const { t } = useLingui()
  const query = useQuery(resourceQuery(resourceId))
  return (
    <SidePanel
      label={t`Resource`}
      title={<span className="truncate">{query.data?.resource.name as string}</span>}
      actions={
        <IconButton icon={ExternalLink} label={t({ message: 'Open', context: 'verb' })} keys="enter" onClick={onOpen} />
      }
      onClose={onClose}
    >
      <Loaded query={query}>
        {(record) => (
          <>
            <Facts record={record} />
            {!record.is_archived && <Ahead resourceId={resourceId} />}
            {!record.is_archived && <Certificates resourceId={resourceId} />}
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Facts({ record: { resource, subcontractor_name, source, is_archived } }: { record: ResourceRecord }) {
  const { t } = useLingui()
  const kind = resource[kindMemberOf(resource)] as Record<string, string | null> | undefined
  return (
    <Section>
      <Properties>
        <Property name={t`Type`}>
          <ResourceType type={String(resource.type)} />
        </Property>
        {is_archived && <Property name={t`Status`}>{t`Archived`}</Property>}
        {kind && 'license_plate' in kind && <Property name={t`Plate`}>{kind.license_plate}</Property>}
        {kind && 'container_number' in kind && <Property name={t`Container number`}>{kind.container_number}</Property>}
        {kind && 'phone_number' in kind && (
          <Property name={t`Phone`}>{phoneText(String(kind.phone_number ?? ''))}</Property>
        )}
        <Property name={t`Code`}>{resource.code}</Property>
        <Property name={t`Groups`}>{resource.resource_groups?.map(({ name }) => name).join(', ')}</Property>
        <Property name={t`Carrier`}>{subcontractor_name}</Property>
        <Property name={t`Source`}>{source}</Property>
      </Properties>
    </Section>
  )
}

/** Current and future unavailabilities. */
function Ahead({ resourceId }: { resourceId: string }) {
  const { t } = useLingui()
  const absences = useQuery(unavailabilitiesQuery(resourceId)).data?.items ?? []
  const now = Date.now()
  const ahead = absences.filter(({ end_time: end }) => end === null || Date.parse(end) > now)
  if (ahead.length === 0) return null
  return (
    <Section title={t`Unavailable`}>
      <ul className="grid gap-1.5">
        {ahead.slice(0, 5).map((one) => (
          <li key={one.id} className="flex items-center gap-2">
            <UnavailabilityReason reason={one.reason} />
            <span className="text-ink-2">
              <Period startsAt={one.start_time} endsAt={one.end_time} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Certificates({ resourceId }: { resourceId: string }) {
  const { t } = useLingui()
  const labelOf = useLabels(resourceDocumentLabels)
  const validities = useQuery(resourceValiditiesQuery(resourceId)).data?.items ?? []
  if (validities.length === 0) return null
  return (
    <Section title={t`Certificates`}>
      <ul className="grid gap-1.5">
        {validities.map(({ id, type, end_time, legal_end_time }) => {
          const end = firstEnd(end_time, legal_end_time)
          return (
            <li key={id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{labelOf(type)}</span>
              {end !== null && <Expiry endsAt={end} />}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const kinds = ['driver', 'tractor', 'truck', 'van', 'trailer', 'full_trailer', 'chassis', 'container'] as const

/** Member with the properties specific to a resource's kind. */
export function kindMemberOf(resource: Readonly<Record<string, unknown>>): (typeof kinds)[number] {
  return kinds.find((kind) => resource[kind] !== undefined && resource[kind] !== null) ?? 'van'
}
