import type { ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Sheet } from '../../sheets/sheet.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { SheetInput } from '../import/sheet-input.tsx'
import { readZones } from './cells.ts'
import { SheetRows } from './sheet-rows.tsx'
import { withUnreadable } from './unreadable.ts'

/** Imports zones from a CSV or Excel file: zone, country, first and last postal code prefix. */
export function ImportZonesDialog({
  isBusy,
  onClose,
  onImport,
}: {
  isBusy: boolean
  onClose: () => void
  onImport: (zones: ZoneSetDoc) => void
}) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<Sheet>()
  // A first row without a country code is a header row.
  const first = sheet && !/^([a-z]{2}|\*)$/i.test(sheet[0]?.cells[1]?.trim() ?? '') ? 1 : 0
  const read = sheet && readZones(sheet.slice(first).map(({ cells }) => cells))
  const remarks = withUnreadable(
    sheet ?? [],
    [...(read?.faults ?? [])].map(([place, message]) => {
      return { row: sheet![Number(place.split(':')[0]) + first]!.line, message, isFault: true }
    }),
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Import zones`}
      text={<Trans>The file replaces the draft. Prices change only once it is published.</Trans>}
      className="w-[720px]"
      footer={
        <DialogFooter
          verb={<Trans>Use as draft</Trans>}
          onClose={onClose}
          onConfirm={() => read?.doc && onImport(read.doc)}
          isDisabled={read?.doc === undefined || remarks.length > 0}
          isBusy={isBusy}
        />
      }
    >
      <SheetInput
        hint={<Trans>Excel or CSV with the columns zone, country, from, to. Or paste cells here.</Trans>}
        onSheet={setSheet}
      />
      {sheet !== undefined && <SheetRows sheet={sheet} remarks={remarks} isChecked />}
    </Dialog>
  )
}
