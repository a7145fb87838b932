import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import type { UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CalendarOff, Download, Lock, Pencil, Plus, Trash2 } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Tag } from '../ui/status.tsx'
import { writeIcs } from './ics/write.ts'
import { Period } from './period.tsx'
import { unavailabilitiesQuery } from './queries.ts'
import { UnavailabilityReason, useReasonBadge } from './reason.labels.tsx'
import { tomorrow, UnavailabilityDialog } from './unavailability.dialog.tsx'
import type { UnavailabilityDraft } from './unavailability-draft.ts'
import { useAbsenceActions } from './use-unavailability.ts'

/** The unavailabilities of a resource, latest first. */
export function UnavailabilitiesTab({ record, isEditable }: { record: ResourceRecord; isEditable: boolean }) {
  const { t } = useLingui()
  const absences = useAbsenceActions()
  const badge = useReasonBadge()
  const [draft, setDraft] = useState<UnavailabilityDraft>()
  const resource = {
    id: String(record.resource.id),
    name: String(record.resource.name),
    type: String(record.resource.type),
  }
  const query = useQuery(unavailabilitiesQuery(resource.id))
  const saveCalendar = (items: readonly UnavailabilityRecord[]) => {
    const titled = items.map((one) => ({ ...one, title: `${badge(one.reason).word}: ${resource.name}` }))
    saveFile(`${resource.name}.ics`, writeIcs(titled, Date.now()), 'text/calendar;charset=utf-8')
  }
  const edit = (given: UnavailabilityRecord) => {
    const end = given.end_time === null ? null : Date.parse(given.end_time)
    setDraft({ resource, start: Date.parse(given.start_time), end, given })
  }
  const add = isEditable && (
    <Button icon={Plus} onClick={() => setDraft({ resource, ...tomorrow() })}>
      <Trans>Add unavailability</Trans>
    </Button>
  )
  return (
    <div className="max-w-[960px] px-4 py-3">
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={CalendarOff}
              title={t`No unavailability`}
              text={t`Holidays, sickness, repairs and other absences.`}
            >
              <div className="pt-4">{add}</div>
            </EmptyState>
          ) : (
            <>
              <div className="flex gap-2 pb-2">
                {add}
                <Button icon={Download} onClick={() => saveCalendar(items)}>
                  <Trans>Calendar file (.ics)</Trans>
                </Button>
              </div>
              <ul>
                {items.map((one) => (
                  <Line
                    key={one.id}
                    one={one}
                    isEditable={isEditable && one.source === null}
                    onEdit={() => edit(one)}
                    onRemove={() => absences.remove(one)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {draft && <UnavailabilityDialog draft={draft} onClose={() => setDraft(undefined)} />}
    </div>
  )
}

function Line({
  one,
  isEditable,
  onEdit,
  onRemove,
}: {
  one: UnavailabilityRecord
  isEditable: boolean
  onEdit: () => void
  onRemove: () => void
}) {
  const { t } = useLingui()
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line">
      <span className="w-48">
        <UnavailabilityReason reason={one.reason} />
      </span>
      <span className="w-80 text-ink-2">
        <Period startsAt={one.start_time} endsAt={one.end_time} />
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{one.description}</span>
      {one.source !== null && (
        <Tag badge={{ word: one.source, tone: 'grey', icon: Lock }} title={t`Managed in ${one.source}`} />
      )}
      {isEditable && (
        <span className="flex">
          <IconButton icon={Pencil} label={t`Edit`} onClick={onEdit} />
          <IconButton icon={Trash2} label={t`Remove`} onClick={onRemove} />
        </span>
      )}
    </li>
  )
}
