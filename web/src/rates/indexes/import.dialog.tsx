import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { CircleCheck, CircleX } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { useDayText } from '../days.tsx'
import { decimalText } from '../decimal-text.ts'
import { CirclePlus } from '../icons.tsx'
import { type DecimalMarkName, decimalMarkOf } from '../import/decimal-mark.ts'
import { DecimalMarkSelect } from '../import/decimal-mark-select.tsx'
import { SheetInput } from '../import/sheet-input.tsx'
import { roundedRemarks, withStoredPrices } from '../import/stored-prices.ts'
import { useIndexActions } from './queries.ts'
import { readValues, type ValueRow } from './read-values.ts'

/** Maximum number of values per request. */
const mostValues = 1_000

/** Adds values of a CSV or Excel file to an index, after a preview. */
export function ImportValuesDialog({ index, onClose }: { index: PriceIndexRecord; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const language = useReaderLanguage()
  const { addValues } = useIndexActions()
  const [given, setGiven] = useState<Sheet>()
  const [mark, setMark] = useState<DecimalMarkName>('POINT')
  const rows = given && readValues(withStoredPrices(given), mark, index, { today: todayOf(new Date()), language })
  const good = (rows ?? []).filter(({ fault }) => fault === undefined)
  const isWhole = rows !== undefined && good.length === rows.length && good.length > 0 && good.length <= mostValues

  function take(next: Sheet) {
    setMark(decimalMarkOf(next))
    setGiven(next)
  }

  function send() {
    addValues.mutate(
      { id: index.price_index_id, values: good.map(({ day, value }) => ({ valid_from: day, value })) },
      {
        onSuccess: () => {
          toasts.done(t`Values imported`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Import values of ${index.code}`}
      className="w-[600px]"
      footer={
        <DialogFooter
          verb={<Plural value={good.length} one="Import # value" other="Import # values" />}
          onClose={onClose}
          onConfirm={send}
          isDisabled={!isWhole}
          isBusy={addValues.isPending}
        />
      }
    >
      <SheetInput
        hint={<Trans>Excel or CSV with two columns: first day and value. Or paste cells here.</Trans>}
        onSheet={take}
      />
      {rows !== undefined && (
        <div className="grid gap-3">
          <DecimalMarkSelect value={mark} onChange={setMark} />
          {roundedRemarks(given ?? []).map(({ row, message }) => (
            <p key={row} className="text-amber">
              <Trans>
                Row {row}: {message}
              </Trans>
            </p>
          ))}
          <ValueRows rows={rows} />
        </div>
      )}
      {addValues.error && <ErrorPanel {...failureOf(addValues.error)} />}
    </Dialog>
  )
}

function ValueRows({ rows }: { rows: readonly ValueRow[] }) {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const dayText = useDayText()
  const faults = {
    DAY: t`Date not recognised`,
    VALUE: t`Not a number`,
    CELL: t`Cell shows an error`,
    TWICE: t`Day is there twice`,
  }
  return (
    <PlainTable<ValueRow>
      label={t`Values`}
      rows={rows}
      keyOf={({ row }) => String(row)}
      columns={[
        { id: 'row', title: t`Row`, width: 'w-16', cell: ({ row }) => row },
        { id: 'day', title: t`From`, width: 'w-32', cell: ({ day, fault }) => (fault === 'DAY' ? day : dayText(day)) },
        {
          id: 'value',
          title: t`Value`,
          width: 'w-24',
          align: 'right',
          cell: ({ value, fault }) => (fault === undefined ? decimalText(value, language) : value),
        },
        {
          id: 'result',
          title: t`Result`,
          cell: ({ fault, replaces }) => {
            if (fault) return <StatusBadge badge={{ word: faults[fault], tone: 'red', icon: CircleX }} />
            if (replaces === undefined) {
              return <StatusBadge badge={{ word: t`New`, tone: 'green', icon: CirclePlus }} />
            }
            return (
              <StatusBadge
                badge={{ word: t`Replaces ${decimalText(replaces, language)}`, tone: 'blue', icon: CircleCheck }}
              />
            )
          },
        },
      ]}
    />
  )
}
