import type { TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { CircleX, FileUp, Save, TriangleAlert } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { DaysText } from '../days.tsx'
import { type RatePage, useRecordActions } from '../queries.ts'
import type { Days } from '../validity.ts'
import { DaysForm, useDaysFault } from '../versions/days.form.tsx'
import { GapNotices } from '../versions/publish.dialog.tsx'
import { CellGrid, type Place } from './cell-grid.tsx'
import { CellTools } from './cell-tools.tsx'
import { type Cells, cellKey, cellsOfTable, cellsOfZones, keysOf, readTable, readZones } from './cells.ts'
import { ImportTableDialog } from './import.dialog.tsx'
import { ImportZonesDialog } from './import-zones.dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { TableFacts } from './table-facts.tsx'
import type { TableSettings } from './table-settings.ts'
import { draftToSave, type ShownTable, type TableDraft } from './use-table.ts'

interface CellsTabProps {
  record: RatePage
  shown: ShownTable
  draft: TableDraft
}

/** Cells of a tariff table or zone set: edited in a grid, pasted, or imported from a file. */
export function CellsTab({ record, shown: { isEditable }, draft }: CellsTabProps) {
  const isZones = record.kind === 'ZONE_SET'
  const editor = useCells(record, draft)
  const { cells, setCells, faults, general, active, setActive, settings } = editor
  const titles = useTitles(cells, settings, isZones)
  const { t } = useLingui()
  return (
    <div className="grid gap-3 p-4">
      <GapNotices record={record} />
      <Findings record={record} isDraft={isEditable} />
      {isEditable ? (
        <Head record={record} editor={editor} isZones={isZones} />
      ) : (
        <p className="text-ink-2">
          <Trans>
            Valid <DaysText days={draft} />
          </Trans>
          {!isZones && ` · ${settings.currency} · ${settings.zone_set ?? t`No zone set`}`}
        </p>
      )}
      <CellGrid
        label={isZones ? t`Zones` : t`Prices`}
        cells={cells}
        titles={titles}
        headRows={isZones ? 0 : 1}
        headColumns={isZones ? 1 : settings.keys}
        faults={faults}
        isReadOnly={!isEditable}
        canWiden={!isZones}
        active={active}
        onActive={setActive}
        onChange={setCells}
      />
      {isEditable && (
        <>
          <LeaveGuard isChanged={editor.isTouched} />
          <CellTools
            cells={cells}
            active={active}
            headRows={isZones ? 0 : 1}
            headColumns={isZones ? 4 : settings.keys}
            onChange={setCells}
          />
          <FaultLine faults={faults} general={general} active={active} isZones={isZones} />
        </>
      )}
    </div>
  )
}

/** The edited cells, their errors, and how they are saved. */
function useCells(record: RatePage, draft: TableDraft) {
  const language = useReaderLanguage()
  const { t } = useLingui()
  const toasts = useToasts()
  const { save } = useRecordActions(record.rate_record_id)
  const isZones = record.kind === 'ZONE_SET'
  const stored = useMemo(() => storedCells(record, draft, language), [record, draft, language])
  const [cells, setCells] = useState<Cells>(stored.cells)
  const [settings, setSettings] = useState<TableSettings>(stored.settings)
  const [days, setDays] = useState<Days>({ valid_from: draft.valid_from, valid_to: draft.valid_to })
  const [active, setActive] = useState<Place>({ row: 0, column: isZones ? 0 : stored.settings.keys })
  const daysFault = useDaysFault(days)
  const read = useMemo(
    () => (isZones ? readZones(cells) : readTable(cells, settings, language)),
    [isZones, cells, settings, language],
  )
  const now = JSON.stringify([cells, settings, days])
  const [saved, setSaved] = useState(record.draft === null ? '' : now)
  const [first] = useState(now)

  function put(doc: TableDraft['doc'], onSaved?: () => void) {
    save.mutate(draftToSave(record.kind, { ...days, doc }), {
      onSuccess: () => {
        setSaved(now)
        toasts.done(t`Draft saved`)
        onSaved?.()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  /** Replaces the cells by those of a file, and saves them. */
  function replace(doc: TariffTableDoc | ZoneSetDoc, onSaved: () => void) {
    const next = storedCells(record, { ...draft, doc }, language)
    setCells(next.cells)
    setSettings(next.settings)
    put(doc, onSaved)
  }
  const isChanged = now !== saved
  return {
    ...{ cells, setCells, settings, setSettings, days, setDays, daysFault, active, setActive },
    // Cells never saved and never touched cannot be lost.
    isTouched: isChanged && now !== first,
    ...{ ...read, isChanged, isBusy: save.isPending, put, replace },
  }
}

type CellsEditor = ReturnType<typeof useCells>

function storedCells(
  record: RatePage,
  { doc }: TableDraft,
  language: string,
): { cells: Cells; settings: TableSettings } {
  if (record.kind === 'ZONE_SET') {
    const cells = doc ? cellsOfZones(doc as ZoneSetDoc) : [['', '', '', '']]
    return { cells, settings: { currency: '', zone_set: undefined, keys: 1 } }
  }
  if (!doc) {
    return {
      cells: [
        ['', '0'],
        ['', ''],
      ],
      settings: { currency: 'EUR', zone_set: undefined, keys: 1 },
    }
  }
  const table = doc as TariffTableDoc
  const { currency, zone_set } = table
  return { cells: cellsOfTable(table, language), settings: { currency, zone_set, keys: keysOf(table) } }
}

function useTitles(cells: Cells, { keys }: TableSettings, isZones: boolean): string[] {
  const { t } = useLingui()
  if (isZones) return [t`Zone`, t`Country`, t`From postal code`, t({ message: 'To', context: 'end of a range' })]
  const prices = (cells[0]?.length ?? keys) - keys
  const named = keys === 2 ? [t`Zone from`, t`Zone to`] : [t`Zone`]
  return [...named, ...Array.from({ length: prices }, () => t`From quantity`)]
}

function Head({ record, editor, isZones }: { record: RatePage; editor: CellsEditor; isZones: boolean }) {
  const { t } = useLingui()
  const [isImporting, setIsImporting] = useState(false)
  const { days, setDays, daysFault, doc, isChanged, isBusy, put, replace, settings } = editor
  const close = () => setIsImporting(false)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DaysForm days={days} onChange={setDays} fault={daysFault} />
      {!isZones && <TableFacts editor={editor} />}
      <span className="flex-1" />
      <Button icon={FileUp} onClick={() => setIsImporting(true)}>
        <Trans>Import…</Trans>
      </Button>
      <Button
        icon={Save}
        disabled={!isChanged || doc === undefined || daysFault !== undefined}
        isBusy={isBusy}
        onClick={() => put(doc)}
      >
        {isChanged ? <Trans>Save draft</Trans> : t`Saved`}
      </Button>
      {isImporting && isZones && (
        <ImportZonesDialog onClose={close} isBusy={isBusy} onImport={(zones) => replace(zones, close)} />
      )}
      {isImporting && !isZones && (
        <ImportTableDialog
          record={record}
          settings={settings}
          onClose={close}
          isBusy={isBusy}
          onImport={(table) => replace(table, close)}
        />
      )}
    </div>
  )
}

/** Findings of the server on the saved draft. */
function Findings({ record, isDraft }: { record: RatePage; isDraft: boolean }) {
  if (!isDraft || record.draft === null) return null
  const all = [
    ...record.draft.faults.map((one) => ({ ...one, icon: CircleX, tone: 'amber' as const })),
    ...record.draft.warnings.map((one) => ({ ...one, icon: TriangleAlert, tone: 'plain' as const })),
  ]
  return all.map(({ field, message, icon, tone }) => (
    <Notice key={`${field} ${message}`} icon={icon} tone={tone}>
      {message}
    </Notice>
  ))
}

/** Error of the active cell, otherwise the first error. */
function FaultLine({
  faults,
  general,
  active,
  isZones,
}: {
  faults: ReadonlyMap<string, string>
  general: string | undefined
  active: Place
  isZones: boolean
}) {
  const own = faults.get(cellKey(active.row, active.column))
  const [first] = [...faults]
  if (own === undefined && first === undefined && general === undefined) return null
  const [row, column] = (first?.[0] ?? '').split(':').map(Number)
  const where = { row: (row ?? 0) + (isZones ? 1 : 0), column: (column ?? 0) + 1 }
  return (
    <p role="alert" className="flex items-center gap-1.5 text-red">
      <CircleX size={14} className="shrink-0" aria-hidden="true" />
      {own ?? general ?? (
        <Trans>
          Row {where.row}, column {where.column}: {first?.[1]}
        </Trans>
      )}
    </p>
  )
}
