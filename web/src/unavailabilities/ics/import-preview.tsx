import type { NamedResource } from '@cartage/contract/unavailabilities/app/batch'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Toolbar } from '../../ui/page/page-header.tsx'
import { RecordFrame, RecordNotice } from '../../ui/page/record-frame.tsx'
import { findWhom } from './queries.ts'
import type { ReadFile } from './rows.ts'
import { IcsTable } from './rows-table.tsx'
import { useIcsImport } from './use-import.ts'

/** Events of a calendar file: the resource of each and why, its result, and the import. */
export function IcsImport({ file, onBack }: { file: ReadFile; onBack: () => void }) {
  const { t } = useLingui()
  const work = useIcsImport(file, onBack)
  const open = work.rows.filter((row) => row.whom === null).length
  return (
    <RecordFrame
      list={{ to: '/resources/calendar', title: t`Absence` }}
      name={t`Import`}
      actions={
        <>
          <Button onClick={onBack}>
            <Trans>Choose another file</Trans>
          </Button>
          {!work.isDone && (
            <Button variant="brand" disabled={work.changes === 0} isBusy={work.isBusy} onClick={work.importAll}>
              <Plural value={work.changes} one="Import # unavailability" other="Import # unavailabilities" />
            </Button>
          )}
        </>
      }
      notices={
        file.over > 0 && (
          <RecordNotice>
            <Plural
              value={file.over}
              one="# event ended over a month ago and is skipped."
              other="# events ended over a month ago and are skipped."
            />
          </RecordNotice>
        )
      }
    >
      {!work.isDone && (
        <Toolbar
          side={
            open > 0 && (
              <span className="text-ink-2">
                <Plural
                  value={open}
                  one="# event matches no resource. Choose one or skip the event."
                  other="# events match no resource. Choose one for each or skip them."
                />
              </span>
            )
          }
        >
          <span className="text-ink-2">
            <Trans>Assign all events to</Trans>
          </span>
          <Combobox<NamedResource>
            label={t`Assign all events to`}
            className="w-64"
            value={work.whom}
            onChange={work.putWhom}
            queryKey={['resources', 'find-whom']}
            search={findWhom}
            textOf={({ name }) => name}
            keyOf={({ resource_id }) => resource_id}
            sideOf={({ license_plate }) => license_plate}
            placeholder={t`Match each event by name`}
          />
        </Toolbar>
      )}
      <div className="min-h-0 flex-1 overflow-auto">
        <IcsTable file={file} work={work} />
      </div>
    </RecordFrame>
  )
}
