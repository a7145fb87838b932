import type { TariffTableDoc } from '@cartage/contract/rates/app/tariff-table'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ViewsNav } from '../../lists/views-nav.tsx'
import type { Sheet } from '../../sheets/sheet.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { type DecimalMarkName, decimalMarkOf } from '../import/decimal-mark.ts'
import { DecimalMarkSelect } from '../import/decimal-mark-select.tsx'
import { SheetInput } from '../import/sheet-input.tsx'
import { roundedRemarks, withStoredPrices } from '../import/stored-prices.ts'
import type { RatePage } from '../queries.ts'
import { type RowRemark, SheetRows } from './sheet-rows.tsx'
import { type Shape, shapeOf, tableReadQuery } from './table-read.queries.ts'
import type { TableSettings } from './table-settings.ts'
import { withUnreadable } from './unreadable.ts'

/** Imports a tariff table from a CSV or Excel file. The server checks it before it replaces the draft. */
export function ImportTableDialog({
  record,
  settings,
  isBusy,
  onClose,
  onImport,
}: {
  record: RatePage
  settings: TableSettings
  isBusy: boolean
  onClose: () => void
  onImport: (table: TariffTableDoc) => void
}) {
  const { t } = useLingui()
  const [given, setGiven] = useState<Sheet>()
  const sheet = useMemo(() => given && withStoredPrices(given), [given])
  const [shape, setShape] = useState<Shape>('MATRIX')
  const [mark, setMark] = useState<DecimalMarkName>('POINT')
  const { currency, zone_set } = settings
  const recordId = record.versions.length > 0 ? record.rate_record_id : undefined
  const query = useQuery({
    ...tableReadQuery({ rows: sheet ?? [], shape, decimal_separator: mark, currency, zone_set, recordId }),
    enabled: sheet !== undefined,
  })
  const { doc = null, faults = [], warnings = [] } = query.data ?? {}

  function take(next: Sheet) {
    setShape(shapeOf(next))
    setMark(decimalMarkOf(next))
    setGiven(next)
  }

  const rowOf = (isFault: boolean) => (one: (typeof faults)[number]) => {
    return { row: sheet?.[one.row - 1]?.line ?? one.row, message: one.message, isFault }
  }
  const remarks: RowRemark[] = withUnreadable(sheet ?? [], [
    ...faults.map(rowOf(true)),
    ...warnings.map(rowOf(false)),
    ...roundedRemarks(given ?? []),
  ])
  const isWhole = doc !== null && !remarks.some(({ isFault }) => isFault)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Import tariff table`}
      text={<Trans>The file replaces the draft. Prices change only once it is published.</Trans>}
      className="w-[820px]"
      footer={
        <DialogFooter
          verb={<Trans>Use as draft</Trans>}
          onClose={onClose}
          onConfirm={() => doc !== null && onImport(doc)}
          isLoading={query.isFetching}
          isDisabled={!isWhole}
          isBusy={isBusy}
        />
      }
    >
      <SheetInput
        hint={
          <Trans>
            Excel or CSV: a matrix with zones in the first column and quantities in the first row, or a list with zone,
            from, price. Or paste cells here.
          </Trans>
        }
        onSheet={take}
      />
      {sheet !== undefined && (
        <div className="grid gap-3">
          <ReadOptions shape={shape} onShape={setShape} mark={mark} onMark={setMark} />
          {query.error && <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />}
          <SheetRows sheet={sheet} remarks={remarks} isChecked={query.data !== undefined && !query.isFetching} />
        </div>
      )}
    </Dialog>
  )
}

/** How to read the file. Guessed options can be corrected. */
function ReadOptions({
  shape,
  onShape,
  mark,
  onMark,
}: {
  shape: Shape
  onShape: (shape: Shape) => void
  mark: DecimalMarkName
  onMark: (mark: DecimalMarkName) => void
}) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap gap-6">
      <div className="flex items-center gap-2">
        <span className="text-[12px] font-medium text-ink-2">
          <Trans>Layout</Trans>
        </span>
        <ViewsNav
          views={[
            { value: 'MATRIX', title: t`Matrix` },
            { value: 'LIST', title: t({ message: 'List', context: 'layout' }) },
          ]}
          value={shape}
          onChange={onShape}
        />
      </div>
      <DecimalMarkSelect value={mark} onChange={onMark} />
    </div>
  )
}
