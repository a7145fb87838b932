import type { NamedResource, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import type { UnavailabilityReason } from '@cartage/contract/unavailabilities/endpoints'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Select } from '../../ui/form/select.tsx'
import { whenText } from '../../ui/time/when.tsx'
import { usePeriodText } from '../period.tsx'
import { reasonsFor, useReasonBadge } from '../reason.labels.tsx'
import { FaultOutcome, IcsOutcome } from './outcome.tsx'
import { findWhom } from './queries.ts'
import { type IcsRow, type ReadEvent, type ReadFile, resultKey, withWhom } from './rows.ts'
import type { useIcsImport } from './use-import.ts'

type Work = ReturnType<typeof useIcsImport>

/** Events of a calendar file, one line per resource. Unreadable ones come last. */
export function IcsTable({ file, work }: { file: ReadFile; work: Work }) {
  const { t } = useLingui()
  const titles = [t`Event`, t`Time`, t`Resource`, t`Reason`, t`Result`]
  const known = work.rows.filter(({ whom }) => whom !== null)
  const on = known.filter(({ isChosen }) => isChosen)
  return (
    <table className="w-full min-w-[980px] table-fixed border-collapse text-left" aria-label={t`Events`}>
      <colgroup>
        <col className="w-11" />
        <col />
        <col className="w-72" />
        <col className="w-52" />
        <col className="w-48" />
        <col className="w-64" />
      </colgroup>
      <thead className="sticky top-0 z-1 bg-sunken text-[12px] text-ink-2 shadow-[0_1px_0_var(--line)]">
        <tr className="h-8">
          <th scope="col" className="pl-4">
            {!work.isDone && (
              <Checkbox
                label={t`Import all`}
                isOn={on.length > 0 && on.length === known.length}
                isPart={on.length > 0 && on.length < known.length}
                onChange={work.putAll}
                disabled={known.length === 0}
              />
            )}
          </th>
          {titles.map((title) => (
            <th key={title} scope="col" className="px-2 font-medium last:pr-4">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {work.rows.map((row) => (
          <EventRow key={row.key} row={row} work={work} results={work.results.get(resultKey(row))} />
        ))}
        {file.faulty.map(({ line, title, fault }) => (
          <tr key={`fault-${line}`} className="h-10 border-b border-line">
            <td />
            <td className="truncate px-2" title={title}>
              {title}
            </td>
            <td colSpan={4} className="px-2 pr-4">
              <FaultOutcome fault={fault} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function EventRow({
  row,
  work,
  results,
}: {
  row: IcsRow
  work: Work
  results: readonly UnavailabilityRowResult[] | undefined
}) {
  const { t } = useLingui()
  const badge = useReasonBadge()
  const { event, whom, reason, isChosen } = row
  const title = event.title || t`(no title)`
  const reasons = whom === null ? [] : reasonsFor(whom.resource_type)
  return (
    <tr className={`h-10 border-b border-line ${isChosen ? '' : 'text-ink-3'}`}>
      <td className="pl-4">
        {!work.isDone && (
          <Checkbox
            label={t`Import ${title}`}
            isOn={isChosen}
            onChange={(next) => work.putRow({ ...row, isChosen: next })}
            disabled={whom === null}
          />
        )}
      </td>
      <td className="truncate px-2" title={title}>
        {title}
      </td>
      <td className="px-2">
        <Times event={event} />
      </td>
      <td className="px-2">
        {work.isDone ? (
          whom?.name
        ) : (
          <Combobox<NamedResource>
            label={t`Resource for ${title}`}
            value={whom}
            onChange={(next) => work.putRow(withWhom(row, next))}
            queryKey={['resources', 'find-whom']}
            search={findWhom}
            textOf={({ name }) => name}
            keyOf={({ resource_id }) => resource_id}
            sideOf={({ license_plate }) => license_plate}
            placeholder={t`Choose a resource…`}
          />
        )}
      </td>
      <td className="px-2">
        {work.isDone
          ? reason && badge(reason).word
          : reason && (
              <Select
                label={t`Reason for ${title}`}
                className="w-full"
                choices={reasons.map((value) => ({ value, label: badge(value).word }))}
                value={reason}
                onChange={(next) => work.putRow({ ...row, reason: next as UnavailabilityReason })}
              />
            )}
      </td>
      <td className="px-2 pr-4">
        <IcsOutcome row={row} results={results} isDone={work.isDone} />
      </td>
    </tr>
  )
}

/** First time of an event, and how often it repeats. */
function Times({ event: { times, isCut } }: { event: ReadEvent }) {
  const { i18n } = useLingui()
  const locale = i18n.locales ?? i18n.locale
  const period = usePeriodText()
  const [first] = times
  const last = times.at(-1)!
  const until = whenText(new Date(last.start_time), locale, true)
  return (
    <>
      <span className="tnum block truncate">{period(first!.start_time, first!.end_time)}</span>
      {times.length > 1 && (
        <span className="tnum block text-[12px] text-ink-3">
          {isCut ? (
            <Trans>
              {times.length} times until {until}; later dates are not imported
            </Trans>
          ) : (
            <Plural value={times.length} one="# time" other={`# times until ${until}`} />
          )}
        </span>
      )}
    </>
  )
}
